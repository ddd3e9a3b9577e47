import { hour, spanInWords } from "#lib/time.ts";

/** @rule A PIN has 6 digits. */
export const pinLength = 6;

/** @rule Five wrong PINs an hour; then the PIN is not compared any more until the hour is over or it is set again. */
export const pinAttempts = { max: 5, window: hour };

export const pinFormatText = `PIN terdiri dari ${pinLength} angka.`;

/** Whether a text can be a PIN at all. */
export function isPin(text: string): boolean {
  return text.length === pinLength && /^\d+$/.test(text);
}

/** What a wrong PIN answers. The limit is public, so the number of attempts that are left helps no thief. */
export function wrongPinText(left: number): string {
  const wait = spanInWords(pinAttempts.window);
  if (left === 0) return `PIN salah. Tunggu ${wait}, atau buat PIN baru.`;
  return `PIN salah. Anda masih bisa mencoba ${left} kali, setelah itu tunggu ${wait}.`;
}

/** Why a PIN is refused, as an Indonesian sentence; null when it is accepted. `birthDate` is `YYYY-MM-DD`. */
export function pinProblem(pin: string, birthDate: string | null): string | null {
  if (!isPin(pin)) return pinFormatText;
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, at) => (digit - (digits[at] ?? 0) + 10) % 10);
  // One digit or two that repeat, and runs such as 123456, 890123 and 654321.
  const isRun = steps.every((step) => step === steps[0]) && [0, 1, 9].includes(steps[0] ?? 0);
  const isRepeated = pin === pin.slice(0, 2).repeat(3) || pin === pin.slice(0, 3).repeat(2);
  if (isRun || isRepeated) return "PIN ini terlalu mudah ditebak. Pilih yang lain.";
  if (birthDate !== null && spellings(birthDate).includes(pin)) return "Jangan memakai tanggal lahir Anda sebagai PIN.";
  return null;
}

/** The six digits that people write for a date. */
function spellings(date: string): string[] {
  const [year = "", month = "", day = ""] = date.split("-");
  return [`${day}${month}${year.slice(2)}`, `${month}${day}${year.slice(2)}`, `${year.slice(2)}${month}${day}`];
}
