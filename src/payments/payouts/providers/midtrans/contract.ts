/** What Midtrans Payouts (Iris) sends, read leniently: unknown fields and values never fail. */
import { z } from "zod";

const text = z.string().max(2000).optional().catch(undefined);
const referenceNo = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .optional()
  .catch(undefined);

export const beneficiaryBanks = z.object({ beneficiary_banks: z.array(z.object({ code: text })) });

export const accountValidation = z.object({ account_name: text, account_no: text });

export const createdPayouts = z.object({
  payouts: z
    .array(z.object({ status: text, reference_no: referenceNo }))
    .min(1)
    .max(1),
});

export const payoutDetails = z.object({
  reference_no: referenceNo,
  status: text,
  amount: z.unknown().optional(),
  notes: text,
});

/** A row of the statement. The amount is text such as "10000.0"; `status` is debit or credit. */
export const irisStatement = z
  .array(
    z.object({ reference_no: referenceNo, type: text, amount: z.unknown().optional(), status: text, created_at: text }),
  )
  .max(100_000);

/** `errors` is a text, a list, or lists by field or by row. */
export const irisError = z.object({ error_message: text, errors: z.unknown().optional() });

export const irisNotification = z.object({ reference_no: referenceNo, status: text });
