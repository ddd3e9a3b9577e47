/**
 * What Midtrans sends, read leniently: unknown fields and values never fail, and only what is used is declared. Fields
 * are checked where they are used.
 */
import { z } from "zod";

const text = z.string().max(2000).optional().catch(undefined);

/** The answer of every call of the Core API, and most of a notification. Midtrans repeats the HTTP status in it. */
export const midtransAnswer = z.object({
  status_code: z.coerce.string().regex(/^\d{3}$/),
  transaction_id: text,
  order_id: text,
  gross_amount: z.unknown().optional(),
  currency: text,
  transaction_status: text,
  fraud_status: text,
  transaction_time: text,
  settlement_time: text,
  va_numbers: z
    .array(z.object({ bank: text, va_number: text }))
    .optional()
    .catch(undefined),
  permata_va_number: text,
  bill_key: text,
  biller_code: text,
  payment_code: text,
  qr_string: text,
  actions: z
    .array(z.object({ name: text, url: text }))
    .optional()
    .catch(undefined),
  refund_amount: z.unknown().optional(),
  refunds: z
    .array(z.object({ refund_key: text, refund_amount: z.unknown().optional(), bank_confirmed_at: text }))
    .optional()
    .catch(undefined),
  chargeback_amount: z.unknown().optional(),
});
export type MidtransAnswer = z.output<typeof midtransAnswer>;

/** A new payment page. */
export const snapPage = z.object({ token: z.string().min(1).max(100), redirect_url: z.string().max(2000) });

/** The signed part of a notification, and what it says. */
export const midtransNotification = z.object({
  order_id: z.string().min(1).max(100),
  status_code: z.string().regex(/^\d{3}$/),
  gross_amount: z.string().min(1).max(30),
  signature_key: z.string().length(128),
  transaction_status: z.string().max(40).catch(""),
  currency: z.string().max(10).optional().catch("?"),
});
