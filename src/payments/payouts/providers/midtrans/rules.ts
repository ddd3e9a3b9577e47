import type { Rupiah } from "#lib/rupiah.ts";
import { hour } from "#lib/time.ts";

/**
 * The codes that Midtrans may have for a bank. Only those in its own list of beneficiary banks are used, so a code that
 * it does not know leaves the bank to operators.
 */
export const midtransBanks: Readonly<Record<string, readonly string[]>> = {
  bca: ["bca"],
  mandiri: ["mandiri"],
  bri: ["bri"],
  bni: ["bni"],
  bsi: ["bsi", "bsm"],
  cimb: ["cimb"],
  permata: ["permata"],
  btn: ["btn"],
  danamon: ["danamon"],
  ocbc: ["ocbc"],
  maybank: ["maybank", "bii"],
  panin: ["panin"],
  mega: ["mega"],
  muamalat: ["muamalat"],
  sinarmas: ["sinarmas"],
  jago: ["jago", "artos"],
  seabank: ["seabank", "bke"],
  blu: ["bca_digital", "royal"],
  jenius: ["btpn"],
  neo: ["bnc", "yudha_bakti"],
  bjb: ["jabar", "bjb"],
  jakarta: ["dki"],
  jateng: ["jateng"],
  jatim: ["jatim"],
};

/** What one payout may be, in rupiah: the bounds of the transfer ways together. */
export function midtransLimits(bankCode: string): { min: Rupiah; max: Rupiah } {
  return { min: bankCode === "cimb" ? 10_000 : 1, max: 9_999_999_999 };
}

/** How long the list of banks is used before it is read again. */
export const banksTtl = hour;

/** How long an order may be repeated with its key. Midtrans keeps a key for more than 24 hours. */
export const repeatDuration = 20 * hour;

/** A name or note as Midtrans takes it: letters, digits, spaces and a few signs of names, at most `length`. */
export function plainText(text: string, length: number): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9 .,']/g, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .slice(0, length)
    .trim();
}
