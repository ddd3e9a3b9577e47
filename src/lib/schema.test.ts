import { expect, test } from "vitest";
import { z } from "zod";
import { setIndonesianMessages, singleLine, multiLine } from "./schema.ts";

const taken = (value: string) =>
  singleLine(1, 200).safeParse(value).success && multiLine(1, 200).safeParse(value).success;

test("text is accepted in any script, with accents and joined emoji", () => {
  for (const value of ["Kopi Gayo 250 g", "ꦏꦮꦸꦁ", "北京烤鸭", "عربي", "Zoë", "👩‍🌾🏽 tani", "1", "½", "Rp10.000"])
    expect(taken(value), value).toBe(true);
});

test("text that is invisible, has control characters or changes the text direction is refused", () => {
  for (const value of [
    "Kopi \u202e000.01pR",
    "Toko \u2066Kawung\u2069",
    "a\u0000b",
    "a\u001bb",
    "a\u0085b",
    "\ud800",
    "\u200b",
    "\u200d\u200d",
    "\u3164",
    "\u2800 \u2800",
    "\u00ad",
    "\ufeff",
    "\u0301",
  ])
    expect(taken(value), JSON.stringify(value)).toBe(false);
});

test("so many marks on one letter that they cover the neighbouring lines are refused", () => {
  for (const value of ["Việt", "ꦏꦿꦶꦁ", "བསྒྲུབས", "בְּרֵאשִׁ֖ית"]) expect(taken(value), value).toBe(true);
  expect(taken(`Sa${"\u0316\u0331".repeat(20)}ri`)).toBe(false);
});

test("a single line stays one line, line breaks are unified, and required text may not be empty", () => {
  for (const value of ["a\nb", "a\rb", "a\u2028b", "a\u2029b"])
    expect(singleLine(1, 20).safeParse(value).success).toBe(false);
  expect(multiLine(1, 20).parse(" a\r\nb\rc ")).toBe("a\nb\nc");
  expect(singleLine(0, 20).parse("  ")).toBe("");
  expect(singleLine(1, 20).safeParse("  ").success).toBe(false);
  expect(singleLine(1, 3).safeParse("abcd").success).toBe(false);
});

test("a number that is none, or not whole, is refused with what to write instead", () => {
  setIndonesianMessages();
  const sentence = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
  for (const typed of ["abc", Number.NaN, null])
    expect([sentence(z.int(), typed), sentence(z.number(), typed)]).toEqual(["Isi dengan angka.", "Isi dengan angka."]);
  expect(sentence(z.int(), 1.5)).toBe("Isi dengan angka bulat, tanpa koma.");
  expect(sentence(z.int(), undefined)).toBe("Wajib diisi.");
  expect(sentence(z.string(), null)).toBe("Wajib diisi.");
});
