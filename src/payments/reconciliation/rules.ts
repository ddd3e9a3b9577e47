import { day, hour } from "#lib/time.ts";

/** @rule Each day of each provider is compared with the books from 2 hours after its end on, for 7 days at most. */
export const reconciliationDelay = 2 * hour;
export const reconciledDays = 7;

/** @rule A comparison with differences is repeated after 6 hours, one whose provider did not answer after an hour. */
export const repeatAfter = { differences: 6 * hour, unread: hour } as const;

/** @rule Operators are notified of an unanswered comparison 12 hours after the day's end, of a difference at once. */
export const unreadAlarmDelay = 12 * hour;

/** How many charges and payouts of a day are asked about at once, and at most. */
export const askedAtOnce = 4;
export const maxAsked = 20_000;
/** @rule Of a day's charges without money the newest 1,000 are compared; the others were polled until they ended. */
export const maxUnpaidAsked = 1000;

/** @rule The first 500 differences of a comparison are stored. */
export const maxDifferences = 500;

/** @rule A bank books a payout from the day before to 3 days after the operators' report. */
export const bankPayoutDays = { before: 1, after: 3 } as const;

/** Movements and payouts around a day that are compared, so that equal sums find the nearest one. */
export const bankWindow = 14 * day;

/** What is compared. */
export const entryKinds = {
  receipt: "Uang masuk",
  refund: "Pengembalian",
  payout: "Pencairan",
  chargeback: "Ditarik bank pembeli",
  outgoing: "Uang keluar",
  balance: "Saldo rekening",
  charge: "Tagihan",
} as const;
export type EntryKind = keyof typeof entryKinds;

/** How two books differ. */
export const differenceKinds = {
  missing_here: "Belum ada di pembukuan",
  missing_there: "Tidak ada di penyedia",
  amount: "Jumlahnya berbeda",
  doubled: "Tercatat dua kali di penyedia",
  gap: "Saldo tidak bersambung: ada mutasi yang hilang atau ditambahkan",
  unread: "Belum bisa dibandingkan",
} as const;
export type DifferenceKind = keyof typeof differenceKinds;

export const reconciliationPages = { size: 20, maxPage: 500 } as const;

/** Names of providers for operators. */
export const providerNames = {
  simulator: "Simulator",
  manual: "Transfer bank",
  midtrans: "Midtrans",
  xendit: "Xendit",
} as const;

/** What operators read for a provider of payments or payouts. Cash on delivery has none: couriers collect it. */
export function providerNameOf(id: string): string {
  return id === "cod" ? "kurir" : (Object.entries(providerNames).find(([known]) => known === id)?.[1] ?? id);
}

/** When the job looks for days to compare, in UTC: each hour. */
export const reconciliationSchedule = "19 * * * *";
