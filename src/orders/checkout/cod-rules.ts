import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { settingOf, type Setting } from "#lib/settings/setting.ts";
import { day, span } from "#lib/time.ts";
import { codOfferedSetting, courierOf } from "#shipping/rules.ts";
import type { PricedCheckout } from "./rules.ts";

export type CodLimits = { maxTotal: Rupiah; maxRefused: number; window: number; maxOpen: number };

/**
 * The limits of cash at delivery until an operator sets others.
 *
 * @rule A purchase of at most Rp3.000.000 can be paid in cash at delivery (COD).
 * @rule A buyer has at most 5 COD orders that have not arrived.
 * @rule A buyer pays in advance after two COD parcels within 60 days ended unpaid although their couriers had them.
 */
export const codLimitsSetting: Setting<CodLimits> = {
  key: "orders.cod_limits",
  defaultValue: { maxTotal: 3_000_000, maxRefused: 2, window: 60 * day, maxOpen: 5 },
};

/** The limits of COD that are in effect now. */
export function codLimits(): CodLimits {
  return settingOf(codLimitsSetting);
}

/** What decides whether a purchase can be paid in cash at delivery. */
export type CodFacts = {
  /** `hasScans`: the courier's scans reach this installation. They tell when the cash was collected. */
  shops: readonly { hasCod: boolean; courier: string | null; hasScans: boolean }[];
  total: Rupiah;
  /** COD parcels of the buyer that ended unpaid within the window of {@link codLimits}. */
  refused: number;
  /** The buyer's COD orders that have not arrived. */
  open: number;
  /** The buyer has a verified phone number. */
  hasPhone: boolean;
};

/** What decides it for a priced purchase of a buyer with this history. */
export function codFactsOf(
  { shops, total }: Pick<PricedCheckout, "shops" | "total">,
  { refused, open, hasPhone }: Pick<CodFacts, "refused" | "open" | "hasPhone">,
  hasScans: (courier: string) => boolean,
): CodFacts {
  const ofShops = shops.map(({ hasCod, chosen }) => ({
    hasCod,
    courier: chosen?.courier ?? null,
    hasScans: chosen ? hasScans(chosen.courier) : true,
  }));
  return { shops: ofShops, total, refused, open, hasPhone };
}

/**
 * @rule Cash at delivery needs a shop and a courier that accept it, scans of that courier that reach this installation,
 * and a verified phone number of the buyer. A purchase from several shops is paid in advance.
 *
 * The limits of {@link codLimitsSetting} hold too, and operators can switch it off ({@link codOfferedSetting}). Returns
 * the first reason against it as a sentence, otherwise null.
 */
export function codProblem({ shops, total, refused, open, hasPhone }: CodFacts): string | null {
  const [shop, ...others] = shops;
  const { maxTotal, maxRefused, window, maxOpen } = codLimits();
  if (!settingOf(codOfferedSetting)) return "COD sedang tidak tersedia. Pilih cara bayar lain.";
  if (refused >= maxRefused)
    return `${maxRefused} paket COD Anda tidak jadi dibayar dalam ${span(window)} terakhir, jadi pesanan berikutnya dibayar di muka.`;
  if (!shop || others.length > 0)
    return "COD hanya untuk barang dari satu toko. Beli barang toko lain dalam pembelian terpisah.";
  if (!shop.hasCod) return "Toko ini tidak menerima COD.";
  // What lasts is said before what another choice in the checkout solves.
  if (!hasPhone)
    return "COD perlu nomor telepon Anda yang sudah diverifikasi, karena kurir menagih kepada Anda. Verifikasi nomornya, lalu kembali ke sini.";
  if (shop.courier === null) return "Pilih alamat dan kurir dahulu, karena COD bergantung pada kurirnya.";
  if (!courierOf(shop.courier)?.cod) return "Kurir yang dipilih tidak menerima pembayaran COD. Pilih kurir lain.";
  if (!shop.hasScans)
    return "Pindaian kurir ini tidak sampai ke kami, jadi pesanan dengan kurir ini dibayar di muka. Pilih kurir lain untuk COD.";
  if (total > maxTotal) return `COD paling banyak ${formatRupiah(maxTotal)}.`;
  if (open >= maxOpen)
    return `${maxOpen} pesanan COD Anda belum tiba. Setelah salah satunya tiba, Anda bisa memakai COD lagi.`;
  return null;
}

/** Whether what speaks against cash at delivery, before anything else, is that the buyer's phone is not verified. */
export function needsPhone(facts: CodFacts): boolean {
  return !facts.hasPhone && codProblem(facts) !== codProblem({ ...facts, hasPhone: true });
}
