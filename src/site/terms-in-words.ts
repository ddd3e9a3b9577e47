/** Numbers of the rules as the information pages say them, so that no page repeats one by hand. */
import {
  autoCompleteTime,
  cancelAnswerTime,
  confirmationTime,
  extensionTime,
  firstScanTime,
  ownCourierTime,
  shipWorkingDays,
} from "#orders/rules.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { day, hour } from "#lib/time.ts";
import { commissionCap, commissionPerMille, instantPaymentDueIn, paymentDueIn, serviceFee } from "#payments/rules.ts";

/** `1 jam`, `24 jam`, `2×24 jam`, `15 hari`: up to three days in hours, longer in days. */
export function span(ms: number): string {
  if (ms <= day) return `${ms / hour} jam`;
  return ms <= 2 * day ? `${ms / day}×24 jam` : `${ms / day} hari`;
}

export const terms = {
  payment: span(paymentDueIn),
  instantPayment: span(instantPaymentDueIn),
  confirmation: span(confirmationTime),
  ship: `${shipWorkingDays} hari kerja`,
  cancelAnswer: span(cancelAnswerTime),
  firstScan: span(firstScanTime),
  ownCourier: span(ownCourierTime),
  autoComplete: span(autoCompleteTime),
  extension: span(extensionTime),
  serviceFee: formatRupiah(serviceFee),
  commission: `${String(commissionPerMille / 10).replace(".", ",")}%`,
  commissionCap: formatRupiah(commissionCap),
  /** Deadlines of complaints and reviews (product rules §6, §8). */
  complaintAnswer: span(2 * day),
  mediation: `3×24 jam`,
  appeal: span(3 * day),
  returnCheck: span(2 * day),
  review: span(30 * day),
} as const;
