/** What Xendit's payouts (v2) send, read leniently: unknown fields and values never fail. */
import { z } from "zod";

const text = z.string().max(2000).optional().catch(undefined);
const id = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .optional()
  .catch(undefined);

export const xenditPayout = z.object({
  id,
  reference_id: text,
  status: text,
  amount: z.unknown().optional(),
  currency: text,
  failure_code: text.nullable(),
});
export type XenditPayout = z.output<typeof xenditPayout>;

export const xenditPayoutList = z.object({ data: z.array(xenditPayout) });

export const xenditChannelList = z.array(
  z.object({
    channel_code: text,
    channel_category: text,
    amount_limits: z
      .object({ minimum: z.unknown().optional(), maximum: z.unknown().optional() })
      .optional()
      .catch(undefined),
  }),
);

export const xenditError = z.object({ error_code: text });

/** `{event: "payout.succeeded", data: payout}`. */
export const xenditPayoutNotification = z.object({ event: text, data: xenditPayout });
