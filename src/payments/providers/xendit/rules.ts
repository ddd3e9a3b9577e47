/** How Xendit charges a method: a payment request, which answers with a number or code, or an invoice, its own page. */
export type XenditMethod =
  | { by: "payment_request"; channel: string; gives: "VIRTUAL_ACCOUNT_NUMBER" | "PAYMENT_CODE" | "QR_STRING" }
  | { by: "invoice"; payment: string };

const virtualAccount = (bank: string) =>
  ({ by: "payment_request", channel: `${bank}_VIRTUAL_ACCOUNT`, gives: "VIRTUAL_ACCOUNT_NUMBER" }) as const;

/**
 * @rule Xendit charges virtual accounts, QRIS and minimarkets directly; wallets and cards on its own payment page.
 *
 * A wallet has to be paid within 15 or 30 minutes of the charge, so the charge must begin when the buyer is there.
 */
export const xenditMethods: Readonly<Record<string, XenditMethod>> = {
  va_bca: virtualAccount("BCA"),
  va_mandiri: virtualAccount("MANDIRI"),
  va_bni: virtualAccount("BNI"),
  va_bri: virtualAccount("BRI"),
  va_permata: virtualAccount("PERMATA"),
  va_cimb: virtualAccount("CIMB"),
  qris: { by: "payment_request", channel: "QRIS", gives: "QR_STRING" },
  gopay: { by: "invoice", payment: "GOPAY" },
  ovo: { by: "invoice", payment: "OVO" },
  dana: { by: "invoice", payment: "DANA" },
  shopeepay: { by: "invoice", payment: "SHOPEEPAY" },
  alfamart: { by: "payment_request", channel: "ALFAMART", gives: "PAYMENT_CODE" },
  indomaret: { by: "payment_request", channel: "INDOMARET", gives: "PAYMENT_CODE" },
  card: { by: "invoice", payment: "CREDIT_CARD" },
};

/** Xendit's codes for a refund that may succeed later. Every other refusal is final. */
export const passingRefundCodes: readonly string[] = [
  "REFUND_IN_PROGRESS",
  "TEMPORARILY_UNAVAILABLE",
  "INSUFFICIENT_BALANCE",
  "DUPLICATE_ERROR",
];

/** The version of the payment requests that this adapter was written for. */
export const apiVersion = "2024-11-11";
