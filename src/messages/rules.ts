import { brandName } from "#lib/brand.ts";
import { minute } from "#lib/time.ts";

/** @rule A mail or code is never sent twice for one key; keys are kept for 90 days. */
export const messageRetentionDays = 90;

/** How long one delivery blocks others of the same message; longer than any server may take to respond. */
export const deliveryLeaseDuration = 10 * minute;

/** @rule Files in the outbox are kept for 30 days. */
export const outboxRetentionDays = 30;

/** A text as one safe header line: line breaks and control characters become spaces, at most 150 characters. */
export function headerLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/ +/g, " ")
    .trim();
  const points = [...line];
  return points.length > 150 ? `${points.slice(0, 149).join("").trimEnd()}…` : line;
}

/** Whether the text is exactly one plain address: no list, no name, no line break. */
export function isSingleAddress(address: string): boolean {
  const addressParts = address.split("@");
  return (
    address.length <= 254 &&
    addressParts.length === 2 &&
    addressParts.every((half) => /^[^\s<>(),;:"\\[\]\p{Cc}]+$/u.test(half))
  );
}

/** A one-time code as users read it: `482 913`. */
export function formatCode(code: string): string {
  return code.length === 6 ? `${code.slice(0, 3)} ${code.slice(3)}` : code;
}

/**
 * The text of a message with a code. It is the same everywhere, and warns that anyone who asks for the code is a
 * swindler.
 */
export function codeMessage(code: string, minutes: number): string {
  return `${code} adalah kode ${brandName()} Anda, berlaku ${minutes} menit. Jangan berikan kepada siapa pun, termasuk yang mengaku dari ${brandName()}.`;
}

/** How many of the latest messages the demo's outbox shows. */
export const maxOutboxMessages = 50;
