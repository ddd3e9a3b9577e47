import { expect, test } from "vitest";
import { clearMessage, validationMessage } from "./validation-messages.ts";

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
  expect(validationMessage(input("text", { patternMismatch: true }, { inputMode: "numeric" }))).toBe(
    "Isi dengan angka saja.",
  );
});

test("the choice of one radio button removes the message of its whole group, and of no other", () => {
  const messages = new Map<string, string>();
  const elements: object[] = [{ tagName: "FIELDSET" }];
  const radio = (id: string, name: string) => {
    messages.set(id, "Pilih salah satu.");
    const made = {
      type: "radio",
      name,
      form: { elements },
      setCustomValidity: (message: string) => messages.set(id, message),
    };
    elements.push(made);
    return made;
  };
  const chosen = radio("yes", "ends");
  radio("no", "ends");
  radio("other", "kind");
  clearMessage(chosen);
  expect([...messages]).toEqual([
    ["yes", ""],
    ["no", ""],
    ["other", "Pilih salah satu."],
  ]);
});

test("a change removes the browser's message, and leaves the problem that a field has itself", () => {
  let message = "Tunggu sampai semua foto terkirim.";
  const made = { type: "file", name: "", form: null, setCustomValidity: (text: string) => void (message = text) };
  clearMessage({ ...made, dataset: { problem: message } });
  expect(message).toBe("Tunggu sampai semua foto terkirim.");
  clearMessage({ ...made, dataset: {} });
  expect(message).toBe("");
});
