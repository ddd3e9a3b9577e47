import { expect, test } from "vitest";
import { markupComplaint, readMarkup } from "./markup.ts";
import { variableNames, variableValues } from "./variables.ts";

const complaint = (text: string) => markupComplaint(text, ["merek"]);

test("a text becomes headings, paragraphs and lists, and lines that follow each other belong together", () => {
  const blocks = readMarkup(
    "Kirim dari\n{merek}.\n\n## Cara\n- **cepat**\n- murah\n1. pesan\n2. bayar\n### Rincian\nLihat [panduan](/guide).",
    { merek: "Kawung" },
  );
  expect(
    blocks.map(({ kind, items }) => [kind, items.map((pieces) => pieces.map(({ text }) => text).join("|"))]),
  ).toEqual([
    ["text", ["Kirim dari Kawung."]],
    ["heading", ["Cara"]],
    ["list", ["cepat", "murah"]],
    ["steps", ["pesan", "bayar"]],
    ["subheading", ["Rincian"]],
    ["text", ["Lihat |panduan|."]],
  ]);
  expect(blocks.at(-1)?.items[0]?.[1]).toEqual({ text: "panduan", href: "/guide" });
});

test("HTML is plain text, and the value of a variable never becomes a mark", () => {
  const [block] = readMarkup("<script>1</script> {merek}", { merek: "**[x](javascript:1)**" });
  expect(block?.items).toEqual([[{ text: "<script>1</script> **[x](javascript:1)**" }]]);
});

test("an unknown variable and a stray brace are refused by name", () => {
  expect(complaint("Selamat datang di {merek}.")).toBeNull();
  expect(complaint("Hubungi {telpon}.")).toMatch(/^\{telpon\} tidak dikenal\. Yang bisa dipakai: \{merek\}/);
  expect(complaint("Hubungi { kami.")).toContain("kurung kurawal");
});

test("a link leads to this site or to an https address, and anything else is refused", () => {
  for (const href of ["/guide", "/guide#tanya-kami", "https://contoh.example/a?b=1"])
    expect(complaint(`Lihat [ini](${href}).`), href).toBeNull();
  for (const href of [
    "javascript:alert",
    "//jahat.example",
    "http://contoh.example",
    "data:text/html,x",
    "/{merek}",
    "guide",
  ])
    expect(complaint(`Lihat [ini](${href}).`), href).toContain(`Tautan ke ${href}`);
  expect(complaint("Lihat [ini](dua kata).")).toContain("belum lengkap");
});

test("every variable has a value that holds no variable", () => {
  const values = variableValues();
  expect(Object.keys(values)).toEqual(variableNames);
  for (const [name, value] of Object.entries(values)) expect(value, name).toMatch(/^[^{}]+$/);
});
