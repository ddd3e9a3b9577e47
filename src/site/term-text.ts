/** Numbers of the rules as the information pages say them, so that no page repeats one by hand. */
import { browserMarks } from "#accounts/login/rules.ts";
import { flowTtl } from "#accounts/providers/rules.ts";
import { openedLinkTtl } from "#accounts/recovery/rules.ts";
import { registeredEmailTtl } from "#accounts/registration/rules.ts";
import { loginStep } from "#accounts/second-factor/rules.ts";
import { sessionIdleDuration, sessionDuration } from "#accounts/session/rules.ts";
import { wishTtl } from "#cart/rules.ts";
import {
  addressVisibleAfterCompletion,
  autoCompleteTime,
  extensionTime,
  firstScanTime,
  lostParcelTime,
  ownCourierTime,
} from "#orders/rules.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { span, spanInFullDays, spanInWords } from "#lib/time.ts";
import {
  archiveKept,
  breachNoticeDuration,
  deletionGrace,
  ordersKeptSpan,
  requestAnswerDuration,
} from "#privacy/rules.ts";
import { commissionCap, commissionPerMille, instantPaymentDueIn, paymentDueIn, serviceFee } from "#payments/rules.ts";
import { cancelAnswerDuration, confirmationDuration, shipSpan } from "#shipping/handling-rules.ts";
import { minUserAge, termsNoticeDuration } from "./rules.ts";

export const terms = {
  payment: span(paymentDueIn),
  instantPayment: span(instantPaymentDueIn),
  confirmation: span(confirmationDuration),
  ship: shipSpan,
  cancelAnswer: span(cancelAnswerDuration),
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
  ordersKept: ordersKeptSpan,
  session: span(sessionDuration),
  sessionIdle: span(sessionIdleDuration),
  requestAnswer: spanInFullDays(requestAnswerDuration),
  breachNotice: spanInFullDays(breachNoticeDuration),
  /** The cookies of a login in two steps, of a login by a provider, and of an opened link. */
  loginCookies: spanInWords(Math.max(loginStep.ttl, flowTtl, openedLinkTtl)),
  /** The cookies of what a visitor chose before the login, and of the e-mail of a new account. */
  waitingCookies: spanInWords(Math.max(wishTtl, registeredEmailTtl)),
  knownBrowser: span(browserMarks.duration),
  minAge: `${minUserAge} tahun`,
  changeNotice: span(termsNoticeDuration),
} as const;
