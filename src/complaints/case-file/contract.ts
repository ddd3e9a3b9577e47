import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { id } from "#lib/schema.ts";
import { caseFileLimit } from "./rules.ts";

export const caseFileEndpoints = endpoints({
  "GET /v1/complaints/:complaintId/file.pdf": {
    summary: "A case as PDF for its buyer, its seller and mediators: messages, pictures, decisions, scans, money",
    policy: "user",
    params: z.strictObject({ complaintId: id }),
    response: z.any(),
    raw: true,
    limit: { ...caseFileLimit, by: "user" },
    refusals: [requestRefusals.notFound, serverRefusals.busy],
  },
});
