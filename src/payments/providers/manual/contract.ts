import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, timestamp } from "#lib/schema.ts";
import { minute } from "#lib/time.ts";
import { mediaRefusals } from "#media/contract.ts";
import { paymentRefusals } from "../../contract.ts";
import { statementRefusals } from "../../statements/contract.ts";
import { maxTransferReports } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Deletes old proofs of transfers, once a night. */
    "payments.remove_proofs": Record<string, never>;
  }
}

export const transferRefusals = defineRefusals({
  tooManyReports: {
    code: "payments.too_many_reports",
    status: 409,
    message: `Transfer ini sudah ${maxTransferReports} kali dikabarkan. Kami mencocokkannya dengan mutasi rekening.`,
  },
});

export const transferEndpoints = endpoints({
  "PUT /v1/payments/:paymentId/transfer-report": {
    summary:
      "Say that you have transferred (multipart: `sender_name`, `picture`, both optional). It helps to match and is no payment",
    policy: "user",
    params: z.strictObject({ paymentId: id }),
    multipart: true,
    response: changeResponse(z.object({ reported_at: timestamp, has_proof: z.boolean() })),
    limit: { max: 20, window: 10 * minute, by: "user" },
    refusals: [
      paymentRefusals.notFound,
      paymentRefusals.notPayable,
      transferRefusals.tooManyReports,
      mediaRefusals.notAPicture,
      mediaRefusals.tooManyPixels,
      requestRefusals.tooLarge,
    ],
  },
  "GET /v1/operator/transfer-proofs/:attemptId": {
    summary: "The picture that proves a transfer, as WebP",
    policy: "operator:transfers.decide",
    params: z.strictObject({ attemptId: id }),
    response: z.instanceof(Buffer),
    raw: true,
    refusals: [statementRefusals.notFinance, requestRefusals.notFound],
  },
});
export type TransferApi = typeof transferEndpoints;
