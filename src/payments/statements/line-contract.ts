import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { changeResponse, id, resultResponse, rupiah, singleLine, timestamp } from "#lib/schema.ts";
import { statementPage, statementRefusals } from "./contract.ts";
import {
  decisionLabels,
  decisionReasonLength,
  lineStatusNames,
  lineViewNames,
  secondOperatorAmount,
  type DecisionAction,
} from "./rules.ts";

const status = z.enum(lineStatusNames as [(typeof lineStatusNames)[number], ...typeof lineStatusNames]);
const view = z.enum(lineViewNames as [(typeof lineViewNames)[number], ...typeof lineViewNames]);

const transfer = z.object({
  attempt_id: id,
  reference: z.string(),
  account: z.string(),
  buyer_name: z.string(),
  invoices: z.array(z.string()),
  amount: rupiah,
  received: rupiah,
  status: z.string(),
  created_at: timestamp,
  due_at: timestamp,
  /** What the buyer said about the transfer, and whether a picture was sent. */
  sender_name: z.string().nullable(),
  reported_at: timestamp.nullable(),
  has_proof: z.boolean(),
});
export type TransferJson = z.output<typeof transfer>;

const line = z.object({
  id,
  account: z.string(),
  bank_name: z.string(),
  day: z.iso.date(),
  /** Negative when it went out. */
  amount: z.int(),
  cents: z.int(),
  description: z.string(),
  status,
  /** It has become a payment. */
  is_booked: z.boolean(),
  transfer: transfer.nullable(),
  decided_by: z.string().nullable(),
  is_automatic: z.boolean(),
  reason: z.string(),
  /** This operator may confirm it. */
  can_approve: z.boolean(),
});
export type StatementLineJson = z.output<typeof line>;

const lineParams = z.strictObject({ lineId: id });
const reason = singleLine(decisionReasonLength.min, decisionReasonLength.max);
const changed = changeResponse(z.object({ status }));
const decisionNames = Object.keys(decisionLabels) as [DecisionAction, ...DecisionAction[]];

/** The calls about the movements of a statement: which payment each is, and who decided it. */
export const lineEndpoints = endpoints({
  "GET /v1/operator/statement-lines": {
    summary: "Movements of the bank accounts, newest first; by default those that wait for a person",
    policy: "operator:transfers.read",
    query: z.strictObject({ view: view.optional(), q: singleLine(0, 80).optional(), page: statementPage }),
    response: resultResponse(
      z.object({ rows: z.array(line), more: z.boolean(), waiting: z.int(), proposed: z.int(), decides: z.boolean() }),
    ),
  },
  "GET /v1/operator/statement-lines/:lineId": {
    summary: "One movement with its history and the transfers that it may be; `q` searches among all transfers",
    policy: "operator:transfers.read",
    params: lineParams,
    query: z.strictObject({ q: singleLine(0, 80).optional() }),
    response: resultResponse(
      z.object({
        line,
        events: z.array(
          z.object({
            action: z.enum(decisionNames),
            actor: z.string(),
            is_automatic: z.boolean(),
            reason: z.string(),
            at: timestamp,
          }),
        ),
        /** Other movements of that account, day and amount: perhaps the same one in another file. */
        twins: z.int(),
        transfers: z.array(transfer),
        decides: z.boolean(),
      }),
    ),
    refusals: [statementRefusals.lineUnknown],
  },
  "POST /v1/operator/statement-lines/:lineId/assign": {
    summary: `Match a movement with a transfer by hand; above ${formatRupiah(secondOperatorAmount)} another operator confirms it`,
    policy: "operator:transfers.decide",
    params: lineParams,
    body: z.strictObject({ attempt_id: id, reason }),
    response: changed,
    refusals: [
      statementRefusals.notFinance,
      statementRefusals.lineUnknown,
      statementRefusals.notOpen,
      statementRefusals.notMatchable,
      statementRefusals.transferUnknown,
    ],
  },
  "POST /v1/operator/statement-lines/:lineId/approve": {
    summary: "Confirm a match that another operator proposed",
    policy: "operator:transfers.decide",
    params: lineParams,
    body: z.strictObject({ attempt_id: id }),
    response: changed,
    refusals: [
      statementRefusals.notFinance,
      statementRefusals.lineUnknown,
      statementRefusals.notOpen,
      statementRefusals.secondOperator,
    ],
  },
  "POST /v1/operator/statement-lines/:lineId/reject": {
    summary: "Refuse a proposed match; the movement waits again",
    policy: "operator:transfers.decide",
    params: lineParams,
    body: z.strictObject({ reason }),
    response: changed,
    refusals: [statementRefusals.notFinance, statementRefusals.lineUnknown, statementRefusals.notOpen],
  },
  "POST /v1/operator/statement-lines/:lineId/foreign": {
    summary: "Mark a movement as none of a buyer",
    policy: "operator:transfers.decide",
    params: lineParams,
    body: z.strictObject({ reason }),
    response: changed,
    refusals: [statementRefusals.notFinance, statementRefusals.lineUnknown, statementRefusals.notOpen],
  },
  "POST /v1/operator/statement-lines/:lineId/bank-charge": {
    summary: "Book a movement as a charge or interest of the bank",
    policy: "operator:transfers.decide",
    params: lineParams,
    body: z.strictObject({ reason }),
    response: changed,
    refusals: [
      statementRefusals.notFinance,
      statementRefusals.lineUnknown,
      statementRefusals.notOpen,
      statementRefusals.chargeTooLarge,
    ],
  },
  "POST /v1/operator/statement-lines/:lineId/reopen": {
    summary: "Take back the mark that a movement is none of a buyer",
    policy: "operator:transfers.decide",
    params: lineParams,
    body: z.strictObject({ reason }),
    response: changed,
    refusals: [statementRefusals.notFinance, statementRefusals.lineUnknown, statementRefusals.notOpen],
  },
});
export type LineApi = typeof lineEndpoints;
