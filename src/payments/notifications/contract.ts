import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals } from "#lib/refusal.ts";
import { paymentRefusals } from "../contract.ts";
import { notificationLimits } from "./rules.ts";

// No provider sends anything nested deeper, and it could not be stored.
function isNestingWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isNestingWithin(inner, levels - 1));
}

/** The body of any provider's notification. */
export const notificationBody = z
  .record(z.string(), z.unknown())
  .refine((body) => isNestingWithin(body, notificationLimits.levels), "Isian bertingkat terlalu dalam.");

export const notificationEndpoints = endpoints({
  "POST /v1/payments/notifications/:provider": {
    summary: "Receives notifications of payment providers",
    policy: "provider",
    params: z.strictObject({ provider: z.enum(["simulator", "midtrans", "xendit"]) }),
    body: notificationBody,
    response: z.object({ success: z.literal(true), verdict: z.string() }),
    signedBody: true,
    bodyLimit: notificationLimits.bytes,
    refusals: [
      paymentRefusals.badSignature,
      paymentRefusals.wrongAmount,
      paymentRefusals.notConfirmed,
      paymentRefusals.notFound,
      paymentRefusals.providerDown,
      requestRefusals.tooMany,
    ],
  },
});
