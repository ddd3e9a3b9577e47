import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { id } from "#lib/schema.ts";
import { pdfLimits } from "../rules.ts";
import { labelKinds } from "./rules.ts";

export const labelEndpoints = endpoints({
  "GET /v1/seller/labels/pdf": {
    summary:
      "Labels (A6), packing slips or a picking list as PDF: of one order, or of all orders to ship, the oldest first",
    policy: "seller",
    query: z.strictObject({ kind: z.enum(labelKinds), order_id: id.optional() }),
    response: z.instanceof(Buffer),
    raw: true,
    limit: { max: pdfLimits.max, window: pdfLimits.window, by: "user" },
    refusals: [requestRefusals.notFound, serverRefusals.busy],
  },
});
