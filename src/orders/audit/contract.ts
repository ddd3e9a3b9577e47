import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { changeResponse, id, queryInt, resultResponse, rupiah, timestamp } from "#lib/schema.ts";
import { auditLimit, auditPages, auditTag } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    "orders.audit": Record<string, never>;
  }
}

const maxCacheSeconds = 600;

const audit = z.object({
  id,
  started_at: timestamp,
  finished_at: timestamp,
  checked: z.int(),
  found: z.int(),
  /** Some of what was found: the invariant and what breaches it. */
  findings: z.array(z.object({ invariant: z.string(), what: z.string() })),
});

const funds = z.object({
  /** What buyers paid for orders that have not ended. */
  in_orders: rupiah,
  /** All that belongs to others: that, balances of sellers, refunds on their way, and withheld tax. */
  held: rupiah,
  /** Providers and banks hold at least as much, by the marketplace's books. */
  is_covered: z.boolean(),
  /** When the books were read. */
  at: timestamp,
  /** The last audit, which may be a later one. */
  checked_at: timestamp,
  checked: z.int(),
  is_sound: z.boolean(),
  is_overdue: z.boolean(),
});
export type FundsAnswer = z.output<typeof funds>;

export const auditEndpoints = endpoints({
  "GET /v1/funds": {
    summary:
      "What the marketplace held for others at the first audit of the last day with one; null before the first audit",
    policy: "public",
    response: resultResponse(funds.nullable()),
    cache: { seconds: maxCacheSeconds, tags: () => [auditTag] },
  },
  "GET /v1/operator/audits": {
    summary: "Audits of the whole database, the latest first",
    policy: "operator:audits.read",
    query: z.strictObject({ page: queryInt(1, auditPages.maxPage).optional() }),
    response: resultResponse(
      z.object({
        rows: z.array(audit),
        more: z.boolean(),
        /** The last audit is too old, or there is none: a sign that no jobs run. */
        is_overdue: z.boolean(),
      }),
    ),
  },
  "POST /v1/operator/audits": {
    summary: "Start an audit now",
    policy: "operator:audits.run",
    limit: auditLimit,
    response: changeResponse(z.object({})),
  },
});
export type AuditApi = typeof auditEndpoints;
