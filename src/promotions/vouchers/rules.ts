import { formatCount, formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { settingOf, type Setting } from "#lib/settings/setting.ts";
import { addDuration, day, formatDate, hour, span } from "#lib/time.ts";

/** @rule Shops create vouchers, unless an operator closes that; those that exist are valid until they end. */
export const shopVouchersSetting: Setting<boolean> = { key: "promotions.shop_vouchers_open", defaultValue: true };

/** Whether shops can create vouchers now. */
export const areShopVouchersOpen = (): boolean => settingOf(shopVouchersSetting);

/** The kinds of vouchers with their names for sellers and operators. */
export const voucherKinds = {
  percent: "Diskon persen",
  fixed: "Potongan rupiah",
  free_shipping: "Gratis ongkir",
  cashback: "Cashback",
} as const;
export type VoucherKind = keyof typeof voucherKinds;
export const voucherKindNames = Object.keys(voucherKinds) as VoucherKind[];

/**
 * @rule The code of a voucher has 4 to 20 letters A–Z and digits. Upper and lower case, and spaces around it, make no
 * difference.
 */
export const voucherCodeLength = { min: 4, max: 20 };

/** @rule One use of a voucher takes off Rp100 to Rp10.000.000. */
export const voucherAmountLimits: { min: Rupiah; max: Rupiah } = { min: 100, max: 10_000_000 };

/** @rule The minimum purchase of a voucher is at most Rp5.000.000.000. */
export const maxMinGoods: Rupiah = 5_000_000_000;

/** @rule A voucher can be used 1 to 1,000,000 times, and 1 to 100 times by one buyer. */
export const voucherQuotaLimits = { min: 1, max: 1_000_000, maxPerBuyer: 100 };

/** @rule A voucher is valid for at most 366 days, and begins at most 366 days after it was created. */
export const maxVoucherDuration = 366 * day;

/** @rule A shop has at most 50 active vouchers, the platform at most 100. */
export const maxActiveVouchers = { shop: 50, platform: 100 };

/** @rule A cashback is a voucher for its buyer alone, valid for 30 days after the order was completed. */
export const cashbackTtl = 30 * day;

/** @rule A buyer can enter 20 unknown codes an hour. */
export const unknownCodesOfBuyer = { max: 20, window: hour };

/** @rule A shop's page shows at most 12 of its vouchers, and a change of them after at most 60 seconds. */
export const offeredVouchers = { max: 12, maxCacheSeconds: 60 };

/**
 * @rule A purchase considers at most 200 vouchers, first the buyer's own, then those with the largest amount, and shows
 * 20 of them.
 */
export const purchaseVouchers = { considered: 200, shown: 20 };

/** @rule A purchase uses at most 100 vouchers, and its buyer can enter up to 5 codes. */
export const voucherChoiceLimits = { ids: 100, codes: 5 };

/** @rule A list of vouchers has 30 rows a page, and 200 pages. */
export const voucherPages = { size: 30, maxPage: 200 };

/**
 * Which vouchers go together: one of each group in a checkout, of `shop` one for each shop, and `alone` with no other.
 *
 * @rule These vouchers stack: one of each shop, one discount or cashback of the platform, and one free shipping of the
 * platform. One that an operator made exclusive is used alone.
 */
export const stackingGroups = {
  shop: "Satu untuk setiap toko",
  discount: "Bisa digabung dengan gratis ongkir dan voucher toko",
  shipping: "Bisa digabung dengan diskon dan voucher toko",
  alone: "Tidak bisa digabung dengan voucher lain",
} as const;
export type StackingGroup = keyof typeof stackingGroups;

/** The group of a new voucher. `isAlone` counts only for the platform. */
export function stackingGroupOf(voucher: { ofShop: boolean; kind: VoucherKind; isAlone: boolean }): StackingGroup {
  if (voucher.ofShop) return "shop";
  if (voucher.isAlone) return "alone";
  return voucher.kind === "free_shipping" ? "shipping" : "discount";
}

/** Who bears what a voucher takes off. */
export type Bearer = "shop" | "platform";

/** A voucher with what decides whether it applies and how much it takes off. */
export type Voucher = {
  id: string;
  code: string;
  kind: VoucherKind;
  /** The shop that bears it; null for the platform. */
  shopId: string | null;
  shopName: string | null;
  /** The only buyer who may use it; null for every buyer. */
  buyerId: string | null;
  /** Of percent and cashback. */
  perMille: number | null;
  /** What a fixed voucher takes off; of other kinds the most that one use takes off. */
  maxAmount: Rupiah;
  minGoods: Rupiah;
  categoryId: string | null;
  categoryName: string | null;
  quota: number;
  perBuyer: number;
  /** Uses of all buyers that were not released. */
  used: number;
  startsAt: Date;
  endsAt: Date;
  stackingGroup: StackingGroup;
  isListed: boolean;
  isStopped: boolean;
};

/** @rule A shop bears its own vouchers, the platform bears its own. */
export function bearerOf({ shopId }: Pick<Voucher, "shopId">): Bearer {
  return shopId === null ? "platform" : "shop";
}

/** The most that a voucher can cost its bearer, in rupiah. */
export function maxVoucherCost({ quota, maxAmount }: Pick<Voucher, "quota" | "maxAmount">): Rupiah {
  return quota * maxAmount;
}

/** The sentence about the cost, for the form: `Anda menanggung paling banyak Rp2.000.000 (…)`. */
export function maxCostText(voucher: Pick<Voucher, "quota" | "maxAmount">, bearer: Bearer): string {
  const { quota, maxAmount } = voucher;
  return `${bearer === "shop" ? "Anda" : "Pasar ini"} menanggung paling banyak ${formatRupiah(maxVoucherCost(voucher))} (${formatCount(quota)} kali pemakaian, paling banyak ${formatRupiah(maxAmount)} setiap kali).`;
}

const percentOf = (perMille: number) => `${String(perMille / 10).replace(".", ",")}%`;

/** What a voucher gives: `Diskon 10% hingga Rp20.000`. */
export function voucherTitle({ kind, perMille, maxAmount }: Pick<Voucher, "kind" | "perMille" | "maxAmount">): string {
  const amount = formatRupiah(maxAmount);
  switch (kind) {
    case "percent":
      return `Diskon ${percentOf(perMille ?? 0)} hingga ${amount}`;
    case "fixed":
      return `Potongan ${amount}`;
    case "free_shipping":
      return `Gratis ongkir hingga ${amount}`;
    case "cashback":
      return `Cashback ${percentOf(perMille ?? 0)} hingga ${amount}`;
  }
}

/**
 * The conditions of a voucher: `Minimal belanja Rp100.000 · sampai 30 Nov 2026`. `saysMinimum` is false where another
 * sentence beside them names the minimum.
 */
export function voucherTerms(
  voucher: Pick<Voucher, "minGoods" | "categoryName" | "endsAt">,
  saysMinimum = true,
): string {
  const { minGoods, categoryName, endsAt } = voucher;
  const terms = [
    ...(saysMinimum ? [minGoods > 0 ? `Minimal belanja ${formatRupiah(minGoods)}` : "Tanpa minimal belanja"] : []),
    ...(categoryName === null ? [] : [`kategori ${categoryName}`]),
    `sampai ${lastDayText(endsAt)}`,
  ].join(" · ");
  return terms.slice(0, 1).toUpperCase() + terms.slice(1);
}

/** The last day of a voucher, which ends at a midnight of Jakarta: `30 Nov 2026`. */
export function lastDayText(endsAt: Date): string {
  return formatDate(new Date(endsAt.getTime() - 1));
}

/**
 * When a voucher is valid, from two days of Jakarta as `2026-11-30`: from the first midnight until the midnight after
 * the last day.
 */
export function validityOf(startsOn: string, endsOn: string): { startsAt: Date; endsAt: Date } {
  const midnight = (day: string) => new Date(`${day}T00:00:00+07:00`);
  return { startsAt: midnight(startsOn), endsAt: addDuration(midnight(endsOn), day) };
}

/** Where a voucher is in its life. */
export type VoucherPhase = "upcoming" | "running" | "used_up" | "ended" | "stopped";
export const voucherPhaseLabels: Readonly<Record<VoucherPhase, string>> = {
  upcoming: "Akan datang",
  running: "Berjalan",
  used_up: "Kuota habis",
  ended: "Berakhir",
  stopped: "Dihentikan",
};

/** The phase of a voucher at this moment. */
export function voucherPhase(
  voucher: Pick<Voucher, "isStopped" | "startsAt" | "endsAt" | "used" | "quota">,
  now: Date,
): VoucherPhase {
  if (voucher.isStopped) return "stopped";
  if (voucher.endsAt <= now) return "ended";
  if (voucher.startsAt > now) return "upcoming";
  return voucher.used >= voucher.quota ? "used_up" : "running";
}

/**
 * Why a voucher cannot be used in a purchase. `buyer` is another person's voucher; it is shown like an unknown code.
 */
export const voucherProblems = [
  "unknown",
  "stopped",
  "ended",
  "not_started",
  "used_up",
  "used_by_you",
  "wrong_shop",
  "wrong_category",
  "min_goods",
  "not_combinable",
  "no_effect",
  "needs_address",
  "too_many_codes",
] as const;
export type VoucherProblem = (typeof voucherProblems)[number];

/** The sentence about a problem. `missing` is how much the purchase lacks for `min_goods`, in rupiah. */
export function voucherProblemText(
  problem: VoucherProblem,
  voucher: Pick<Voucher, "shopName" | "categoryName" | "minGoods" | "startsAt" | "endsAt" | "kind"> | undefined,
  missing: Rupiah = 0,
): string {
  switch (problem) {
    case "unknown":
      return "Kode voucher tidak dikenal. Periksa penulisannya.";
    case "stopped":
      return "Voucher ini sudah dihentikan.";
    case "ended":
      return voucher ? `Voucher ini berakhir ${lastDayText(voucher.endsAt)}.` : "Voucher ini sudah berakhir.";
    case "not_started":
      return voucher ? `Voucher ini berlaku mulai ${formatDate(voucher.startsAt)}.` : "Voucher ini belum berlaku.";
    case "used_up":
      return "Kuota voucher ini sudah habis.";
    case "used_by_you":
      return "Anda sudah memakai voucher ini sebanyak yang diizinkan.";
    case "wrong_shop":
      return voucher?.shopName
        ? `Voucher ini hanya untuk belanja di ${voucher.shopName}.`
        : "Voucher ini untuk toko lain.";
    case "wrong_category":
      return voucher?.categoryName
        ? `Voucher ini hanya untuk kategori ${voucher.categoryName}.`
        : "Voucher ini untuk kategori lain.";
    case "min_goods":
      return voucher
        ? `Minimal belanja ${formatRupiah(voucher.minGoods)}. Kurang ${formatRupiah(missing)} lagi.`
        : "Belanja Anda belum mencapai minimal voucher ini.";
    case "not_combinable":
      return "Voucher ini tidak bisa digabung dengan voucher lain yang Anda pilih.";
    case "no_effect":
      return voucher?.kind === "free_shipping"
        ? "Tidak ada ongkos kirim yang bisa dikurangi voucher ini."
        : "Tidak ada harga yang bisa dikurangi voucher ini.";
    case "needs_address":
      return "Bisa dipakai setelah Anda menambahkan alamat pengiriman.";
    case "too_many_codes":
      return `Terlalu banyak kode yang tidak dikenal. Coba lagi dalam ${span(unknownCodesOfBuyer.window)}; pembelian Anda tetap bisa dilanjutkan.`;
  }
}

/** The code as it is stored: without spaces around it, in upper case. Expects what passed {@link isVoucherCode}. */
export function normaliseCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Whether a text is a code: only letters A–Z and digits, 4 to 20 of them, with any spaces around it. */
export function isVoucherCode(text: string): boolean {
  const code = text.trim();
  return code.length >= voucherCodeLength.min && code.length <= voucherCodeLength.max && /^[A-Za-z0-9]+$/.test(code);
}
