import { day } from "#lib/time.ts";

/** @rule A search without results is stored for 90 days, at most 5,000 different texts a day. */
export const emptySearchMemory = { duration: 90 * day, perDay: 5_000 };

/** @rule Operators see a search without results when it was made on 2 different days; at most 200 texts. */
export const shownEmptySearches = { days: 2, max: 200 };

const maxLength = 60;

/**
 * The text as it is remembered: lower case, single spaces. Null when it may say something about a person: an address
 * of a mail or a page, or a number of five digits and more, and when it is too short or long to be a wish.
 */
export function rememberedText(typed: string): string | null {
  const text = typed.slice(0, 300).toLocaleLowerCase("id").split(/\s+/).filter(Boolean).join(" ");
  // The database counts characters, of which an emoji is one.
  const { length } = [...text];
  if (length < 2 || length > maxLength || !/[\p{L}\p{N}]/u.test(text)) return null;
  const digits = text.split(/[^0-9]+/).join("").length;
  return digits >= 5 || /[@/\\:<>]/.test(text) ? null : text;
}
