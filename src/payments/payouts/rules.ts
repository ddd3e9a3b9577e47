import type { Rupiah } from "#lib/rupiah.ts";
import { settingOf, type BoundedSetting } from "#lib/settings/setting.ts";
import { day, hour, minute, second } from "#lib/time.ts";

/** @rule The minimum of a withdrawal is Rp10.000. */
export const minWithdrawalSetting: BoundedSetting = {
  key: "payments.min_withdrawal",
  defaultValue: 10_000,
  min: 5000,
  max: 50_000,
};
export const minWithdrawal = (): number => settingOf(minWithdrawalSetting);

/** @rule A withdrawal costs the seller Rp2.500, which is what a transfer costs the marketplace. */
export const withdrawalFee: Rupiah = 2500;

/** @rule A shop has at most 5 withdrawals under way. */
export const maxOpenWithdrawals = 5;

/**
 * @rule A seller who withdraws the same amount to the same account again within 10 minutes sees the first withdrawal,
 * and confirms the second one.
 */
export const equalWithdrawalDuration = 10 * minute;

/** @rule An operator approves a withdrawal of Rp10.000.000 or more, and the first one to an account. */
export const approvalSetting: BoundedSetting = {
  key: "payments.approval_amount",
  defaultValue: 10_000_000,
  min: 100_000,
  max: 50_000_000,
};
export const approvalAmount = (): number => settingOf(approvalSetting);

/** @rule Two different operators approve a withdrawal of Rp50.000.000 or more. */
export const secondApprovalSetting: BoundedSetting = {
  key: "payments.second_approval_amount",
  defaultValue: 50_000_000,
  min: 1_000_000,
  max: 500_000_000,
};
export const secondApprovalAmount = (): number => settingOf(secondApprovalSetting);

/** @rule An operator approves a refund to a bank account of Rp5.000.000 or more. */
export const refundApprovalSetting: BoundedSetting = {
  key: "payments.refund_approval_amount",
  defaultValue: 5_000_000,
  min: 100_000,
  max: 50_000_000,
};
export const refundApprovalAmount = (): number => settingOf(refundApprovalSetting);

/**
 * @rule A shop that is on vacation may withdraw a balance below the minimum as a whole, without a fee and with an
 * operator's approval. So a seller who closes the shop leaves nothing behind.
 */
export function isLastWithdrawal(amount: Rupiah, shop: { balance: Rupiah; isOnVacation: boolean }): boolean {
  return shop.isOnVacation && amount === shop.balance && amount > 0 && amount < minWithdrawal();
}

/** What the seller pays for a withdrawal, in rupiah. It is part of the amount, so the bank account gets the rest. */
export function feeOf(amount: Rupiah, isLast: boolean): Rupiah {
  return isLast ? 0 : Math.min(withdrawalFee, amount - 1);
}

/** How many operators have to approve a payout before it is sent. */
export function neededApprovals({
  purpose,
  amount,
  isNewAccount,
  isLast,
}: {
  purpose: PayoutPurpose;
  amount: Rupiah;
  /** No payout of this user has reached the account yet. */
  isNewAccount: boolean;
  isLast: boolean;
}): 0 | 1 | 2 {
  // Most buyers have one refund and so a new account. The money is owed to them, so only large refunds need approval.
  if (purpose === "refund") return amount >= refundApprovalAmount() ? 1 : 0;
  if (amount >= secondApprovalAmount()) return 2;
  return amount >= approvalAmount() || isNewAccount || isLast ? 1 : 0;
}

/** The id of a payout's card on the page of the payouts. */
export const payoutAnchor = (id: string) => `payout-${id}`;

export type PayoutPurpose = "withdrawal" | "refund";

/**
 * The statuses of a payout. `failed`: it never arrived. `returned`: the bank sent it back after it was reported paid.
 * Both go back to the balance, once.
 */
export const payoutStatuses = {
  requested: "Menunggu persetujuan",
  approved: "Disetujui",
  sent: "Sedang dikirim",
  paid: "Sudah dikirim",
  failed: "Gagal, kembali ke saldo",
  returned: "Dikembalikan bank ke saldo",
  cancelled: "Dibatalkan",
} as const;
export type PayoutStatus = keyof typeof payoutStatuses;
export const payoutStatusNames = Object.keys(payoutStatuses) as PayoutStatus[];

/** What a payout is called that an operator rejected; its owner cancels, operators reject. */
const rejectedText = "Ditolak";

/** The status of a payout as people read it. */
export function payoutStatusText(status: PayoutStatus, isRejected: boolean): string {
  return status === "cancelled" && isRejected ? rejectedText : payoutStatuses[status];
}

