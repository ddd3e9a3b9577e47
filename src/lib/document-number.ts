import { randomInt } from "node:crypto";
import { compactDay } from "./time.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/**
 * `INV/20261121/7KQ2M9XA0B`: a prefix, the Jakarta day and ten random characters, so that a number reveals nothing
 * about other documents.
 */
export function documentNumber(prefix: string, at: Date): string {
  return `${prefix}/${compactDay(at)}/${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}
