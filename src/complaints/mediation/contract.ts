import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals } from "#lib/refusal.ts";
import { id, multiLine, queryInt, resultResponse, rupiah, singleLine, timestamp } from "#lib/schema.ts";
import { complaintCard, complaintDetails, problemName } from "../case-view/contract.ts";
import { complaintParams, complaintRefusals, messageStored, solutionRefusals, wantedSolution } from "../contract.ts";
import { type CitedRule, citedRuleNames, decisionReasonLength } from "./rules.ts";
import { messageLength } from "../rules.ts";

const notFound = requestRefusals.notFound;

/** Calls of mediators. Every operator reads; operators with the role `mediator` or `owner` decide. */
export const mediatorEndpoints = endpoints({
  "GET /v1/operator/complaints": {
    summary: "Cases for mediators. `view`: those that wait for a decision by deadline, all open ones, or closed ones",
    policy: "operator:complaints.read",
    query: z.strictObject({
      view: z.enum(["waiting", "open", "closed"]).optional(),
      problem: problemName.optional(),
      page: queryInt(1, 200).optional(),
    }),
    response: resultResponse(
      z.object({
        now: timestamp,
        complaints: z.array(complaintCard),
        total: z.int(),
        page: z.int(),
        pages: z.int(),
        /** The reader's role may decide. */
        decides: z.boolean(),
        /** How many wait for a decision, and how many of these have less than a day left. */
        waiting: z.int(),
        urgent: z.int(),
      }),
    ),
  },
  "GET /v1/operator/complaints/:complaintId": {
    summary: "A case for a mediator",
    policy: "operator:complaints.read",
    params: complaintParams,
    response: resultResponse(
      complaintDetails.extend({
        /** This operator may enter what happens to the claim at the courier. */
        may_claim: z.boolean(),
        /** Why this operator cannot enter now that the courier paid an asked claim; null when it is possible. */
        why_no_payment: z.string().nullable(),
        /** The rules that a decision may cite. */
        rules: z.array(z.object({ rule: z.string(), title: z.string(), text: z.string() })),
        /** Why this operator may not decide; null when it is allowed, or when nothing is to be decided. */
        why_not: z.string().nullable(),
      }),
    ),
    refusals: [notFound],
  },
  "POST /v1/operator/complaints/:complaintId/messages": {
    summary: "Write to both sides as the mediator",
    policy: "operator:complaints.decide",
    params: complaintParams,
    body: z.strictObject({ text: multiLine(messageLength.min, messageLength.max) }),
    response: messageStored,
    refusals: [
      notFound,
      complaintRefusals.notAllowed,
      complaintRefusals.notMediator,
      complaintRefusals.conflictOfInterest,
      complaintRefusals.tooManyMessages,
    ],
  },
  "POST /v1/operator/complaints/:complaintId/decision": {
    summary: "Decide a case, or its appeal, in writing with the rule that it follows",
    policy: "operator:complaints.decide",
    params: complaintParams,
    body: z.strictObject({
      solution: wantedSolution,
      rule: z.enum(citedRuleNames as [CitedRule, ...CitedRule[]]),
      reason: multiLine(decisionReasonLength.min, decisionReasonLength.max),
      /** Other mediators find the decision among the precedents. */
      precedent: z.boolean().default(false),
      /** The mediator checked who gets what. */
      checked: z.literal(true, "Periksa siapa menerima apa, lalu centang."),
    }),
    response: messageStored,
    refusals: [
      notFound,
      complaintRefusals.notAllowed,
      complaintRefusals.notMediator,
      complaintRefusals.conflictOfInterest,
      complaintRefusals.sameMediator,
      ...solutionRefusals,
    ],
  },
  "GET /v1/operator/complaint-precedents": {
    summary: "Decisions that mediators marked as precedents, newest first, by problem and main category",
    policy: "operator:complaints.read",
    query: z.strictObject({
      problem: problemName.optional(),
      category: singleLine(1, 60).optional(),
      page: queryInt(1, 200).optional(),
    }),
    response: resultResponse(
      z.object({
        page: z.int(),
        pages: z.int(),
        total: z.int(),
        precedents: z.array(
          z.object({
            complaint_id: id,
            number: z.string(),
            problems: z.array(problemName),
            /** Names of the main categories of the goods. */
            category_names: z.array(z.string()),
            rule_title: z.string(),
            reason: z.string(),
            solution_label: z.string(),
            /** What the buyer got of what was paid for the goods in dispute and for shipping, in percent. */
            refunded_percent: z.int(),
            at: timestamp,
          }),
        ),
      }),
    ),
  },
  "GET /v1/operator/complaint-statistics": {
    summary: "Cases by Jakarta month: how many, how they ended, and how long it took",
    policy: "operator:complaints.read",
    response: resultResponse(
      z.object({
        months: z.array(
          z.object({
            /** `2026-11`. */
            month: z.string(),
            opened: z.int(),
            closed: z.int(),
            agreed: z.int(),
            decided: z.int(),
            seller_silent: z.int(),
            buyer_silent: z.int(),
            withdrawn: z.int(),
            /** Median hours from opening to the end, and until the seller's first answer; null without any. */
            median_hours: z.int().nullable(),
            median_answer_hours: z.int().nullable(),
            refunded: rupiah,
          }),
        ),
        problems: z.array(z.object({ problem: problemName, count: z.int() })),
      }),
    ),
  },
});
export type MediatorApi = typeof mediatorEndpoints;
