/** Draws labels and packing slips, one A6 page for each order, and picking lists on A4. */
import PDFDocument from "pdfkit";
import { encode } from "uqr";
import { brandName } from "#lib/brand.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { fonts, printable } from "../pdf/pdf-canvas.ts";
import { encodeCode128 } from "./encode-code128.ts";
import { codeOf, labelTitles, parcelTitle, pickingList, type LabelOrder, type LabelSheet } from "./rules.ts";

type Doc = PDFKit.PDFDocument;

type Style = { font?: keyof typeof fonts; size?: number; lines?: number };

/** Points. A6 is 105 × 148 mm. */
const margin = 14;
const a6 = { width: 297.64, height: 419.53 };
const width = a6.width - 2 * margin;
/** Black alone: thermal printers know no other colour. */
const ink = "#000000";

/** Draws a sheet as a stream of a PDF. */
export function drawLabels(sheet: LabelSheet): Doc {
  const doc = new PDFDocument({
    size: sheet.kind === "picking" ? "A4" : "A6",
    margin: 0,
    lang: "id",
    displayTitle: true,
    info: { Title: `${labelTitles[sheet.kind]} ${sheet.shop}`, Author: brandName() },
    autoFirstPage: false,
  });
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font);
  if (sheet.kind === "picking") drawPicking(doc, sheet);
  for (const order of sheet.kind === "picking" ? [] : sheet.orders) {
    doc.addPage();
    if (sheet.kind === "label") drawLabel(doc, order);
    else drawSlip(doc, order);
  }
  doc.end();
  return doc;
}

/** Draws text and returns the position below it. Longer texts are cut after `lines`. */
function write(doc: Doc, text: string, x: number, y: number, wide: number, style: Style = {}): number {
  const { font = "regular", size = 9, lines = 1 } = style;
  doc.font(font).fontSize(size).fillColor(ink);
  const lineHeight = size * 1.3;
  doc.text(printable(doc, text), x, y, { width: wide, height: lines * lineHeight, ellipsis: true, lineGap: 0 });
  return Math.min(doc.y, y + lines * lineHeight) + 1;
}

function rule(doc: Doc, y: number): number {
  doc
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.8)
    .strokeColor(ink)
    .stroke();
  return y + 6;
}

function drawBarcode(doc: Doc, text: string, y: number, height: number): number {
  const widths = encodeCode128(text);
  const modules = widths.reduce((sum, one) => sum + one, 0);
  const quiet = 10;
  const unit = width / (modules + 2 * quiet);
  let x = margin + quiet * unit;
  for (const [at, one] of widths.entries()) {
    if (at % 2 === 0) doc.rect(x, y, one * unit, height);
    x += one * unit;
  }
  doc.fill(ink);
  return y + height + 3;
}

function drawQr(doc: Doc, text: string, x: number, y: number, side: number): void {
  const { size, data } = encode(text, { border: 2, ecc: "M" });
  const unit = side / size;
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries()) if (isDark) doc.rect(x + column * unit, y + row * unit, unit, unit);
  doc.fill(ink);
}

function drawLabel(doc: Doc, order: LabelOrder): void {
  const code = codeOf(order);
  const qr = 70;
  const beside = width - qr - 8;
  const { complaint } = order;
  const heading = [complaint?.heading, order.courierName].filter(Boolean).join(" · ");
  let y = write(doc, heading, margin, margin, width, { font: "bold", size: 16 });
  const weight = `${formatCount(Math.max(1, Math.ceil(order.weightG / 1000)))} kg`;
  // The weight of a parcel whose contents nobody named is not known.
  const parcel = [parcelTitle(order), order.parcel.isKnown && weight, order.isInsured && "Diasuransikan"];
  const about = [complaint && `Komplain ${complaint.number}`, order.invoice, ...parcel];
  y = write(doc, about.filter(Boolean).join(" · "), margin, y, width, { size: 8 });
  y = drawBarcode(doc, code, y + 4, 46);
  y = write(doc, order.trackingNumber ?? (order.hasNumber ? `${code} (resi menyusul)` : code), margin, y, width, {
    font: "bold",
    size: 11,
  });
  y = rule(doc, y + 4);
  y = write(doc, "Penerima", margin, y, width, { size: 7.5 });
  y = write(doc, order.to.name, margin, y, width, { font: "bold", size: 12, lines: 2 });
  if (order.to.phone) y = write(doc, order.to.phone, margin, y, width, { size: 10 });
  // The address ends above the sender, however long it is.
  for (const [at, line] of order.to.lines.entries())
    y = write(doc, line, margin, y, width, { size: 9.5, lines: at === 0 ? 3 : 2 });
  y = rule(doc, y + 3);
  drawQr(doc, code, margin + width - qr, y, qr);
  const below = y + qr;
  y = write(doc, "Pengirim", margin, y, beside, { size: 7.5 });
  y = write(doc, order.from.name, margin, y, beside, { font: "bold", size: 10 });
  for (const line of order.from.lines) y = write(doc, line, margin, y, beside, { size: 8, lines: 2 });
  const cash = order.cashOnDelivery;
  if (cash > 0) write(doc, `COD ${formatRupiah(cash)}`, margin, y + 4, beside, { font: "bold", size: 15 });
  // The goods of a complaint's parcel go on its label, because it has no slip.
  if (complaint) drawGoods(doc, order, Math.max(y, below) + 4);
}

