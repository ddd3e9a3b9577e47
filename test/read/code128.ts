import { encodeCode128 } from "../../src/papers/labels/encode-code128.ts";
import { readRectangles } from "./pdf.ts";

/** Reads a Code 128 as a scanner does: by the widths of its bars and gaps. */
export function decodeCode128(widths: readonly number[]): string {
  const known = new Map<string, number>();
  // The symbols of sets B and C have one value each; two symbols with each value teach the decoder all patterns.
  for (let value = 0; value < 95; value += 1)
    known.set(
      encodeCode128(String.fromCharCode(value + 32))
        .slice(6, 12)
        .join(""),
      value,
    );
  for (let value = 0; value < 100; value += 1) {
    const pair = String(value).padStart(2, "0");
    known.set(encodeCode128(`00${pair}`).slice(12, 18).join(""), value);
  }
  const [startB, startC] = [encodeCode128("A").slice(0, 6).join(""), encodeCode128("0000").slice(0, 6).join("")];
  const symbols: string[] = [];
  for (let at = 0; at < widths.length - 13; at += 6) symbols.push(widths.slice(at, at + 6).join(""));
  let isC = symbols[0] === startC;
  if (symbols[0] !== startB && symbols[0] !== startC) throw new Error("no Code 128");
  let text = "";
  for (const symbol of symbols.slice(1)) {
    const value = known.get(symbol) ?? -1;
    if (isC && value < 100 && value >= 0) text += String(value).padStart(2, "0");
    else if (!isC && value === 99) isC = true;
    else if (!isC && value >= 0 && value < 95) text += String.fromCharCode(value + 32);
    else isC = !isC;
  }
  return text;
}

/** What a scanner reads from the barcode of a label: its bars are the highest rectangles. */
export function readBarcode(file: Buffer): string {
  const all = readRectangles(file);
  const height = Math.max(...all.map((one) => one.height));
  const bars = all.filter((one) => one.height === height).toSorted((a, b) => a.x - b.x);
  const unit = Math.min(...bars.map(({ width }) => width));
  const widths = bars.flatMap(({ x, width }, at) => {
    const next = bars[at + 1];
    return next ? [width, next.x - x - width] : [width];
  });
  return decodeCode128(widths.map((one) => Math.round(one / unit)));
}
