/**
 * Draws papers as tagged PDFs: readers of the file, also those who listen to it, get a title, a language, headings and
 * tables, and can search and copy its text.
 */
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import type { Paper, PaperRow } from "../rules.ts";
import {
  ink,
  left,
  openPdf,
  right,
  type Canvas,
  type Doc,
  type Element,
  type Tag,
  type TextStyle,
} from "./pdf-canvas.ts";

/** The right edges of quantity, price and amount, with the width of each, and the width of the text before them. */
const column = {
  quantity: { right: right - 210, width: 45 },
  price: { right: right - 105, width: 100 },
  amount: { right, width: 100 },
  text: 235,
};
type Column = "quantity" | "price" | "amount";

/** Draws a paper as a stream of a PDF/1.7 file. Characters that the font lacks become "?". */
export function drawPaper(paper: Paper): Doc {
  const { doc, canvas } = openPdf(`${paper.title} ${paper.number}`);
  drawHead(canvas, paper);
  drawRows(canvas, paper);
  drawSums(canvas, paper);
  drawNotes(canvas, paper);
  canvas.root.end();
  doc.end();
  return doc;
}

/** Title, number, parties and facts. */
function drawHead(canvas: Canvas, paper: Paper): void {
  const { root } = canvas;
  canvas.drawBrand();
  const box = () => ({ x: right - 300, y: canvas.y, width: 300 });
  const title = { size: 16, font: "bold", align: "right" } as const;
  canvas.y += canvas.text(paper.title, { ...box(), tag: { parent: root, type: "H1" } }, title) + 2;
  const number = { align: "right", color: ink.soft } as const;
  canvas.y += canvas.text(paper.number, { ...box(), tag: { parent: root, type: "P" } }, number) + 10;
  canvas.rule();
  canvas.y += 10;
  if (paper.about !== "") {
    const about = { x: left, y: canvas.y, width: right - left, tag: { parent: root, type: "P" } } as const;
    canvas.y += canvas.text(paper.about, about, { font: "bold" }) + 8;
  }
  drawParties(canvas, paper);
  const facts = canvas.add(root, "Table");
  for (const { label, value } of paper.facts) {
    const row = canvas.add(facts, "TR");
    const width = right - left - 135;
    canvas.need(canvas.heightOf(value, width, { size: 8.5 }));
    const at = { y: canvas.y };
    const style = { size: 8.5, color: ink.soft };
    const head = canvas.text(label, { ...at, x: left, width: 130, tag: { parent: row, type: "TH" } }, style);
    const tag = { parent: row, type: "TD" } as const;
    canvas.y += Math.max(head, canvas.text(value, { ...at, x: left + 135, width, tag }, { size: 8.5 })) + 2;
    row.end();
  }
  facts.end();
  canvas.y += 10;
}

function drawParties(canvas: Canvas, paper: Paper): void {
  const width = (right - left) / 3 - 12;
  const heights = paper.parties.map(({ role, name, lines }, at) => {
    const parent = canvas.add(canvas.root, "Sect");
    let y = canvas.y;
    const place = () => ({ x: left + at * (width + 18), y, width, tag: { parent, type: "P" } as const });
    y += canvas.text(role, place(), { size: 8, color: ink.soft }) + 1;
    y += canvas.text(name, place(), { font: "bold" }) + 1;
    for (const line of lines) y += canvas.text(line, place(), { size: 8.5 });
    parent.end();
    return y;
  });
  canvas.y = Math.max(canvas.y, ...heights) + 10;
}

/** Draws a cell of a column that is aligned to the right. */
function drawCell(canvas: Canvas, text: string, name: Column, tag: Tag, style: TextStyle = {}): number {
  const { right: edge, width } = column[name];
  return canvas.text(text, { x: edge - width, y: canvas.y, width, tag }, { ...style, align: "right" });
}

/** The heads of the columns; repeated on each page, where readers who listen do not need them again. */
function drawRowHead(canvas: Canvas, { head }: Paper, table: Element | null): void {
  const row = table && canvas.add(table, "TR");
  const tag: Tag = row ? { parent: row, type: "TH" } : "artifact";
  const style = { size: 8, color: ink.soft };
  canvas.text(head.text, { x: left, y: canvas.y, width: column.text, tag }, style);
  drawCell(canvas, head.quantity, "quantity", tag, style);
  drawCell(canvas, head.price, "price", tag, style);
  canvas.y += drawCell(canvas, head.amount, "amount", tag, style) + 4;
  row?.end();
  canvas.rule();
  canvas.y += 6;
}

function textWidth({ head }: Paper): number {
  return head.quantity === "" ? right - column.amount.width - left - 12 : column.text;
}

function heightOfRow(canvas: Canvas, row: PaperRow, width: number): number {
  const text = canvas.heightOf(row.text, width);
  return row.details.reduce((sum, line) => sum + canvas.heightOf(line, width, { size: 8 }), text) + 6;
}

/** The table. Its head is repeated on each page. */
function drawRows(canvas: Canvas, paper: Paper): void {
  const width = textWidth(paper);
  const table = canvas.add(canvas.root, "Table");
  drawRowHead(canvas, paper, table);
  const hasPrices = paper.head.quantity !== "";
  for (const row of paper.rows) {
    if (canvas.need(heightOfRow(canvas, row, width))) drawRowHead(canvas, paper, null);
    const parent = canvas.add(table, "TR");
    const tag = { parent, type: "TD" } as const;
    const cell = canvas.add(parent, "TH");
    const { y } = canvas;
    let end = y + canvas.text(row.text, { x: left, y, width, tag: { parent: cell, type: "P" } });
    for (const line of row.details) {
      const style = { size: 8, color: ink.soft };
      end += canvas.text(line, { x: left, y: end, width, tag: { parent: cell, type: "P" } }, style);
    }
    cell.end();
    if (hasPrices) {
      drawCell(canvas, row.quantity === null ? "" : formatCount(row.quantity), "quantity", tag);
      drawCell(canvas, row.price === null ? "" : formatRupiah(row.price), "price", tag);
    }
    drawCell(canvas, formatRupiah(row.amount), "amount", tag);
    parent.end();
    canvas.y = end + 6;
  }
  table.end();
  canvas.rule();
  canvas.y += 8;
}

function drawSums(canvas: Canvas, { sums }: Paper): void {
  const amounts = { x: right - 130, width: 130 };
  const labels = { x: left + 130, width: amounts.x - left - 140 };
  const table = canvas.add(canvas.root, "Table");
  for (const { label, amount, look } of sums) {
    const style: TextStyle =
      look === "total" ? { font: "bold", size: 11 } : look === "note" ? { size: 8.5, color: ink.soft } : {};
    canvas.need(canvas.heightOf(label, labels.width, style) + 4);
    const { y } = canvas;
    const row = canvas.add(table, "TR");
    canvas.y += canvas.text(label, { ...labels, y, tag: { parent: row, type: "TH" } }, style) + 4;
    const tag = { parent: row, type: "TD" } as const;
    canvas.text(formatRupiah(amount), { ...amounts, y, tag }, { ...style, align: "right" });
    row.end();
  }
  table.end();
  canvas.y += 8;
}

function drawNotes(canvas: Canvas, { notes }: Paper): void {
  for (const note of notes) {
    const style = { size: 8.5, color: ink.soft };
    const width = right - left;
    canvas.need(canvas.heightOf(note, width, style) + 4);
    const at = { x: left, y: canvas.y, width, tag: { parent: canvas.root, type: "P" } } as const;
    canvas.y += canvas.text(note, at, style) + 4;
  }
}
