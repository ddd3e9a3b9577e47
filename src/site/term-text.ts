/** Numbers of the rules as text for the information pages, so that no page repeats one by hand. */
import { deviceMarks } from "#accounts/login/rules.ts";
import { flowTtl } from "#accounts/providers/rules.ts";
import { openedLinkTtl } from "#accounts/recovery/rules.ts";
import { registeredEmailTtl } from "#accounts/registration/rules.ts";
import { loginStep } from "#accounts/second-factor/rules.ts";
import { sessionIdleDuration, sessionDuration } from "#accounts/session/rules.ts";
import { commonChangedMindDays } from "#catalog/categories/rules.ts";
import { visitorCartTtl } from "#cart/rules.ts";
import {
  appealDuration,
  buyerAnswerDuration,
  evidenceRetentionDuration,
  inspectionDuration,
  mediatorDuration,
  returnWorkingDays,
  sellerAnswerDuration,
  talkDuration,
} from "#complaints/rules.ts";
import { addressVisibleDuration } from "#orders/address-rules.ts";
import {
  assumedArrivalDuration,
  autoCompleteDuration,
  extensionDuration,
  firstScanDuration,
  lostParcelDuration,
  ownCourierDuration,
} from "#orders/deadlines/rules.ts";
import { codLimits } from "#orders/checkout/cod-rules.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { span, spanInFullDays, spanInWords } from "#lib/time.ts";
import {
  archiveTtl,
  breachNoticeDuration,
  deletionGraceDuration,
  orderRetentionText,
  requestAnswerDuration,
} from "#privacy/rules.ts";
import { accountHoldDuration } from "#payments/payouts/bank-accounts/rules.ts";
import { minWithdrawal, withdrawalFee } from "#payments/payouts/rules.ts";
import { instantPaymentDuration, paymentDuration } from "#payments/rules.ts";
import { cancelAnswerDuration, confirmationDuration, shipSpan } from "#shipping/handling-rules.ts";
import { driverGraceDuration, instantDurations, instantLostDuration, pickupSpan } from "#shipping/instant-rules.ts";
import { termsNoticeDuration } from "#settings/rules.ts";
import { minUserAge } from "./rules.ts";

export const terms = {
  accountHold: span(accountHoldDuration),
  get minWithdrawal() {
    return formatRupiah(minWithdrawal());
  },
  withdrawalFee: formatRupiah(withdrawalFee),
  get payment() {
    return span(paymentDuration());
  },
  get instantPayment() {
    return span(instantPaymentDuration());
  },
  get confirmation() {
    return span(confirmationDuration());
  },
  get ship() {
    return shipSpan();
  },
  get cancelAnswer() {
    return span(cancelAnswerDuration());
  },
  get codTotal() {
    return formatRupiah(codLimits().maxTotal);
  },
  get codWindow() {
    return span(codLimits().window);
  },
  get codRefusals() {
    return codLimits().maxRefused;
  },
  get firstScan() {
    return span(firstScanDuration());
  },
  get ownCourier() {
    return span(ownCourierDuration());
  },
  get autoComplete() {
    return span(autoCompleteDuration());
  },
  get extension() {
    return span(extensionDuration());
  },
  get lostParcel() {
    return span(lostParcelDuration());
  },
  get assumedArrival() {
    return span(assumedArrivalDuration());
  },
  instantConfirmation: pickupSpan(instantDurations.confirmation),
  instantHandover: pickupSpan(instantDurations.handover),
  instantLost: span(instantLostDuration),
  driverGrace: span(driverGraceDuration),
  sellerAnswer: span(sellerAnswerDuration),
  buyerAnswer: span(buyerAnswerDuration),
  talk: span(talkDuration),
  mediator: spanInFullDays(mediatorDuration),
  appeal: span(appealDuration),
  changedMind: `${commonChangedMindDays} hari kerja`,
  sendBack: `${returnWorkingDays} hari kerja`,
  inspection: span(inspectionDuration),
  evidenceKept: span(evidenceRetentionDuration),
  addressVisible: span(addressVisibleDuration),
  deletionGrace: span(deletionGraceDuration),
  archiveKept: span(archiveTtl),
  ordersKept: orderRetentionText,
  session: span(sessionDuration),
  sessionIdle: span(sessionIdleDuration),
  requestAnswer: spanInFullDays(requestAnswerDuration),
  breachNotice: spanInFullDays(breachNoticeDuration),
  /** The cookies of a login in two steps, of a login by a provider, and of an opened link. */
  loginCookies: spanInWords(Math.max(loginStep.ttl, flowTtl, openedLinkTtl)),
  /** The cookie of the e-mail of a new account. */
  registeredEmailCookie: spanInWords(registeredEmailTtl),
  visitorCart: span(visitorCartTtl),
  knownBrowser: span(deviceMarks.duration),
  minAge: `${minUserAge} tahun`,
  changeNotice: span(termsNoticeDuration),
} as const;
