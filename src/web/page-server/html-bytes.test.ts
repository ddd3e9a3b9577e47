import fc from "fast-check";
import { expect, test } from "vitest";
import { htmlBytes } from "./html-bytes.ts";

test("a page has the same bytes as its text, also with half an emoji and when it is very long", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), (any, pieces) => {
      const joined = [...pieces].reduce((text, piece) => `${text}<p>${piece}`, any);
      expect(htmlBytes(joined).equals(Buffer.from(joined))).toBe(true);
    }),
  );
  for (const text of ["😀".slice(0, 1), "−…é·".repeat(100_000), ""])
    expect(htmlBytes(text).equals(Buffer.from(text))).toBe(true);
});
