import { day, minute } from "#lib/time.ts";

/**
 * @rule A code that confirms a phone number has 6 digits and works once, for 5 minutes and until the fifth wrong
 * attempt. The next one can be requested after 60 seconds.
 */
export const phoneCode = { digits: 6, ttl: 5 * minute, maxAttempts: 5, resendDelay: minute };

/** The limits count the codes that were sent within this time. */
export const phoneCodeWindow = day;

/**
 * @rule A user gets at most 10 codes in 24 hours, for all phone numbers together.
 * @rule Users without a confirmed e-mail get at most 5 codes in 24 hours for one phone number, and 20 from one network.
 * @rule A user with a confirmed e-mail gets at most 3 codes in 24 hours for one phone number; all of them together get
 * 12 for it.
 */
export const maxPhoneCodesPerDay = { phone: 5, network: 20, own: 3, proven: 12, person: 10 };

/**
 * @rule Phone numbers 08…, 62… and +62… are one number, stored as +62…; null when it is no Indonesian mobile number.
 * Spaces, dots, hyphens and brackets do not matter.
 */
export function normalizePhone(typed: string): string | null {
  const digits = typed.trim().replace(/[\s().-]/g, "");
  const match = /^(?:\+62|62|0)(8\d{8,11})$/.exec(digits);
  return match ? `+62${match[1]}` : null;
}

/** A stored number as it is shown: `0812-3456-7890`. */
export function formatPhone(stored: string): string {
  const local = stored.replace(/^\+62/, "0");
  return [local.slice(0, 4), local.slice(4, 8), local.slice(8)].filter(Boolean).join("-");
}
