import type { Rupiah } from "#lib/rupiah.ts";
import { settingOf, type BoundedSetting } from "#lib/settings/setting.ts";
import { day } from "#lib/time.ts";
import type { AccountKind, LedgerKind } from "#payments/ledger/rules.ts";

/** The running totals of an order. A reversal lowers its total. */
export type CorrectionSum = "fee_returned" | "credit_taken_back" | "shop_goodwill" | "buyer_goodwill";

type CorrectionRule = {
  label: string;
  /** What it is for, as an operator reads it. */
  about: string;
  /** Who is notified and reads it on the order's page. */
  reader: "buyer" | "seller";
  /** The marketplace's account: its commission, or what corrections of this order cost it. */
  account: Extract<AccountKind, "commission" | "corrections">;
  /** 1: the reader gets the money; -1: it is taken from the reader. */
  sign: 1 | -1;
  sum: CorrectionSum;
  /** It takes back what a booked correction of this sum gave. */
  isReversal: boolean;
};

/**
 * @rule Operators correct an order's money in seven ways: they return a fee to the shop, compensate buyer or shop, take
 * back what the shop was credited too much, and undo each of the three that concern the shop.
 */
export const corrections = {
  fee_returned: {
    label: "Komisi dikembalikan ke toko",
    about: "Toko membayar komisi yang tidak semestinya. Pasar mengembalikannya dari pendapatan komisi.",
    reader: "seller",
    account: "commission",
    sign: 1,
    sum: "fee_returned",
    isReversal: false,
  },
  buyer_goodwill: {
    label: "Kompensasi untuk pembeli",
    about: "Pasar menebus kesalahannya sendiri kepada pembeli. Bagian toko tidak berubah.",
    reader: "buyer",
    account: "corrections",
    sign: 1,
    sum: "buyer_goodwill",
    isReversal: false,
  },
  shop_goodwill: {
    label: "Kompensasi untuk toko",
    about: "Toko rugi karena kesalahan pasar. Pasar menggantinya.",
    reader: "seller",
    account: "corrections",
    sign: 1,
    sum: "shop_goodwill",
    isReversal: false,
  },
  credit_taken_back: {
    label: "Kelebihan dana ditarik dari toko",
    about: "Toko menerima terlalu banyak dari pesanan ini. Kelebihannya ditarik dari saldonya.",
    reader: "seller",
    account: "corrections",
    sign: -1,
    sum: "credit_taken_back",
    isReversal: false,
  },
  fee_charged_again: {
    label: "Pengembalian komisi dibatalkan",
    about: "Lawan dari komisi yang dikembalikan: toko membayarnya lagi.",
    reader: "seller",
    account: "commission",
    sign: -1,
    sum: "fee_returned",
    isReversal: true,
  },
  shop_goodwill_undone: {
    label: "Kompensasi toko dibatalkan",
    about: "Lawan dari kompensasi untuk toko: ditarik dari saldonya.",
    reader: "seller",
    account: "corrections",
    sign: -1,
    sum: "shop_goodwill",
    isReversal: true,
  },
  credit_returned: {
    label: "Penarikan kelebihan dibatalkan",
    about: "Lawan dari kelebihan dana yang ditarik: kembali ke saldo toko.",
    reader: "seller",
    account: "corrections",
    sign: 1,
    sum: "credit_taken_back",
    isReversal: true,
  },
} as const satisfies Partial<Record<LedgerKind, CorrectionRule>>;
export type CorrectionKind = keyof typeof corrections;
/** The totals of an order without corrections. */
export const noCorrections: Readonly<Record<CorrectionSum, Rupiah>> = {
  fee_returned: 0,
  credit_taken_back: 0,
  shop_goodwill: 0,
  buyer_goodwill: 0,
};
export const correctionKinds = Object.keys(corrections) as [CorrectionKind, ...CorrectionKind[]];

/** Where an order's page shows its corrections. */
export const correctionsAnchor = "koreksi";

/** What becomes of a correction. */
export const correctionStates = {
  proposed: "Menunggu operator lain",
  booked: "Dibukukan",
  rejected: "Ditolak",
  withdrawn: "Ditarik pengusul",
  void: "Gugur, pesanan berubah",
} as const;
export type CorrectionState = keyof typeof correctionStates;

/** @rule The reason of a correction, which its receiver reads, and the answer to it have 10 to 300 characters. */
export const correctionReasonLength = { min: 10, max: 300 } as const;

/** @rule Another operator should decide about a proposed correction within a day; later it is shown as due. */
export const correctionDuration = day;

/** @rule The marketplace compensates a buyer, and a shop, with at most Rp500.000 for one order. */
export const maxGoodwillSetting: BoundedSetting = {
  key: "orders.max_goodwill",
  defaultValue: 500_000,
  min: 0,
  max: 10_000_000,
};
export const maxGoodwill = (): Rupiah => settingOf(maxGoodwillSetting);

/** What limits the corrections of an order. */
export type CorrectionFacts = {
  /** The buyer has paid. */
  isPaid: boolean;
  /** The order's money is divided, so that fee and income are known. */
  isSettled: boolean;
  /** The commission on what the shop keeps of the order. */
  commission: Rupiah;
  /** What the order has earned the shop. */
  earned: Rupiah;
  /** What booked corrections sum up. */
  sums: Readonly<Record<CorrectionSum, Rupiah>>;
  /** The sides whose account exists: a deleted one gets nothing. */
  has: Readonly<Record<"buyer" | "seller", boolean>>;
};

/**
 * The most that a correction of this kind may move now, in rupiah; 0 when there can be none.
 *
 * @rule A correction returns at most the commission that the order still bears, and takes back at most what the order
 * earned the shop, each less earlier corrections. One that undoes another takes back at most what that gave.
 * @rule A buyer can be compensated once the order is paid. The shop's money is corrected once the order's is divided.
 */
export function maxCorrection(kind: CorrectionKind, facts: CorrectionFacts): Rupiah {
  const { reader, sum, isReversal } = corrections[kind];
  if (!facts.has[reader] || !(reader === "buyer" ? facts.isPaid : facts.isSettled)) return 0;
  const before = facts.sums[sum];
  if (isReversal) return before;
  const limits: Record<CorrectionSum, () => Rupiah> = {
    fee_returned: () => facts.commission,
    credit_taken_back: () => facts.earned,
    shop_goodwill: maxGoodwill,
    buyer_goodwill: maxGoodwill,
  };
  return Math.max(0, limits[sum]() - before);
}

/**
 * What the system takes back after the order changed, by the kind that does it. So no more of a fee is returned than
 * the order bears, and no more is taken from a shop than the order earned it.
 */
export function excessCorrections({
  commission,
  earned,
  sums,
}: Pick<CorrectionFacts, "commission" | "earned" | "sums">): { kind: CorrectionKind; amount: Rupiah }[] {
  const found = [
    { kind: "fee_charged_again" as const, amount: sums.fee_returned - commission },
    { kind: "credit_returned" as const, amount: sums.credit_taken_back - earned },
  ];
  return found.filter(({ amount }) => amount > 0);
}

/** Processes with this migration or a later one adjust corrections when their order changes afterwards. */
export const correctionsFitSince = 427;

/** Why the system takes something back; the shop reads it. */
export const excessReason =
  "Pesanan ini berubah setelah koreksi dibukukan, jadi bagian koreksi yang tidak berlaku lagi dihitung kembali.";
