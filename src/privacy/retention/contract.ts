import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { resultResponse, timestamp } from "#lib/schema.ts";
import { retentionLimit } from "./rules.ts";

const provenTable = z.object({
  table: z.string(),
  /** What it holds. */
  name: z.string(),
  rule: z.string(),
  oldest: timestamp.nullable(),
  /** Rows that are older than the rule allows. */
  too_old: z.int(),
});
const consentCount = z.object({
  purpose: z.string(),
  title: z.string(),
  version: z.string(),
  given: z.int(),
  withdrawn: z.int(),
  last_at: timestamp,
});

export const retentionEndpoints = endpoints({
  "GET /v1/operator/retention": {
    summary: "For each table with personal data: its rule, its oldest row, and how many rows are too old",
    policy: "operator:legal.read",
    limit: retentionLimit,
    response: resultResponse(z.array(provenTable)),
  },
  "GET /v1/operator/consents": {
    summary: "How many accounts agreed to which version of which text, by their latest decision",
    policy: "operator:legal.read",
    limit: retentionLimit,
    response: resultResponse(z.array(consentCount)),
  },
  "GET /v1/operator/consents/file.csv": {
    summary: "All decisions about consents by month, purpose, version, place and answer, as counts",
    policy: "operator:legal.read",
    limit: retentionLimit,
    response: z.any(),
    raw: true,
  },
});
export type RetentionApi = typeof retentionEndpoints;
