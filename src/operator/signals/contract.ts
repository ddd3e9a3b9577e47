import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, multiLine, resultResponse, rupiah, timestamp } from "#lib/schema.ts";
import { moderationRefusals } from "../moderation/contract.ts";
import { dismissReasonLength, sharedThingNames, signalRuleNames, signalStateNames } from "./rules.ts";

export const signalRefusals = defineRefusals({
  closed: { code: "signals.closed", status: 409, message: "Tanda ini sudah diputuskan." },
});

const listed = z.object({
  id,
  rule: z.enum(signalRuleNames),
  strength: z.int(),
  state: z.enum(signalStateNames),
  /** Masked names. */
  people: z.array(z.string()),
  found_at: timestamp,
  last_found_at: timestamp,
});
export type ListedSignal = z.output<typeof listed>;

const detail = listed.omit({ people: true }).extend({
  reason: z.string().nullable(),
  closed_at: timestamp.nullable(),
  closed_by: z.string().nullable(),
  shared: z.array(z.enum(sharedThingNames)),
  voucher: z.string().nullable(),
  /** All orders of the person in the same time, where the rule compares with them. */
  total: z.int().nullable(),
  people: z.array(
    z.object({
      id,
      role: z.enum(["account", "buyer", "seller"]),
      /** Masked, as are e-mail and phone. */
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      created_at: timestamp,
      is_blocked: z.boolean(),
      orders: z.int(),
      shop: z.object({ id, name: z.string(), slug: z.string(), is_suspended: z.boolean() }).nullable(),
    }),
  ),
  orders: z.array(
    z.object({
      id,
      invoice: z.string(),
      total: rupiah,
      status: z.string(),
      shop: z.string(),
      buyer: z.string(),
      created_at: timestamp,
    }),
  ),
  reviews: z.array(
    z.object({
      id,
      product: z.string(),
      shop: z.string(),
      author: z.string(),
      rating: z.int(),
      created_at: timestamp,
    }),
  ),
  dismisses: z.boolean(),
  blocks: z.boolean(),
  suspends: z.boolean(),
});
export type SignalDetail = z.output<typeof detail>;

const signalId = z.strictObject({ signalId: id });

export const signalEndpoints = endpoints({
  "GET /v1/operator/signals": {
    summary: "Signs of fraud that the system found: open ones, or decided ones",
    policy: "operator:signals.read",
    query: z.strictObject({
      view: z.enum(["open", "closed"]).optional(),
      rule: z.enum(signalRuleNames).optional(),
      after: id.optional(),
    }),
    response: resultResponse(z.object({ rows: z.array(listed), next: id.nullable() })),
  },
  "GET /v1/operator/signals/:signalId": {
    summary: "One sign of fraud with its evidence, masked; each reading is in the audit log",
    policy: "operator:signals.read",
    params: signalId,
    limit: { max: 300, window: 60 * 60_000, by: "user" },
    response: resultResponse(detail),
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/operator/signals/:signalId/dismiss": {
    summary: "Dismiss a sign of fraud with a reason",
    policy: "operator:signals.decide",
    params: signalId,
    body: z.strictObject({ reason: multiLine(dismissReasonLength.min, dismissReasonLength.max) }),
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, signalRefusals.closed, moderationRefusals.self],
  },
});
export type SignalApi = typeof signalEndpoints;
