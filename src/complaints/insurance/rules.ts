import type { Rupiah } from "#lib/rupiah.ts";
import { settingOf, type BoundedSetting } from "#lib/settings/setting.ts";
import { day, span } from "#lib/time.ts";
import { settlementOf, type SettlementOrder } from "#payments/settlement/rules.ts";
import type { Problem } from "../opening/rules.ts";

/** @rule A courier's insurance is asked for goods that did not arrive, are damaged, or are missing from the parcel. */
export const insuredProblems: readonly Problem[] = ["not_arrived", "damaged", "incomplete"];

/**
 * Whose claim it is: the marketplace's, when the courier was ordered through its account at a platform, otherwise the
 * shop's, which handed the parcel over itself.
 */
export const claimants = ["marketplace", "shop"] as const;
export type Claimant = (typeof claimants)[number];

export const claimStates = {
  asked: "Klaim diajukan ke kurir",
  paid: "Klaim dibayar kurir",
  refused: "Klaim ditolak kurir",
} as const;
export type ClaimState = keyof typeof claimStates;
export const claimStateNames = Object.keys(claimStates) as [ClaimState, ...ClaimState[]];

/** @rule An operator asks the courier of an insured parcel within 3 days of the complaint. */
export const claimAskDuration = 3 * day;
/** @rule A complaint whose courier nobody asked stays in the work queue for 30 days. */
export const unaskedClaimDuration = 30 * day;
/**
 * @rule A courier that was asked for an insured parcel has 14 days to answer. Then operators are called to ask it
 * again, and every 3 days until its answer is entered. The buyer's money waits for none of it.
 */
export const claimAnswerSetting: BoundedSetting = {
  key: "complaints.claim_answer_duration",
  defaultValue: 14 * day,
  min: 3 * day,
  max: 60 * day,
};
export const claimAnswerDuration = (): number => settingOf(claimAnswerSetting);
export const claimReminderInterval = 3 * day;

/** @rule A note about a claim has 5 to 300 characters, the number of the courier's payment at most 60. */
export const claimTextLength = { note: { min: 5, max: 300 }, reference: 60 } as const;

/**
 * @rule Two operators enter what a courier pays the marketplace, whatever the sum: one that the courier was asked,
 * another what it paid. Their roles at that time do not matter.
 */
export function mayEnterPayment(claim: { claimant: Claimant; askedBy: string }, operatorId: string): boolean {
  return claim.claimant !== "marketplace" || claim.askedBy !== operatorId;
}

/**
 * @rule The buyer's money never waits for a claim against a courier. All claims of an order together pay at most what
 * was insured.
 * @rule What a courier pays the marketplace for a parcel belongs to the shop, up to what complaints about the order
 * took from it. The rest is the marketplace's. It is entered once the order's money was divided.
 */
export function claimShares(paid: Rupiah, shopLoss: Rupiah): { toShop: Rupiah; toMarketplace: Rupiah } {
  const toShop = Math.max(0, Math.min(paid, shopLoss));
  return { toShop, toMarketplace: paid - toShop };
}

/** How much less the shop earned because of refunds. */
export function shopLossOf(order: SettlementOrder, earned: Rupiah): Rupiah {
  const whole = settlementOf({
    ...order,
    lines: order.lines.map((line) => ({ ...line, refunded: 0 })),
    shipping: { ...order.shipping, refunded: 0 },
    fees: { ...order.fees, refunded: 0 },
  });
  return Math.max(0, whole.seller - earned);
}

/** Who asks the courier and who gets its money, as both sides read it. */
export const claimTexts: Readonly<Record<Claimant, string>> = {
  marketplace:
    "Kurirnya dipesan lewat pasar, jadi pasar yang mengajukan klaim. Yang dibayar kurir masuk ke saldo toko, paling banyak sebesar yang hilang dari bagian toko; sisanya untuk pasar. Uang pembeli tidak menunggu klaim.",
  shop: "Toko yang menyerahkan paket ke kurir, jadi toko yang mengajukan klaim, dan kurir membayarnya langsung ke toko. Uang pembeli tidak menunggu klaim.",
};

/** Who must act, and what happens otherwise. The moment follows it. */
export const waitTexts = {
  ask: (courier: string) =>
    `Operator mengajukan klaim ke ${courier}. Lewat batasnya, antrean operator menandainya terlambat. Batas:`,
  answer: (courier: string) =>
    `${courier} menjawab klaim. Tanpa jawaban, operator menagihnya lagi tiap ${span(claimReminderInterval)}. Batas:`,
} as const;