/** What happens to a payout, for operators. */
export const payoutEventTexts = {
  requested: "Diminta",
  approval: "Persetujuan",
  approved: "Disetujui",
  sent: "Dikirim ke bank",
  resent: "Dikirim ulang dengan kunci yang sama",
  paid: "Sudah sampai",
  failed: "Gagal, uang kembali",
  returned: "Dikembalikan bank",
  cancelled: "Dibatalkan",
  result_entered: "Hasil dicatat",
  result_rejected: "Hasil ditolak",
  noticed: "Perlu diperiksa",
} as const;

/** An event of a payout as people read it. */
export function payoutEventText(kind: keyof typeof payoutEventTexts, isRejected: boolean): string {
  return kind === "cancelled" && isRejected ? rejectedText : payoutEventTexts[kind];
}

/** The events of a payout that its owner reads; the others concern operators only. */
export const ownersEvents: readonly string[] = [
  "requested",
  "approved",
  "sent",
  "paid",
  "failed",
  "returned",
  "cancelled",
];

/** Why a payout did not arrive, for its owner. Providers' own codes are translated to these. */
export const payoutFailures = {
  account: "Bank tidak menerima rekening tujuan. Periksa nomor dan nama pemiliknya.",
  bank: "Bank tujuan menolak transfer ini.",
  limit: "Jumlahnya di luar batas bank tujuan.",
  provider: "Transfer ini belum bisa dikirim dari pihak kami.",
} as const;
export type PayoutFailure = keyof typeof payoutFailures;

/** Why an operator has to look at a payout that the system does not finish by itself. */
export const payoutAttentions = {
  unanswered: "Penyedia tidak menjawab, dan pengiriman tidak boleh diulang. Periksa di dasbor penyedia.",
  unsent:
    "Penyedia sudah lama tidak dapat dihubungi. Pencairan ini belum dikirim, dan dikirim begitu penyedia menjawab.",
  unrejected:
    "Bank pembeli sudah menarik kembali uang ini, tetapi penyedia belum menolak pencairannya. Jangan setujui di dasbor penyedia; tolak di sana.",
  amount_differs: "Penyedia melaporkan jumlah yang lain. Tidak ada yang dibukukan.",
  paid_after_failed:
    "Penyedia melaporkan pengembalian dana ini sudah dibayar setelah gagal. Pembeli bisa menerima uangnya dua kali. Periksa di dasbor penyedia.",
  provider_missing: "Penyedia pencairan ini tidak lagi diatur.",
} as const;
export type PayoutAttention = keyof typeof payoutAttentions;

/** @rule A sent payout is polled every half minute at first, later every hour. */
const pollIntervals = [
  { polls: 4, interval: 30 * second },
  { polls: 14, interval: 2 * minute },
  { polls: 30, interval: 10 * minute },
];
const maxPollInterval = hour;

/** When a sent payout is polled next, after `polls` earlier times. */
export function payoutPollInterval(polls: number): number {
  return pollIntervals.find((step) => polls < step.polls)?.interval ?? maxPollInterval;
}

/** @rule After 30 polls without an answer, about four hours, operators see a payout among those to check. */
export const silentTurns = 30;

/**
 * @rule A payout that was paid or has failed is polled twice a day for a week, because a bank may return it and a
 * provider may correct its report.
 */
export const watchDuration = 7 * day;
const watchInterval = 12 * hour;

/** When an ended payout is polled next; null when that is over. */
export function watchPollAt(endedAt: Date, now: Date): Date | null {
  const next = new Date(now.getTime() + watchInterval);
  return next.getTime() - endedAt.getTime() > watchDuration ? null : next;
}

/** @rule One run of the poll handles at most 200 payouts, four at a time, for at most 50 seconds. */
export const payoutRun = { max: 200, concurrency: 4, duration: 50 * second } as const;

/** How long a process holds the payout that it handles. Longer than all calls of one turn together. */
export const payoutLeaseDuration = 3 * minute;

/** How long payouts wait before they are looked at again while payouts are on hold. */
export const holdInterval = 5 * minute;

/** @rule A payout that its provider does not answer is sent at most 50 times; then an operator looks. */
export const maxSends = 50;

/** @rule A payout provider has 8 seconds to answer a call, with at most 256 KB. */
export const payoutServiceLimits = { timeout: 8 * second, maxBytes: 256 * 1024 } as const;

/** Whether a reference can be one that we gave to a payout. Providers also notify about other things. */
export function isPayoutReference(reference: string): boolean {
  return /^KWP-[0-9A-F]{20}$/.test(reference);
}

/** The days of an automatic withdrawal; 1 is Monday. */
export const weekdays = ["Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu", "Minggu"] as const;

/** The day of the week in Jakarta, 1 for Monday to 7 for Sunday. */
export function jakartaWeekday(at: Date): number {
  return ((new Date(at.getTime() + 7 * hour).getUTCDay() + 6) % 7) + 1;
}

/** @rule An automatic withdrawal takes the whole balance when that is at least Rp50.000. */
export const minAutomaticWithdrawal: Rupiah = 50_000;
