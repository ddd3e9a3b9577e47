import { expect, test } from "vitest";
import { capitalise, headerNameLength, initials, truncate } from "./truncate.ts";

test("a name in the header has at most 14 characters", () => {
  expect(headerNameLength).toBe(14);
  expect(truncate("Siti Rahmawati", 14)).toBe("Siti Rahmawati");
  expect(truncate("Siti Rahmawatii", 14)).toBe("Siti Rahmawati…");
});

test("characters are counted as people see them", () => {
  expect(truncate("👩‍👩‍👧‍👦".repeat(14), 14)).toBe("👩‍👩‍👧‍👦".repeat(14));
  expect(truncate("👩‍👩‍👧‍👦".repeat(15), 14)).toBe(`${"👩‍👩‍👧‍👦".repeat(14)}…`);
});

test("the cut text does not end with a space", () => expect(truncate("Siti Nur Halim Putri", 9)).toBe("Siti Nur…"));

test("a user type is shown capitalised", () => {
  expect(capitalise("penjual")).toBe("Penjual");
  expect(capitalise("")).toBe("");
});

test("initials come from the first and the last name", () => {
  expect(initials("Siti Rahmawati")).toBe("SR");
  expect(initials("  budi ")).toBe("B");
  expect(initials("Ni Luh Putu Ayu")).toBe("NA");
  expect(initials("")).toBe("");
});
