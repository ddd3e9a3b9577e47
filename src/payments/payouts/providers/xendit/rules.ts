import type { Rupiah } from "#lib/rupiah.ts";
import { hour } from "#lib/time.ts";
import type { PayoutFailure } from "../../rules.ts";

/**
 * The codes that Xendit may have for a bank, the newest first. Only those in Xendit's own list of channels are used, so
 * a code that it does not know leaves the bank to operators.
 */
export const xenditChannels: Readonly<Record<string, readonly string[]>> = {
  bca: ["ID_BCA"],
  mandiri: ["ID_MANDIRI"],
  bri: ["ID_BRI"],
  bni: ["ID_BNI"],
  bsi: ["ID_BSI"],
  cimb: ["ID_CIMB"],
  permata: ["ID_PERMATA"],
  btn: ["ID_BTN"],
  danamon: ["ID_DANAMON"],
  ocbc: ["ID_OCBC"],
  maybank: ["ID_MAYBANK"],
  panin: ["ID_PANIN"],
  mega: ["ID_MEGA"],
  muamalat: ["ID_MUAMALAT"],
  sinarmas: ["ID_SINARMAS"],
  jago: ["ID_JAGO", "ID_ARTOS"],
  seabank: ["ID_SEABANK", "ID_KESEJAHTERAAN_EKONOMI"],
  blu: ["ID_BCA_DIGITAL"],
  jenius: ["ID_SMBC", "ID_BTPN"],
  neo: ["ID_BNC"],
  bjb: ["ID_BJB"],
  jakarta: ["ID_DKI"],
  jateng: ["ID_JAWA_TENGAH"],
  jatim: ["ID_JAWA_TIMUR"],
};

/** Refusals of an order that Xendit has not taken and will never take, with the reason for the recipient. */
export const xenditRefusals: Readonly<Record<string, PayoutFailure>> = {
  API_VALIDATION_ERROR: "provider",
  INVALID_JSON_FORMAT: "provider",
  CHANNEL_CODE_NOT_SUPPORTED_ERROR: "provider",
  RECIPIENT_ACCOUNT_NUMBER_ERROR: "account",
  RECIPIENT_AMOUNT_ERROR: "limit",
  MAXIMUM_TRANSFER_LIMIT_ERROR: "limit",
};

/** Why a payout that Xendit took has failed. */
export const xenditFailures: Readonly<Record<string, PayoutFailure>> = {
  INSUFFICIENT_BALANCE: "provider",
  INVALID_DESTINATION: "account",
  REJECTED_BY_CHANNEL: "bank",
  TEMPORARY_TRANSFER_ERROR: "bank",
  TRANSFER_ERROR: "bank",
};

/** How long the list of channels is used before it is read again. */
export const channelsTtl = hour;

/** How long an order may be repeated with its key. Xendit does not say how long it keeps keys. */
export const repeatDuration = 20 * hour;

/** Limits of a channel that does not state them. */
export const defaultLimits: { min: Rupiah; max: Rupiah } = { min: 10_000, max: 250_000_000 };
