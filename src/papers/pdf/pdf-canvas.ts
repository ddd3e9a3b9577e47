/**
 * What every PDF is drawn with: fonts, a page with a footer, and text that belongs to an element of the document's
 * structure, so that readers who listen to it get headings and tables.
 */
import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import { brandName } from "#lib/brand.ts";
import { logoSetting, mainColour } from "#lib/look/look.ts";
import { settingOf } from "#lib/settings/setting.ts";
import { pdfLogo } from "./pdf-look.ts";

export const fonts = {
  regular: readFileSync(new URL("../fonts/PlusJakartaSans-Regular.ttf", import.meta.url)),
  bold: readFileSync(new URL("../fonts/PlusJakartaSans-SemiBold.ttf", import.meta.url)),
};
type Font = keyof typeof fonts;

/** A4 in points. */
const page = { width: 595.28, height: 841.89, margin: 48, footer: 28 };
export const left = page.margin;
export const right = page.width - page.margin;
export const bottom = page.height - page.margin - page.footer;
export const ink = { strong: "#1b1a17", soft: "#5c5850", line: "#d8d3c8" };
export type Doc = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

export type TextStyle = { font?: Font; size?: number; color?: string; align?: "left" | "right" };
/** What a text is to a reader who listens: an element inside another one, or nothing (`artifact`), such as a footer. */
export type Tag = "artifact" | { parent: Element; type: "H1" | "H2" | "P" | "TH" | "TD" };
export type Canvas = {
  doc: Doc;
  root: Element;
  /** The vertical position, in points from the top. */
  y: number;
  newPage(): void;
  /** Begins a new page unless this height is left. Returns whether it did. */
  need(height: number): boolean;
  /** Draws text in a box and returns its height. */
  text(text: string, at: { x: number; y: number; width: number; tag: Tag }, style?: TextStyle): number;
  heightOf(text: string, width: number, style?: TextStyle): number;
  /** Draws the logo and the marketplace's name at the left of the present line. */
  drawBrand(): void;
  rule(): void;
  /** Adds an element. The caller ends it when nothing more comes inside. */
  add(parent: Element, type: string): Element;
};

/** A PDF/1.7 file with this title and its first page. Characters that the font lacks become "?". */
export function openPdf(title: string): { doc: Doc; canvas: Canvas } {
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    tagged: true,
    lang: "id",
    displayTitle: true,
    info: { Title: title, Author: brandName() },
    autoFirstPage: false,
  });
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font);
  const canvas = createCanvas(doc, title);
  canvas.newPage();
  return { doc, canvas };
}

function createCanvas(doc: Doc, title: string): Canvas {
  let pages = 0;
  const root = doc.struct("Document");
  doc.addStructure(root);
  const use = ({ font = "regular", size = 9.5, color = ink.strong }: TextStyle = {}) =>
    doc.font(font).fontSize(size).fillColor(color);
  const canvas: Canvas = {
    doc,
    root,
    y: 0,
    newPage() {
      doc.addPage();
      pages += 1;
      canvas.y = page.margin;
      const footer = { size: 8, color: ink.soft };
      const at = { y: bottom + 16, tag: "artifact" } as const;
      canvas.text(title, { ...at, x: left, width: 350 }, footer);
      canvas.text(`Halaman ${pages}`, { ...at, x: right - 100, width: 100 }, { ...footer, align: "right" });
    },
    need(height) {
      if (canvas.y + height <= bottom) return false;
      canvas.newPage();
      return true;
    },
    text(text, { x, y, width, tag }, style = {}) {
      if (text === "") return 0;
      const draw = () =>
        use(style).text(printable(doc, text), x, y, { width, align: style.align ?? "left", lineGap: 1.5 });
      if (tag === "artifact") {
        doc.markContent("Artifact", { type: "Pagination" });
        draw().endMarkedContent();
      } else {
        const content = doc.markStructureContent(tag.type);
        draw().endMarkedContent();
        tag.parent.add(doc.struct(tag.type, {}, content));
      }
      return canvas.heightOf(text, width, style);
    },
    heightOf(text, width, style) {
      return text === "" ? 0 : use(style).heightOfString(printable(doc, text), { width, lineGap: 1.5 });
    },
    drawBrand() {
      const logo = pdfLogo();
      if (logo) {
        doc.markContent("Artifact", { type: "Layout" });
        doc.image(Buffer.from(logo), left, canvas.y, { fit: [150, 24] }).endMarkedContent();
      }
      if (logo && !settingOf(logoSetting).hasName) return;
      const style = { font: "bold", size: logo ? 9.5 : 16, color: mainColour() } as const;
      canvas.text(brandName(), { x: left, y: canvas.y + (logo ? 28 : 0), width: 190, tag: "artifact" }, style);
    },
    rule() {
      doc.markContent("Artifact", { type: "Layout" });
      doc.moveTo(left, canvas.y).lineTo(right, canvas.y).lineWidth(0.6).strokeColor(ink.line).stroke();
      doc.endMarkedContent();
    },
    add(parent, type) {
      const element = doc.struct(type);
      parent.add(element);
      return element;
    },
  };
  return canvas;
}

/**
 * The text without what the current font cannot show. Marks and invisible signs are left out: a sign that turns the
 * direction of writing could make an amount read differently.
 */
export function printable(doc: Doc, text: string): string {
  // pdfkit's types lack the font that is in use.
  const { _font } = doc as unknown as { _font?: { font?: { hasGlyphForCodePoint(code: number): boolean } } };
  const hasGlyph = (sign: string) => _font?.font?.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ?? true;
  const shown = Array.from(text.normalize("NFC"), (sign) => {
    if (/[\p{Cf}\p{Cs}\u{fe00}-\u{fe0f}]/u.test(sign)) return "";
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(sign)) return " ";
    return hasGlyph(sign) ? sign : /\p{M}/u.test(sign) ? "" : "?";
  }).join("");
  return shown.trim() === "" ? "?" : shown;
}
