/**
 * Design note. Texts of operators are lines of plain text with a few marks, which become data: blocks with pieces.
 * Pages show the pieces as text, so no text can hold HTML, and a link leads to this site or to an https address.
 * Variables are filled in the pieces, after the marks were read, so a value never becomes a mark. Not chosen: a
 * Markdown library, because most of its language (HTML, pictures, raw addresses) would have to be refused again.
 */
import { hrefs } from "#hrefs.ts";
import { isLink } from "#lib/settings/field-schema.ts";
import { fillText, variableComplaint, variablesIn } from "#lib/template-text.ts";
import { textPieces, type TextPiece } from "../help/article.ts";

export type BlockKind = "heading" | "subheading" | "text" | "list" | "steps";
/** A heading or a paragraph has one item, a list several. */
export type Block = { kind: BlockKind; items: TextPiece[][] };

const marks: readonly { kind: BlockKind; pattern: RegExp }[] = [
  { kind: "subheading", pattern: /^### (?=\S)/ },
  { kind: "heading", pattern: /^## (?=\S)/ },
  { kind: "list", pattern: /^- (?=\S)/ },
  { kind: "steps", pattern: /^\d{1,3}\. (?=\S)/ },
];

/** The blocks of a text with the values of its variables. */
export function readMarkup(text: string, values: Readonly<Record<string, string>>): Block[] {
  return linesOf(text).map(({ kind, lines }) => ({
    kind,
    items: lines.map((line) => textPieces(line).map((piece) => ({ ...piece, text: fillText(piece.text, values) }))),
  }));
}

/** The lines of each block without their marks. Lines that follow each other are one paragraph or one list. */
function linesOf(text: string): { kind: BlockKind; lines: string[] }[] {
  const blocks: { kind: BlockKind; lines: string[] }[] = [];
  let isOpen = false;
  for (const typed of text.split("\n")) {
    const line = typed.trim();
    if (line === "") {
      isOpen = false;
      continue;
    }
    const mark = marks.find(({ pattern }) => pattern.test(line));
    const kind = mark?.kind ?? "text";
    const words = mark ? line.replace(mark.pattern, "") : line;
    const last = blocks.at(-1);
    if (!isOpen || last?.kind !== kind || kind === "heading" || kind === "subheading")
      blocks.push({ kind, lines: [words] });
    else if (kind === "text") last.lines = [`${last.lines.join(" ")} ${words}`];
    else last.lines.push(words);
    isOpen = true;
  }
  return blocks;
}

/** What is wrong with a text, or null: an unknown variable, a link elsewhere, or a mark that is not complete. */
export function markupComplaint(text: string, known: readonly string[]): string | null {
  const variables = variableComplaint(text, known);
  if (variables !== null) return variables;
  for (const { href, text: words } of linesOf(text).flatMap(({ lines }) => lines.flatMap(textPieces))) {
    if (href === undefined && words.includes("]("))
      return `Tautan yang belum lengkap. Tulis seperti [Cara belanja](${hrefs.guide()}).`;
    if (href !== undefined && (variablesIn(href).length > 0 || !isLink(href)))
      return `Tautan ke ${href.slice(0, 80)} tidak bisa dipakai. Tulis halaman situs ini yang diawali dengan /, atau alamat https://.`;
  }
  return null;
}
