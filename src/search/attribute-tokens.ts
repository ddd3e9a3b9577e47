/**
 * Design note. A filter by an attribute ("Bahan: katun", "Halaman: 100 sampai 300") is a condition for tokens, so
 * every search engine has it without knowing attributes, and a changed set of attributes needs no new index. A
 * product has one token for each value. A value that is a number also has one token for each beginning of its nine
 * digits (hundredths, with zeros in front): a range is then covered by few beginnings, at most 18 for each digit.
 * The unit is part of these tokens, because 2 kg are not between 1 and 3 g.
 */
import { createHash } from "node:crypto";
import { maxHundredths, readMeasure } from "./attribute-value.ts";

const digits = 9;

function hashOf(...parts: readonly string[]): string {
  const text = JSON.stringify(parts.map((part) => part.trim().toLowerCase()));
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** The token of products whose attribute has this value, apart from letter case. */
export function attributeToken(name: string, value: string): string {
  return `zv${hashOf(name, value)}`;
}

function beginningToken(hash: string, beginning: string): string {
  return `zw${hash}n${beginning}`;
}

/** All tokens of one attribute of a product. */
export function attributeTokens(name: string, value: string): string[] {
  const measure = readMeasure(value);
  if (!measure) return [attributeToken(name, value)];
  const hash = hashOf(name, measure.unit);
  const text = String(measure.hundredths).padStart(digits, "0");
  const beginnings = Array.from({ length: digits }, (_, at) => beginningToken(hash, text.slice(0, at + 1)));
  return [attributeToken(name, value), ...beginnings];
}

/** The tokens of which products with a number from `min` to `max` (hundredths, both included) have at least one. */
export function rangeTokens({ name, unit }: { name: string; unit: string }, min: number, max: number): string[] {
  const hash = hashOf(name, unit);
  const tokens: string[] = [];
  const cover = (beginning: string) => {
    const missing = digits - beginning.length;
    const low = Number(beginning.padEnd(digits, "0"));
    const high = low + 10 ** missing - 1;
    if (high < min || low > max) return;
    if (beginning !== "" && low >= min && high <= max) tokens.push(beginningToken(hash, beginning));
    else for (let digit = 0; digit < 10; digit += 1) cover(`${beginning}${digit}`);
  };
  if (min <= max) cover("");
  return tokens;
}

/** Everything from 0 on, for a range without an end. */
export const wholeRange = { min: 0, max: maxHundredths } as const;
