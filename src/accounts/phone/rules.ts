import { day, minute } from "#lib/time.ts";

/**
 * @rule A code that confirms a phone number has 6 digits, works once and for 5 minutes, and ends with the fifth wrong
 * attempt; the next one can be requested after 60 seconds.
 */
export const phoneCode = { digits: 6, ttl: 5 * minute, maxAttempts: 5, resendDelay: minute };

/** The limits count the codes that were sent within this time. */
export const phoneCodeWindow = day;

/**
 * @rule In 24 hours, at most 5 codes are sent to one phone number and 20 for one network address for users without a
 * confirmed e-mail; 3 to one number for each user with one, 12 for all of these; 10 to one user.
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
