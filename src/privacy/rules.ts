import { day } from "#lib/time.ts";

/** @rule The copy of a person's data can be downloaded for 7 days, by that person only (UU 27/2022, Pasal 7 and 13). */
export const archiveKept = 7 * day;

/** @rule An account goes 14 days after its person asked for it; until then they can stop it (UU 27/2022, Pasal 8). */
export const deletionGrace = 14 * day;

/**
 * @rule Orders and payments of a deleted account stay for 10 years without name, e-mail, phone or street, because the law
 * keeps records of transactions (PP 80/2019, Pasal 25; UU 8/1997, Pasal 11).
 */
export const ordersKeptYears = 10;

/** What keeps an account from going. */
export const blockerTexts = {
  orders: "pesanan Anda belum selesai",
  refunds: "pengembalian dana untuk Anda masih diproses",
  shop_orders: "pesanan di toko Anda belum selesai",
  balance: "Saldo toko Anda belum ditarik",
  operator: "Akun operator hanya dapat ditutup oleh operator lain",
} as const;
export type BlockerCode = keyof typeof blockerTexts;
