import { day, jakartaDay } from "#lib/time.ts";

/** @rule The copy of a user's data can be downloaded for 7 days, by that user only (UU 27/2022, Pasal 7 and 13). */
export const archiveTtl = 7 * day;

/**
 * @rule An account is deleted 14 days after its user requested it; until then they can cancel it (UU 27/2022, Pasal 8).
 */
export const deletionGraceDuration = 14 * day;

/**
 * @rule Orders and payments of a deleted account are stored for 10 years without name, e-mail, phone or street, because
 * the law requires records of transactions (PP 80/2019, Pasal 25; UU 8/1997, Pasal 11).
 */
export const orderRetentionYears = 10;

/** The retention as users read it: `10 tahun`. */
export const orderRetentionText = `${orderRetentionYears} tahun`;

/** @rule A request about personal data is answered within 3×24 hours (UU 27/2022, Pasal 30 and 32). */
export const requestAnswerDuration = 3 * day;

/**
 * @rule A breach of personal data is reported to its users and to the authority within 3×24 hours (UU 27/2022, Pasal
 * 46).
 */
export const breachNoticeDuration = 3 * day;

/**
 * @rule Ten years after the end of the year in which it was placed, an order is anonymised: name, phone, street, notes
 * and reasons are removed; goods, sums, dates, province and city stay (UU 8/1997, Pasal 11 counts from the end of the
 * bookkeeping year; PP 80/2019, Pasal 25).
 *
 * Returns the moment before which orders are that old.
 */
export function orderRetentionLimit(now: Date): Date {
  const year = Number(jakartaDay(now).slice(0, 4)) - orderRetentionYears;
  return new Date(`${year}-01-01T00:00:00+07:00`);
}

/** What prevents the deletion of an account. */
export const blockerTexts = {
  orders: "pesanan Anda belum selesai",
  refunds: "pengembalian dana untuk Anda masih diproses",
  shop_orders: "pesanan di toko Anda belum selesai",
  balance: "Saldo toko Anda belum ditarik",
  payouts: "penarikan Anda masih berjalan",
  operator: "Akun operator hanya bisa ditutup oleh operator lain",
} as const;
export type BlockerCode = keyof typeof blockerTexts;