/** Lists goods in one line each down to the end of the label; the last line counts those without one. */
function drawGoods(doc: Doc, { items }: LabelOrder, top: number): void {
  const size = 7.5;
  const lineHeight = size * 1.3 + 1;
  const lines = Math.max(1, Math.floor((a6.height - margin - top) / lineHeight));
  const shown = items.length > lines ? items.slice(0, lines - 1) : items;
  let y = top;
  for (const { quantity, name, variant } of shown)
    y = write(doc, `${formatCount(quantity)} × ${[name, variant].filter(Boolean).join(", ")}`, margin, y, width, {
      size,
    });
  const left = items.length - shown.length;
  if (left > 0) write(doc, `dan ${formatCount(left)} barang lain`, margin, y, width, { size });
}

function drawSlip(doc: Doc, order: LabelOrder): void {
  const which = parcelTitle(order);
  const title = which ? `Isi ${which.toLowerCase()}` : "Isi paket";
  let y = write(doc, title, margin, margin, width, { font: "bold", size: 14 });
  if (!order.parcel.isKnown)
    y = write(doc, "Sebagian dari isi pesanan ini:", margin, y, width, { font: "bold", size: 9 });
  y = write(doc, `${order.invoice} · ${order.from.name}`, margin, y, width, { size: 8 });
  y = write(doc, `Untuk ${order.to.name}`, margin, y, width, { size: 9 });
  y = rule(doc, y + 4);
  for (const [at, item] of order.items.entries()) {
    const left = order.items.length - at;
    if (y > a6.height - 60 && left > 1) {
      write(doc, `dan ${formatCount(left)} barang lain`, margin, y, width);
      return;
    }
    write(doc, `${formatCount(item.quantity)} ×`, margin, y, 40, { font: "bold", size: 10 });
    y = write(doc, item.name, margin + 40, y, width - 40, { size: 9.5, lines: 2 });
    if (item.variant) y = write(doc, item.variant, margin + 40, y, width - 40, { size: 8.5 });
    if (item.note) y = write(doc, `Catatan: ${item.note}`, margin + 40, y, width - 40, { size: 8, lines: 3 });
    y += 4;
  }
}

function drawPicking(doc: Doc, { shop, printedAt, orders }: LabelSheet): void {
  const [left, right, bottom] = [48, 595.28 - 48, 841.89 - 48];
  doc.addPage();
  let y = write(doc, labelTitles.picking, left, 48, right - left, { font: "bold", size: 18 });
  y =
    write(doc, `${shop} · ${formatCount(orders.length)} pesanan · ${printedAt}`, left, y, right - left, { size: 10 }) +
    10;
  for (const { name, variant, quantity } of pickingList(orders)) {
    if (y > bottom - 40) {
      doc.addPage();
      y = 48;
    }
    doc
      .rect(left, y + 1, 10, 10)
      .lineWidth(0.8)
      .strokeColor(ink)
      .stroke();
    write(doc, `${formatCount(quantity)} ×`, left + 22, y, 50, { font: "bold", size: 11 });
    y = write(doc, name, left + 76, y, right - left - 76, { size: 11, lines: 2 });
    if (variant) y = write(doc, variant, left + 76, y, right - left - 76, { size: 9.5 });
    y += 6;
  }
}
