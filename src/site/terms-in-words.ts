/** Numbers of the rules as the information pages say them, so that no page repeats one by hand. */
import { sessionIdle, sessionLifetime } from "#accounts/session/rules.ts";
import {
  addressVisibleAfterCompletion,
  autoCompleteTime,
  cancelAnswerTime,
  confirmationTime,
  extensionTime,
  firstScanTime,
  lostParcelTime,
  ownCourierTime,
  shipWorkingDays,
} from "#orders/rules.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { span } from "#lib/time.ts";
import { archiveKept, deletionGrace, ordersKeptYears } from "#privacy/rules.ts";
import { commissionCap, commissionPerMille, instantPaymentDueIn, paymentDueIn, serviceFee } from "#payments/rules.ts";

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
  lostParcel: span(lostParcelTime),
  addressVisible: span(addressVisibleAfterCompletion),
  deletionGrace: span(deletionGrace),
  archiveKept: span(archiveKept),
  ordersKept: `${ordersKeptYears} tahun`,
  session: span(sessionLifetime),
  sessionIdle: span(sessionIdle),
} as const;
