/**
 * Design note. What does not match exactly is decided by operators, one movement at a time. Every change is a
 * conditional update of a movement that is still as the operator saw it, with a row of history in the same transaction.
 * Above the limits the first operator only proposes; the database refuses a match that needs two without two different
 * operators, and a booked match never changes. The limits count all movements of one transfer and all hand-made matches
 * of one operator in a day, under locks, so a large sum cannot be matched in small parts.
 */
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { book, platform } from "../ledger/ledger.ts";
import { mayDecide } from "../payouts/review/decide-payout.ts";
import { statementRefusals } from "./contract.ts";
import {
  approveLine,
  changeLine,
  lockOperator,
  lockTransfer,
  matchLine,
  sumBankCharges,
  sumMatches,
} from "./queries.ts";
import { findLine, type LineRow } from "./view-queries.ts";
import { bankCharges, needsSecondOperator, ownMatches, type LineMark, type LineStatus } from "./rules.ts";

export type Operator = { userId: string; operatorRole: string | null };

/** Refuses with `statements.not_finance` unless this operator's role decides about money. */
export function requireFinance({ operatorRole }: Pick<Operator, "operatorRole">): void {
  if (!mayDecide(operatorRole)) throw new Refusal(statementRefusals.notFinance);
}

async function getLine(tx: Tx, lineId: string): Promise<LineRow> {
  const line = await findLine(tx, lineId);
  if (!line) throw new Refusal(statementRefusals.lineUnknown);
  return line;
}

/**
 * Matches a movement with a transfer by hand, or proposes it where a second operator is needed. Returns the movement's
 * status. Refuses with `statements.not_finance`, line_unknown, not_open, not_matchable and transfer_unknown.
 */
export async function assignLine(
  { db }: Pick<Context, "db">,
  operator: Operator,
  match: { lineId: string; attemptId: string; reason: string },
  now: Date,
): Promise<LineStatus> {
  requireFinance(operator);
  const operatorId = operator.userId;
  return db.transaction(async (tx): Promise<LineStatus> => {
    await lockOperator(tx, operatorId);
    const transfer = await lockTransfer(tx, match.attemptId);
    const line = await getLine(tx, match.lineId);
    if (line.amount <= 0 || line.cents !== 0) throw new Refusal(statementRefusals.notMatchable);
    if (!transfer) throw new Refusal(statementRefusals.transferUnknown, { attempt_id: ["Pilih satu tagihan."] });
    const since = addDuration(now, -ownMatches.window);
    const before = await sumMatches(tx, { attemptId: match.attemptId, operatorId, since });
    const needsApproval = needsSecondOperator({
      ofTransfer: before.ofTransfer + line.amount,
      byOperator: before.byOperator + line.amount,
      isAutomatic: false,
      isOwnPurchase: transfer.buyer_id === operatorId,
    });
    if (!(await matchLine(tx, { ...match, needsApproval, isAutomatic: false, operatorId, now })))
      throw new Refusal(statementRefusals.notOpen);
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.transfer_matched",
      subject: { kind: "bank_line", id: match.lineId },
      after: { attempt: match.attemptId, amount: line.amount, status: needsApproval ? "proposed" : "matched" },
      reason: match.reason,
    });
    if (needsApproval) return "proposed";
    await queueJob(tx, "payments.book_transfers", { statementId: line.statement_id });
    return "matched";
  });
}

/**
 * Confirms a match that another operator proposed. Refuses with `statements.second_operator` the one who proposed it
 * and the buyer, and with `statements.not_open` when the proposal is another one by now.
 */
export async function approveMatch(
  { db }: Pick<Context, "db">,
  operator: Operator,
  approval: { lineId: string; attemptId: string },
  now: Date,
): Promise<LineStatus> {
  requireFinance(operator);
  return db.transaction(async (tx): Promise<LineStatus> => {
    const transfer = await lockTransfer(tx, approval.attemptId);
    const line = await getLine(tx, approval.lineId);
    if (line.status !== "proposed" || line.attempt_id !== approval.attemptId)
      throw new Refusal(statementRefusals.notOpen);
    if (line.decided_by === operator.userId || transfer?.buyer_id === operator.userId)
      throw new Refusal(statementRefusals.secondOperator);
    if (!(await approveLine(tx, { ...approval, operatorId: operator.userId, isAutomatic: false, now })))
      throw new Refusal(statementRefusals.notOpen);
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.transfer_approved",
      subject: { kind: "bank_line", id: approval.lineId },
      after: { attempt: approval.attemptId, amount: line.amount },
    });
    await queueJob(tx, "payments.book_transfers", { statementId: line.statement_id });
    return "matched";
  });
}

/**
 * `rejected`: a proposal is refused. `foreign`: the movement is none of a buyer. `bank_charge`: it is a charge or
 * interest of the bank, which is booked in whole rupiah. `reopened`: a mark was wrong. Returns the movement's status.
 * Refuses with `statements.not_finance`, line_unknown, charge_too_large and not_open.
 */
export async function changeLineStatus(
  { db }: Pick<Context, "db">,
  operator: Operator,
  change: { lineId: string; action: "rejected" | "reopened" | LineMark; reason: string },
  now: Date,
): Promise<LineStatus> {
  requireFinance(operator);
  return db.transaction(async (tx) => {
    const { action, lineId } = change;
    const { amount } = await getLine(tx, lineId);
    if (action === "bank_charge") {
      await lockOperator(tx, operator.userId);
      const before = await sumBankCharges(tx, operator.userId, addDuration(now, -bankCharges.window));
      if (before + Math.abs(amount) > bankCharges.max) throw new Refusal(statementRefusals.chargeTooLarge);
    }
    const changed = await changeLine(tx, { ...change, operatorId: operator.userId, now });
    if (!changed) throw new Refusal(statementRefusals.notOpen);
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.bank_line_marked",
      subject: { kind: "bank_line", id: lineId },
      before: { status: changed.before },
      after: { status: action, amount },
      reason: change.reason,
    });
    if (action === "bank_charge") await bookCharge(tx, changed.decisionId, amount, now);
    if (changed.before === "bank_charge") await bookCharge(tx, changed.decisionId, -amount, now);
    return action === "rejected" || action === "reopened" ? "open" : action;
  });
}

/** Books what the bank gave (positive) or took (negative), in rupiah. */
async function bookCharge(tx: Tx, decisionId: string, amount: Rupiah, now: Date): Promise<void> {
  if (amount === 0) return;
  await book(tx, {
    kind: "provider_settled",
    reference: `bank charge ${decisionId}`,
    now,
    movements: [
      { kind: "cash", owner: "manual", amount: -amount },
      { kind: "provider_fees", owner: platform, amount },
    ],
  });
}
