/**
 * Design note. A cursor tells after which row the next page of a list begins, as `<key>_<id>`: the value that the list is
 * sorted by, and the id, which decides between rows with the same value. An answer gives it as `next`, and clients send it
 * back unread. Anybody can send one, so its length and its form are checked before anything reads it.
 */
import { boundedText } from "./schema.ts";

/** The row that a page begins after. */
export type Cursor = { key: string; id: string };

export const malformedCursor = "Halaman tidak sesuai.";

const maxLength = 60;
const uuidLength = 36;

/** The schema of an optional cursor whose key matches `keyForm`. An empty cursor is the first page. */
export function cursor(keyForm: RegExp) {
  return boundedText(maxLength, malformedCursor)
    .regex(/^$|^[\d.]{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: malformedCursor, abort: true })
    .transform((text): Cursor | undefined =>
      text === "" ? undefined : { key: text.slice(0, -uuidLength - 1), id: text.slice(-uuidLength) },
    )
    .refine((row) => !row || keyForm.test(row.key), malformedCursor)
    .optional();
}

/** The cursor of a list that is sorted by a moment, in milliseconds since 1970. */
export const momentCursor = cursor(/^\d{1,13}$/).transform(
  (row) => row && { at: new Date(Number(row.key)), id: row.id },
);

/** The cursor of the page after this row. */
export function cursorAfter(key: string | number | Date, id: string): string {
  return `${key instanceof Date ? key.getTime() : key}_${id}`;
}
