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
  return input.title || "Isian ini belum sesuai bentuknya.";
}

/** Listens on the whole document from now on. */
export function setIndonesianValidationMessages(): void {
  const forget = (event: Event) => isInput(event.target) && event.target.setCustomValidity("");
  document.addEventListener("input", forget, true);
  document.addEventListener("change", forget, true);
  document.addEventListener(
    "invalid",
    (event) => {
      const { target } = event;
      if (!isInput(target)) return;
      target.setCustomValidity("");
      target.setCustomValidity(validationMessage(target));
      // The browser focuses the first wrong field, so it must not be folded or under the header.
      openEnclosingDetails(target);
      if (target.form?.querySelector(":invalid:not(fieldset)") === target) bringIntoView(target);
    },
    true,
  );
}
