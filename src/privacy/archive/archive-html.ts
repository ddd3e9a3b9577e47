import { brandName } from "#lib/brand.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime } from "#lib/time.ts";

type Part = { title: string; rows: readonly Record<string, unknown>[] };

/** The copy of a user's data as one page that opens in any browser, without scripts or requests. */
export function archiveHtml(parts: readonly Part[], name: string, at: Date): string {
  const sections = parts.map(({ title, rows }) => {
    const tables = rows.map((row) => `<table>${rowsOf(row)}</table>`).join("");
    return `<section><h2>${escape(title)} <small>${rows.length}</small></h2>${tables || "<p>Tidak ada data.</p>"}</section>`;
  });
  return `<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Salinan data Anda di ${escape(brandName())}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:860px;margin:2rem auto;padding:0 1rem;color:#1b1a17;background:#fbf8f3}
section{background:#fff;border:1px solid #e6dfd2;border-radius:14px;padding:1rem 1.25rem;margin:1rem 0}
h2{font-size:1.15rem;margin:0 0 .5rem}small{color:#6f695e;font-weight:400}
table{width:100%;border-collapse:collapse;margin:.5rem 0 1rem}th,td{text-align:left;vertical-align:top;padding:.25rem .5rem;border-top:1px solid #e6dfd2;overflow-wrap:anywhere}
th{width:34%;font-weight:500;color:#5a554c}td table{margin:0}
@media(prefers-color-scheme:dark){body{background:#15161b;color:#f3efe6}section{background:#1d1f26;border-color:#32353f}th{color:#b8b2a6}th,td{border-color:#32353f}small{color:#9c968a}}
</style></head><body>
<h1>Salinan data Anda di ${escape(brandName())}</h1>
<p>Untuk ${escape(name)}, dibuat ${formatDateTime(at)}. Berkas data.json memuat isi yang sama untuk dibaca program lain.</p>
${sections.join("\n")}
</body></html>
`;
}

function rowsOf(row: Record<string, unknown>): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null && value !== "")
    .map(([key, value]) => `<tr><th>${escape(labelOf(key))}</th><td>${shown(key, value)}</td></tr>`)
    .join("");
}

function labelOf(key: string): string {
  const words = key.replace(/_rupiah$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function shown(key: string, value: unknown): string {
  if (value instanceof Date) return formatDateTime(value);
  if (typeof value === "boolean") return value ? "ya" : "tidak";
  if (typeof value === "number") return key.endsWith("_rupiah") ? formatRupiah(value) : String(value);
  if (Array.isArray(value))
    return value.map((one) => (isRow(one) ? `<table>${rowsOf(one)}</table>` : escape(String(one)))).join(", ");
  if (isRow(value)) return `<table>${rowsOf(value)}</table>`;
  const text = String(value);
  // Times inside nested rows arrive as text; a user's text may look like one.
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d:\d\d|Z)$/.test(text);
  return isMoment && !Number.isNaN(Date.parse(text)) ? formatDateTime(new Date(text)) : escape(text);
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
