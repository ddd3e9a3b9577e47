import { expect, test } from "vitest";
import { cursor, cursorAfter, momentCursor } from "./cursor.ts";

const id = "01930000-0000-7000-8000-0000000000ff";

test("a cursor is read back as it was written", () => {
  const at = new Date("2026-11-22T08:30:00.123Z");
  expect(cursorAfter(42, id)).toBe(`42_${id}`);
  expect(cursor(/^\d{1,9}$/).parse(cursorAfter(42, id))).toEqual({ key: "42", id });
  expect(cursor(/^\d\.\d$/).parse(cursorAfter("4.7", id))).toEqual({ key: "4.7", id });
  expect(momentCursor.parse(cursorAfter(at, id))).toEqual({ at, id });
});

test("without a cursor, or with an empty one, a list begins at its first page", () => {
  for (const schema of [cursor(/^\d$/), momentCursor])
    expect([schema.parse(undefined), schema.parse("")]).toEqual([undefined, undefined]);
});

test.each([
  "x",
  "1",
  "_",
  `_${id}`,
  `1${id}`,
  `-1_${id}`,
  ` 1_${id}`,
  `1_${id}\n`,
  `1_${id.toUpperCase()}`,
  `1_${id}'; drop table products`,
  `1_zzzzzzzz-0000-0000-0000-000000000000`,
  `1.5_${id}`,
  `12345678901234_${id}`,
  `${"1".repeat(100_000)}_${id}`,
  Buffer.from(`k${id}1`).toString("base64url"),
])("%j is refused", (text) => {
  const { error } = momentCursor.safeParse(text);
  expect(error?.issues.map(({ message }) => message)).toEqual(["Halaman tidak sesuai."]);
});
