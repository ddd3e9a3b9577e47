import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals } from "#lib/refusal.ts";
import { shippingRefusals } from "../contract.ts";

export const shippingNotificationEndpoints = endpoints({
  "POST /v1/shipping/notifications/:platform": {
    summary: "Receives notifications of courier platforms",
    policy: "provider",
    params: z.strictObject({ platform: z.enum(["biteship"]) }),
    // Biteship saves an address only after a call without a body was answered.
    body: z.record(z.string(), z.unknown()).nullish(),
    response: z.object({ success: z.literal(true), verdict: z.string() }),
    bodyLimit: 64 * 1024,
    refusals: [shippingRefusals.badSignature, requestRefusals.tooMany],
  },
});
