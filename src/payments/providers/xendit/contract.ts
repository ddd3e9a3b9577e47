/**
 * What Xendit sends, read leniently: unknown fields and values never fail, and only what is used is declared. Fields
 * are checked where they are used.
 */
import { z } from "zod";

const text = z.string().max(2000).optional().catch(undefined);
const id = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .optional()
  .catch(undefined);

export const xenditError = z.object({ error_code: text });

/** A charge by number or code. */
export const paymentRequest = z.object({
  payment_request_id: id,
  reference_id: text,
  status: text,
  request_amount: z.unknown().optional(),
  currency: text,
  latest_payment_id: id,
  actions: z
    .array(z.object({ type: text, descriptor: text, value: text }))
    .optional()
    .catch(undefined),
});

/** Money that came for a payment request. */
export const payment = z.object({
  payment_id: id,
  payment_request_id: id,
  reference_id: text,
  status: text,
  request_amount: z.unknown().optional(),
  currency: text,
  captures: z
    .array(z.object({ capture_amount: z.unknown().optional(), capture_timestamp: text }))
    .optional()
    .catch(undefined),
  created: text,
  updated: text,
});

/** A charge on Xendit's page. */
export const invoice = z.object({
  id,
  external_id: text,
  status: text,
  amount: z.unknown().optional(),
  paid_amount: z.unknown().optional(),
  paid_at: text,
  currency: text,
  invoice_url: text,
  updated: text,
});

export const refund = z.object({
  id,
  reference_id: text.nullable(),
  status: text,
  amount: z.unknown().optional(),
});
export const refundList = z.object({ data: z.array(refund) });

/** What all notifications have in common. The object is flat, in `data`, or in `data.data`. */
export const notification = z.looseObject({ event: text, data: z.unknown().optional() });
export const notifiedRefund = z.object({
  metadata: z.object({ charge: text }).nullable().optional().catch(undefined),
});
