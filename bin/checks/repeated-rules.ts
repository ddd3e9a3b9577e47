// Sentences for users compute durations, amounts of money, limits and the marketplace's name, so that a changed rule
// changes every sentence. Finds them where they are typed: in strings, templates and text of components, not in
// comments.
import type { SourceTree } from "./import-walls.ts";

const units = "detik|menit|jam|hari|minggu|bulan|tahun";
const span = new RegExp(`\\b(?:(?:\\d+(?:×24)?|satu|setengah) (?:${units})|sehari|seminggu|sebulan|setahun)\\b`, "g");

/** Amounts of at least two digits. A sample of a message's variable is no rule. */
const rupiah = /(?<!sample: ".*)\bRp ?[1-9][\d.]*\d/g;

/** Limits of a size or a number. That there is at least one of something is no limit. */
const limit =
  /(?<!sample: ".*)\b(?:paling (?:banyak|sedikit|besar|kecil)|maksimal|minimal) (?:[2-9]|\d\d)[\d.]*|\b(?:[2-9]|\d\d+) (?:MB|KB|piksel|huruf|karakter|kali)\b/gi;

/** Rules name durations; span() of lib/time.ts writes them. */
const mayNameSpans = /^src\/(?:.*\/)?(?:[a-z-]+-)?rules\.ts$/;
/** The samples of the design system have limits of their own. */
const mayNameLimits = /^src\/site\/ui-kit\/|^src\/(?:.*\/)?(?:[a-z-]+-)?rules\.ts$/;
const mayNameBrand = /^src\/lib\/(brand|company)\.ts$/;

type Exception = { file: string; text: string; reason: string };

/** Texts that no rule decides, with the reason. A text that is no longer in its file is a finding too. */
const exceptions: readonly Exception[] = [
  { file: "src/lib/time.ts", text: "24 jam", reason: "the function that writes spans" },
  { file: "src/lib/time.ts", text: "setengah jam", reason: "the function that writes spans" },
  { file: "src/privacy/ui/archive-panel.tsx", text: "satu menit", reason: "an estimate" },
  { file: "src/operator/ui/console/console-parts.tsx", text: "satu menit", reason: "an estimate, for operators" },
  { file: "src/site/ui-kit/contract.ts", text: "Rp1.000", reason: "sample text" },
  { file: "src/site/ui-kit/examples.tsx", text: "Rp1.000", reason: "sample text" },
  { file: "src/site/ui-kit/examples.tsx", text: "Rp 1.250.000", reason: "sample text" },
  { file: "src/site/ui-kit/choices.ts", text: "4 hari", reason: "sample text" },
];

/**
 * Checks source texts for durations, amounts, limits and the name in lib/brand.ts. Returns the findings, one line each.
 */
export function checkRepeatedRules(files: SourceTree, allowed: readonly Exception[] = exceptions): string[] {
  const brand = /softwareName = "([^"]+)"/.exec(files.get("src/lib/brand.ts") ?? "")?.[1];
  if (brand === undefined) return ["src/lib/brand.ts:1  softwareName was not found"];
  const brandWord = new RegExp(`(?<![\\w$#/])${brand}(?!\\w)|(?<=\\\\n)${brand}(?!\\w)`, "g");
  const findings: string[] = [];
  const used = new Set<Exception>();
  for (const [path, text] of files) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const code = withoutComments(text);
    const report = (pattern: RegExp, key: string | undefined, advice: string) => {
      for (const { 0: found, index } of code.matchAll(pattern)) {
        const exception = allowed.find((one) => one.file === path && one.text === (key ?? found));
        if (exception) used.add(exception);
        else findings.push(`${path}:${code.slice(0, index).split("\n").length}  "${found}": ${advice}`);
      }
    };
    if (!mayNameSpans.test(path)) report(span, undefined, "compute it from its rule with span() of lib/time.ts");
    report(rupiah, undefined, "compute it from its rule with formatRupiah() of lib/rupiah.ts");
    if (!mayNameLimits.test(path)) report(limit, undefined, "compute it from its rule");
    if (!mayNameBrand.test(path)) report(brandWord, "@brand", "write brandName() of lib/brand.ts");
  }
  for (const one of allowed)
    if (!used.has(one)) findings.push(`bin/checks/repeated-rules.ts  ${one.file} does not say ${one.text} any more`);
  return findings;
}

/** The text with blank comments and the same line numbers. A comment after code counts if a space precedes it. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
}
