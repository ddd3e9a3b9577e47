import { day } from "#lib/time.ts";

/**
 * A bank to which money can be sent. `digits` are the lengths of its account numbers, generous where the bank has
 * several kinds of accounts.
 */
export type Bank = { code: string; name: string; digits: { min: number; max: number } };

/**
 * The banks on offer, the largest first. `code` is stored with accounts and never changes.
 *
 * @rule Money is sent to accounts of these banks. The number of an account has as many digits as its bank's.
 */
export const banks: readonly Bank[] = [
  { code: "bca", name: "BCA", digits: { min: 10, max: 10 } },
  { code: "mandiri", name: "Bank Mandiri", digits: { min: 13, max: 13 } },
  { code: "bri", name: "BRI", digits: { min: 15, max: 15 } },
  { code: "bni", name: "BNI", digits: { min: 10, max: 10 } },
  { code: "bsi", name: "Bank Syariah Indonesia (BSI)", digits: { min: 10, max: 10 } },
  { code: "cimb", name: "CIMB Niaga", digits: { min: 12, max: 14 } },
  { code: "permata", name: "Bank Permata", digits: { min: 10, max: 16 } },
  { code: "btn", name: "BTN", digits: { min: 10, max: 16 } },
  { code: "danamon", name: "Bank Danamon", digits: { min: 10, max: 16 } },
  { code: "ocbc", name: "OCBC", digits: { min: 12, max: 12 } },
  { code: "maybank", name: "Maybank Indonesia", digits: { min: 10, max: 10 } },
  { code: "panin", name: "Panin Bank", digits: { min: 10, max: 10 } },
  { code: "mega", name: "Bank Mega", digits: { min: 15, max: 15 } },
  { code: "muamalat", name: "Bank Muamalat", digits: { min: 10, max: 10 } },
  { code: "sinarmas", name: "Bank Sinarmas", digits: { min: 10, max: 10 } },
  { code: "jago", name: "Bank Jago", digits: { min: 12, max: 12 } },
  { code: "seabank", name: "SeaBank", digits: { min: 12, max: 12 } },
  { code: "blu", name: "blu by BCA Digital", digits: { min: 12, max: 12 } },
  { code: "jenius", name: "Jenius (SMBC Indonesia)", digits: { min: 10, max: 12 } },
  { code: "neo", name: "Bank Neo Commerce", digits: { min: 12, max: 16 } },
  { code: "bjb", name: "Bank BJB", digits: { min: 13, max: 13 } },
  { code: "jakarta", name: "Bank Jakarta", digits: { min: 11, max: 11 } },
  { code: "jateng", name: "Bank Jateng", digits: { min: 10, max: 13 } },
  { code: "jatim", name: "Bank Jatim", digits: { min: 10, max: 10 } },
];

/** The bank with this code, or undefined when it is not on offer. */
export function findBank(code: string): Bank | undefined {
  return banks.find((bank) => bank.code === code);
}

/** The bank's name for people. Old accounts may have a bank that is no longer on offer. */
export function bankName(code: string): string {
  return findBank(code)?.name ?? code.toUpperCase();
}

/** The digits of an account number as typed. Spaces, dots and hyphens, as banks print them, are left out. */
export function normaliseAccountNumber(typed: string): string {
  return typed.replace(/[\s.-]/g, "");
}

/** Why an account number cannot be one of this bank, as an Indonesian sentence; null when it can. */
export function accountNumberProblem(bank: Bank, number: string): string | null {
  const { min, max } = bank.digits;
  if (number.length >= min && number.length <= max && /^\d+$/.test(number)) return null;
  return `Nomor rekening ${bank.name} terdiri dari ${min === max ? min : `${min} sampai ${max}`} angka.`;
}

/** `•••• 6789`: how an account number is shown after it was saved. */
export function maskedNumber(last4: string): string {
  return `•••• ${last4}`;
}

/** @rule A user stores at most 3 bank accounts. */
export const maxBankAccounts = 3;

/**
 * @rule Money can be sent to a bank account 24 hours after it was added, so that its user can react to a change by a
 * stranger.
 */
export const accountHoldDuration = day;

/** @rule At most 10 bank accounts are checked for one user in a day, because providers charge for each check. */
export const accountChecksOfUser = { max: 10, window: day };

/** @rule The holder's name of a bank account has at most 100 characters. */
export const holderNameLength = { min: 2, max: 100 };
