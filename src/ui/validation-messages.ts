import { bringIntoView, openEnclosingDetails } from "./show-refusal.ts";

/** The browser's messages about an invalid input, in Indonesian instead of the device's language. */

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isInput(target: EventTarget | null): target is Input {
  return target instanceof HTMLElement && "setCustomValidity" in target;
}

/** The sentence about an invalid input; empty when it is valid. */
export function validationMessage(input: {
  type: string;
  title: string;
  inputMode?: string;
  minLength?: number;
  maxLength?: number;
  min?: string;
  max?: string;
  validity: ValidityState;
}): string {
  const { validity, type } = input;
  if (validity.valid) return "";
  if (validity.valueMissing) {
    if (type.startsWith("select") || type === "radio") return "Pilih salah satu.";
    if (type === "checkbox") return "Centang kotak ini untuk melanjutkan.";
    if (type === "file") return "Pilih berkas dahulu.";
    return "Bagian ini perlu diisi.";
  }
  if (validity.typeMismatch) {
    return type === "email"
      ? "Tulis alamat email yang lengkap, misalnya nama@contoh.id."
      : "Tulis alamat web yang lengkap, misalnya https://contoh.id.";
  }
  if (validity.tooShort) return `Tulis paling sedikit ${input.minLength} karakter.`;
  if (validity.tooLong) return `Tulis paling banyak ${input.maxLength} karakter.`;
  if (validity.rangeUnderflow) return `Paling sedikit ${input.min}.`;
  if (validity.rangeOverflow) return `Paling banyak ${input.max}.`;
  if (validity.patternMismatch && input.title === "" && input.inputMode === "numeric") return "Isi dengan angka saja.";
  return input.title || "Isian ini belum sesuai bentuknya.";
}

type InputLike = {
  type: string;
  name: string;
  dataset?: { problem?: string };
  setCustomValidity(message: string): void;
};

/** Makes an input invalid for a reason that the browser does not know. It stays so until it is called with "". */
export function setProblem(input: HTMLInputElement, problem: string): void {
  if (problem === "") delete input.dataset.problem;
  else input.dataset.problem = problem;
  input.setCustomValidity(problem);
}

/** Removes the message of an input that changed; of a radio button also those of its whole group, which had it too. */
export function clearMessage(input: InputLike & { form: { elements: Iterable<object> } | null }): void {
  input.setCustomValidity(input.dataset?.problem ?? "");
  if (input.type !== "radio" || !input.form) return;
  for (const other of input.form.elements)
    if (isInputLike(other) && other.type === "radio" && other.name === input.name) other.setCustomValidity("");
}

function isInputLike(element: object): element is InputLike {
  return "setCustomValidity" in element && "name" in element && "type" in element;
}

/** Listens on the whole document from now on. */
export function setIndonesianValidationMessages(): void {
  const clear = (event: Event) => isInput(event.target) && clearMessage(event.target);
  document.addEventListener("input", clear, true);
  document.addEventListener("change", clear, true);
  document.addEventListener(
    "invalid",
    (event) => {
      const { target } = event;
      if (!isInput(target)) return;
      target.setCustomValidity("");
      target.setCustomValidity(target.dataset.problem ?? validationMessage(target));
      // The browser focuses the first wrong field, so it must not be folded or under the header.
      openEnclosingDetails(target);
      if (target.form?.querySelector(":invalid:not(fieldset)") === target) bringIntoView(target);
    },
    true,
  );
}
