import { expect, test } from "vitest";
import { formSentence } from "./validation-messages.ts";

function input(type: string, wrong: Partial<ValidityState>, rest: object = {}) {
  return { type, title: "", validity: { valid: false, ...wrong } as ValidityState, ...rest };
}

test("what is wrong with an input is said in Indonesian", () => {
  expect(formSentence(input("text", { valid: true }))).toBe("");
  expect(formSentence(input("text", { valueMissing: true }))).toBe("Bagian ini perlu diisi.");
  expect(formSentence(input("select-one", { valueMissing: true }))).toBe("Pilih salah satu.");
  expect(formSentence(input("email", { typeMismatch: true }))).toContain("nama@contoh.id");
  expect(formSentence(input("password", { tooShort: true }, { minLength: 8 }))).toBe(
    "Tulis paling sedikit 8 karakter.",
  );
  expect(formSentence(input("number", { rangeOverflow: true }, { max: "14" }))).toBe("Paling banyak 14.");
  expect(formSentence(input("text", { patternMismatch: true }, { title: "Lima angka." }))).toBe("Lima angka.");
});
