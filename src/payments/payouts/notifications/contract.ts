import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals } from "#lib/refusal.ts";
import { paymentRefusals } from "../../contract.ts";
import { notificationBody } from "../../notifications/contract.ts";
import { notificationLimits } from "../../notifications/rules.ts";

export const payoutNotificationEndpoints = endpoints({
  "POST /v1/payouts/notifications/:provider": {
    summary: "Receives notifications of payout providers",
    policy: "provider",
    params: z.strictObject({ provider: z.enum(["xendit", "midtrans"]) }),
    body: notificationBody,
    response: z.object({ success: z.literal(true), verdict: z.string() }),
    signedBody: true,
    bodyLimit: notificationLimits.bytes,
    refusals: [paymentRefusals.badSignature, paymentRefusals.notFound, requestRefusals.tooMany],
  },
});
