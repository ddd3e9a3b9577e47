import { expect, test } from "vitest";
import { readPdf } from "../../../test/read/pdf.ts";
import type { Paper } from "../rules.ts";
import { drawPaper } from "./draw-paper.ts";

async function draw(paper: Paper): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of drawPaper(paper)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const paper: Paper = {
  kind: "invoice",
  title: "Invoice",
  number: "INV/20261121/7KQ2M9XA0B",
  about: "",
  parties: [
    { role: "Penjual", name: "Griya Laksono", lines: ["Kota Bandung, Jawa Barat"] },
    { role: "Pembeli", name: "Sari Dewi", lines: ["Jalan Merdeka 10"] },
  ],
  facts: [{ label: "Tanggal", value: "21 November 2026" }],
  head: { text: "Barang", quantity: "Jumlah", price: "Harga", amount: "Subtotal" },
  rows: [{ text: "Kain batik", details: ["Diskon"], quantity: 2, price: 50_000, amount: 100_000 }],
  sums: [{ label: "Total", amount: 100_000, look: "total" }],
  notes: ["Terima kasih."],
};

test("a PDF has a title and a language, its text can be searched, and its parts are tagged for screen readers", async () => {
  const file = await draw(paper);
  const { text, pages } = readPdf(file);
  expect(pages).toBe(1);
  for (const part of [
    "Invoice",
    paper.number,
    "Griya Laksono",
    "Kain batik",
    "Diskon",
    "Rp50.000",
    "Rp100.000",
    "Halaman 1",
  ])
    expect(text.split("\n"), part).toContain(part);
  const source = file.toString("latin1");
  expect(source).toMatch(/^%PDF-1\.7/);
  expect(source).toContain("/Lang (id)");
  expect(source).toContain("(Invoice INV/20261121/7KQ2M9XA0B)");
  expect(source).toContain("/DisplayDocTitle true");
  expect(source).toContain("/Marked true");
  const tags = Array.from(source.matchAll(/\/S \/(\w+)/g), ([, tag]) => tag);
  for (const tag of ["Document", "H1", "P", "Sect", "Table", "TR", "TH", "TD"]) expect(tags, tag).toContain(tag);
  // Everything that is drawn belongs to an element or is marked as decoration.
  expect(source.match(/\/S \/H1\b/g)).toHaveLength(1);
});

test("names in other scripts, with emoji, invisible signs or without spaces leave a PDF whole", async () => {
  const names = [
    "محمد الصالح",
    "Batik 🧵👩‍🎨 Ibu",
    "\u202emoc.kcatta\u202c",
    "Zoë\u0301\u0302\u0303 Ñandú",
    "\u200b\u200b",
    "a\u0000b\nc\u2028d",
    "\ud800 lone",
    "W".repeat(400),
    "(\\) /Type <</S>> endobj endstream",
    "張偉 王芳",
  ];
  const hostile = {
    ...paper,
    parties: names.slice(0, 3).map((name) => ({ role: "Pembeli", name, lines: names })),
    rows: names.map((text) => ({ text, details: names, quantity: 999, price: 1_000_000_000, amount: 999_000_000_000 })),
    sums: names.map((label) => ({ label, amount: -999_000_000_000, look: "total" as const })),
    notes: names,
  };
  const { text, pages } = readPdf(await draw(hostile));
  expect(pages).toBeGreaterThan(2);
  const lines = text.split("\n");
  expect(lines).toContain("???? ??????");
  expect(lines).toContain("Batik ??? Ibu");
  expect(lines).toContain("a b c d");
  expect(lines).toContain("(\\) /Type <</S>> endobj endstream");
  // An amount of the greatest order stays on one line.
  expect(lines.filter((line) => line === "Rp999.000.000.000")).toHaveLength(names.length);
  expect(lines.filter((line) => line.replaceAll("−", "-") === "-Rp999.000.000.000")).toHaveLength(names.length);
  expect(lines.filter((line) => line.startsWith("Halaman"))).toHaveLength(pages);
});

test("the head of a long table is repeated on each page", async () => {
  const rows = Array.from({ length: 200 }, (_, at) => ({
    text: `Barang ${at}`,
    details: [],
    quantity: 1,
    price: at,
    amount: at,
  }));
  const { text, pages } = readPdf(await draw({ ...paper, rows }));
  expect(pages).toBeGreaterThan(4);
  expect(text.split("\n").filter((line) => line === "Subtotal")).toHaveLength(pages);
  for (const { text: name } of rows) expect(text.split("\n")).toContain(name);
});
