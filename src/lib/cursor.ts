/**
 * Design note. A cursor says after which row the next page of a list begins, as `<key>_<id>`: the value by which the
 * list is sorted, and the id, which orders rows with the same value. A response has it as `next`, and clients send it
 * back unchanged. Because any client can send one, its length and format are checked before it is read.
 */
import { boundedText } from "./schema.ts";

/** The row after which a page begins. */
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
