/**
 * Design note. A courier that hands over less than it collected leaves a debt. An operator decides about the cash of
 * one order at a time: the courier still owes it, a part came in, or the marketplace bears it. What is booked is never
 * changed: a sum that was written off and comes in after all is a movement of its own. A second operator confirms large
 * write-offs, counted over a day, so that they cannot be made in small parts.
 * Locks: cash of the order → decision → write-offs of the operator → ledger accounts by id.
 */
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { violates, type Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { book, platform, type Movement } from "../ledger/ledger.ts";
import type { LedgerKind } from "../ledger/rules.ts";
import { requireFinance, type Operator } from "../statements/decide-line.ts";
import { codRefusals } from "./contract.ts";
import {
  addSettled,
  findDecidedOrder,
  insertDecision,
  lockCash,
  lockDecision,
  sumWriteOffs,
  updateDecision,
  type LockedCash,
} from "./queries.ts";
import { ownWriteOffs, type CodDecisionKind, type CodDecisionState } from "./rules.ts";

type Decision = { orderId: string; kind: CodDecisionKind; amount: Rupiah; reference: string; reason: string };

/**
 * Decides about the cash of an order, or proposes it where a second operator is needed. Returns the decision's id and
 * state. Refuses with `statements.not_finance`, `request.not_found`, `cod.amount_too_large`, and `cod.reference_used`
 * when the same money was entered before.
 */
export async function decideDifference(
  { db }: Pick<Context, "db">,
  operator: Operator,
  decision: Decision,
  now: Date,
): Promise<{ id: string; state: CodDecisionState }> {
  requireFinance(operator);
  const { orderId, kind, amount } = decision;
  try {
    return await db.transaction(async (tx) => {
      const cash = await lockCash(tx, orderId);
      if (!cash) throw new Refusal(requestRefusals.notFound);
      assertWithin(cash, kind, amount);
      const needsSecond = kind === "written_off" && (await isLarge(tx, operator, cash, amount, now));
      const id = await insertDecision(tx, { ...decision, needsSecond, operatorId: operator.userId, now });
      const state = needsSecond ? ("proposed" as const) : ("booked" as const);
      appendAuditEntry(tx, {
        actor: { ...operator, type: "operator" },
        action: "payments.cod_decided",
        subject: { kind: "cod_decision", id },
        after: { order: orderId, kind, amount, state },
        reason: decision.reason,
      });
      if (state === "booked") await bookDecision(tx, { id, orderId, kind, amount, courier: cash.courier }, now);
      return { id, state };
    });
  } catch (error) {
    throw violates(error, "cod_decisions_once")
      ? new Refusal(codRefusals.referenceUsed, { reference: [codRefusals.referenceUsed.message] })
      : error;
  }
}

/**
 * Confirms or refuses a proposed write-off. Refuses with `statements.not_finance`, `request.not_found`,
 * `cod.decision_closed`, `cod.second_operator` for the one who proposed it and for both sides of the order, and
 * `cod.amount_too_large` when the courier owes less by now.
 */
export async function approveDifference(
  { db }: Pick<Context, "db">,
  operator: Operator,
  { decisionId, accept }: { decisionId: string; accept: boolean },
  now: Date,
): Promise<{ id: string; state: CodDecisionState }> {
  requireFinance(operator);
  return db.transaction(async (tx) => {
    const orderId = await findDecidedOrder(tx, decisionId);
    const cash = orderId === undefined ? undefined : await lockCash(tx, orderId);
    const found = await lockDecision(tx, decisionId);
    if (!cash || !found) throw new Refusal(requestRefusals.notFound);
    if (found.state !== "proposed") throw new Refusal(codRefusals.decisionClosed);
    if (found.decided_by === operator.userId || cash.parties.includes(operator.userId))
      throw new Refusal(codRefusals.secondOperator);
    if (accept) assertWithin(cash, found.kind, found.amount);
    const state = accept ? ("booked" as const) : ("refused" as const);
    await updateDecision(tx, decisionId, { state, operatorId: operator.userId, now });
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.cod_approved",
      subject: { kind: "cod_decision", id: decisionId },
      before: { state: "proposed" },
      after: { order: found.order_id, amount: found.amount, state },
    });
    const { kind, amount } = found;
    if (accept)
      await bookDecision(tx, { id: decisionId, orderId: found.order_id, kind, amount, courier: cash.courier }, now);
    return { id: decisionId, state };
  });
}

function assertWithin({ owed, writtenOff }: LockedCash, kind: CodDecisionKind, amount: Rupiah): void {
  const most = kind === "recovered" ? writtenOff : owed;
  if (amount > most || (kind === "still_owed" && owed === 0))
    throw new Refusal(codRefusals.amountTooLarge, { amount: [codRefusals.amountTooLarge.message] });
}

async function isLarge(tx: Tx, { userId }: Operator, cash: LockedCash, amount: Rupiah, now: Date): Promise<boolean> {
  const before = await sumWriteOffs(tx, userId, addDuration(now, -ownWriteOffs.window));
  return before + amount > ownWriteOffs.max || cash.parties.includes(userId);
}

async function bookDecision(
  tx: Tx,
  decision: { id: string; orderId: string; kind: CodDecisionKind; amount: Rupiah; courier: string },
  now: Date,
): Promise<void> {
  const { id, orderId, kind, amount, courier } = decision;
  const cash: Movement = { kind: "cash", owner: "manual", amount: -amount };
  const owed: Movement = { kind: "cod_receivable", owner: courier, amount };
  const losses = (sum: Rupiah): Movement => ({ kind: "losses", owner: platform, amount: sum });
  const events: Partial<Record<CodDecisionKind, { event: LedgerKind; movements: Movement[] }>> = {
    part_paid: { event: "cod_part_paid", movements: [cash, owed] },
    written_off: { event: "cod_written_off", movements: [owed, losses(-amount)] },
    recovered: { event: "cod_recovered", movements: [cash, losses(amount)] },
  };
  const found = events[kind];
  if (!found) return;
  if (kind !== "recovered") await addSettled(tx, orderId, amount);
  await book(tx, { kind: found.event, reference: `${id} ${orderId}`, now, movements: found.movements });
}
