import { expect, test } from "vitest";
import { validationMessage } from "./validation-messages.ts";

function input(type: string, wrong: Partial<ValidityState>, rest: object = {}) {
  return { type, title: "", validity: { valid: false, ...wrong } as ValidityState, ...rest };
}

test("messages about an invalid input are in Indonesian", () => {
  expect(validationMessage(input("text", { valid: true }))).toBe("");
  expect(validationMessage(input("text", { valueMissing: true }))).toBe("Bagian ini perlu diisi.");
  expect(validationMessage(input("select-one", { valueMissing: true }))).toBe("Pilih salah satu.");
  expect(validationMessage(input("email", { typeMismatch: true }))).toContain("nama@contoh.id");
  expect(validationMessage(input("password", { tooShort: true }, { minLength: 8 }))).toBe(
    "Tulis paling sedikit 8 karakter.",
  );
  expect(validationMessage(input("number", { rangeOverflow: true }, { max: "14" }))).toBe("Paling banyak 14.");
  expect(validationMessage(input("text", { patternMismatch: true }, { title: "Lima angka." }))).toBe("Lima angka.");
});
