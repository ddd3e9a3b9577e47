import { second } from "#lib/time.ts";

/** How Midtrans charges a method: a call of its Core API, or its payment page Snap. */
export type MidtransMethod =
  | { by: "bank_transfer"; bank: "bca" | "bni" | "bri" | "permata" | "cimb" }
  | { by: "echannel" }
  | { by: "qris" }
  | { by: "gopay" }
  | { by: "shopeepay" }
  | { by: "cstore"; store: "alfamart" | "indomaret" }
  | { by: "snap"; payment: "credit_card" | "ovo" };

/**
 * @rule Midtrans charges virtual accounts, QRIS, GoPay, ShopeePay and minimarkets directly; cards and OVO on its
 * payment page.
 *
 * OVO has to be paid within 55 seconds of the charge, so the charge must begin when the buyer is there. DANA is
 * missing, because Midtrans gives its status only by an id that comes with the notification: a lost notification would
 * lose the payment.
 */
export const midtransMethods: Readonly<Record<string, MidtransMethod>> = {
  va_bca: { by: "bank_transfer", bank: "bca" },
  va_bni: { by: "bank_transfer", bank: "bni" },
  va_bri: { by: "bank_transfer", bank: "bri" },
  va_permata: { by: "bank_transfer", bank: "permata" },
  va_cimb: { by: "bank_transfer", bank: "cimb" },
  va_mandiri: { by: "echannel" },
  qris: { by: "qris" },
  gopay: { by: "gopay" },
  shopeepay: { by: "shopeepay" },
  ovo: { by: "snap", payment: "ovo" },
  alfamart: { by: "cstore", store: "alfamart" },
  indomaret: { by: "cstore", store: "indomaret" },
  card: { by: "snap", payment: "credit_card" },
};

/** @rule ShopeePay returns no money between 23.55 and 06.00 WIB. */
const shopeepayNight = { from: "23:55", to: "06:00" };

/** Whether ShopeePay returns no money at this moment. */
export function isShopeepayNight(now: Date): boolean {
  const time = wibTime(now).slice(11, 16);
  return time >= shopeepayNight.from || time < shopeepayNight.to;
}

/** The shortest validity that Midtrans accepts: of a charge, and of its payment page, in ms. */
export const minMidtransValidity = { charge: 20 * second, page: 300 * second };

/** `2026-11-21 10:00:00`: Midtrans writes all times in WIB, without a zone. */
export function wibTime(at: Date): string {
  return new Date(at.getTime() + 7 * 3600 * second).toISOString().slice(0, 19).replace("T", " ");
}

/** The moment of such a time; undefined when it is none. */
export function parseWibTime(text: string | undefined): Date | undefined {
  if (!text || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  const at = new Date(`${text.replace(" ", "T")}+07:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
