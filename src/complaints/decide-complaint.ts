import { appendAuditEntry } from "#audit-log/append-entry.ts";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { findOrderMoney } from "#orders/settlement/settle-dispute.ts";
import { completeSolution, type WantedSolution } from "./complete-solution.ts";
import { complaintRefusals } from "./contract.ts";
import { attachEvidence } from "./evidence/add-evidence.ts";
import { assertMay, lockCase, lockForParty, type Actor, type LockedCase } from "./lock-case.ts";
import { carryOut, enterState, say, theClock, type Doer } from "./move-case.ts";
import { notifyOfMessage } from "./notify-case.ts";
import { countMessages, hasDecided, insertDecision, listCaseLines, type Case } from "./queries.ts";
import { type CitedRule, clockRule, ruleTitle } from "./mediation/rules.ts";
import { maxMessagesPerSide, type Solution } from "./rules.ts";
import { solutionText } from "./solution-text.ts";

export type Mediator = { userId: string; operatorRole: string | null };
type Ports = Pick<Context, "db" | "clock">;

/** Whether operators with this role decide cases. */
export function mayDecideCases(operatorRole: string | null): boolean {
  return isPermitted(operatorRole, "complaints.decide");
}

/**
 * Why this operator may not act in a case, as a refusal; otherwise null. A mediator is no side of the order, and
 * does not decide an appeal against the own decision.
 */
export async function whyNotMediator(
  tx: Pick<Tx, "row">,
  one: Pick<Case, "id" | "buyer_id" | "seller_id" | "state">,
  { userId, operatorRole }: Mediator,
) {
  if (!mayDecideCases(operatorRole)) return complaintRefusals.notMediator;
  if (one.buyer_id === userId || one.seller_id === userId) return complaintRefusals.conflictOfInterest;
  if (one.state === "appealed" && (await hasDecided(tx as Tx, one.id, userId))) return complaintRefusals.sameMediator;
  return null;
}

async function lockForMediator(
  tx: Tx,
  complaintId: string,
  mediator: Mediator,
  action: "decide" | "message",
): Promise<LockedCase> {
  const locked = await lockCase(tx, complaintId);
  const refusal = await whyNotMediator(tx, locked.case, mediator);
  if (refusal) throw new Refusal(refusal);
  await assertMay(tx, locked.case, action, "mediator");
  return locked;
}

/** Stores a decision. The second one of a case, after an appeal, is carried out at once. */
async function storeDecision(
  tx: Tx,
  context: Ports,
  locked: LockedCase,
  decision: { by: Doer; solution: Solution; rule: string; reason: string; isPrecedent: boolean; now: Date },
): Promise<string> {
  const { case: one } = locked;
  const { by, solution, rule, reason, isPrecedent, now } = decision;
  const isFinal = one.appealed_by !== null;
  const said = {
    kind: "decision" as const,
    text: reason,
    solution,
    notice: `Putusan: ${solutionText(solution)}. Aturan: ${ruleTitle(rule)}.`,
  };
  const messageId = isFinal
    ? await say(tx, one, by, said, now)
    : await enterState(tx, context, locked, "decided", {
        by,
        said,
        change: { solution, outcome: "decided" },
        isOffer: true,
        now,
      });
  await insertDecision(tx, {
    complaintId: one.id,
    messageId,
    mediatorId: by.userId,
    rule,
    reason,
    solution,
    isFinal,
    isPrecedent,
    now,
  });
  if (isFinal) await carryOut(tx, context, locked, { by, solution, outcome: "decided", lead: "Putusan banding", now });
  return messageId;
}

/**
 * A mediator decides a case or its appeal in writing, and the id of the message is returned. Refuses with
 * `request.not_found`, `complaints.not_mediator`, `complaints.conflict_of_interest`, `complaints.same_mediator`,
 * `complaints.not_allowed` and the refusals of {@link completeSolution}.
 */
export async function decideComplaint(
  context: Ports,
  decision: {
    complaintId: string;
    mediator: Mediator;
    solution: WantedSolution;
    rule: CitedRule;
    reason: string;
    precedent: boolean;
  },
  now: Date,
): Promise<string> {
  const { complaintId, mediator, rule, reason, precedent: isPrecedent } = decision;
  return context.db.transaction(async (tx) => {
    const locked = await lockForMediator(tx, complaintId, mediator, "decide");
    const lines = await listCaseLines(tx, complaintId);
    const money = await findOrderMoney(tx, locked.order.id);
    const options = { allowsNothing: true, allowsRefund: isExchanged(locked.case) };
    const solution = completeSolution(decision.solution, lines, money, options);
    const by: Doer = { side: "mediator", userId: mediator.userId };
    appendAuditEntry(tx, {
      actor: { ...mediator, type: "operator" },
      action: "complaints.decided",
      subject: { kind: "complaint", id: complaintId },
      after: { rule, kind: solution.kind },
      reason,
    });
    return storeDecision(tx, context, locked, { by, solution, rule, reason, isPrecedent, now });
  });
}

/** Goods of the case have been on their way: sent back, or sent again. */
function isExchanged({ parcel_id }: Case): boolean {
  return parcel_id !== null;
}

/** Decides a case whose mediators did not: what the buyer wanted last. Goods that came back are paid back. */
export async function decideByClock(tx: Tx, context: Ports, locked: LockedCase, now: Date): Promise<void> {
  const { case: one } = locked;
  const solution: Solution = isExchanged(one) ? { ...(one.solution ?? one.demand), kind: "refund" } : one.demand;
  const reason = clockRule.text;
  await storeDecision(tx, context, locked, {
    by: theClock,
    solution,
    rule: clockRule.name,
    reason,
    isPrecedent: false,
    now,
  });
}

/** A mediator writes to both sides. Refuses like {@link decideComplaint}, and with `complaints.too_many_messages`. */
export async function writeAsMediator(
  { db }: Ports,
  { complaintId, mediator, text }: { complaintId: string; mediator: Mediator; text: string },
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { case: one } = await lockForMediator(tx, complaintId, mediator, "message");
    if ((await countMessages(tx, complaintId, "mediator")) >= maxMessagesPerSide)
      throw new Refusal(complaintRefusals.tooManyMessages);
    const by: Doer = { side: "mediator", userId: mediator.userId };
    appendAuditEntry(tx, {
      actor: { ...mediator, type: "operator" },
      action: "complaints.message_written",
      subject: { kind: "complaint", id: complaintId },
    });
    const messageId = await say(tx, one, by, { kind: "message", text }, now);
    await notifyOfMessage(tx, one, { author: "mediator", messageId, now });
    return messageId;
  });
}

/**
 * A side appeals against the decision, once in a case, and the id of the message is returned. Refuses with
 * `request.not_found`, `complaints.not_allowed`.
 */
export async function appealDecision(
  context: Ports,
  {
    complaintId,
    actor,
    text,
    evidence,
  }: { complaintId: string; actor: Actor; text: string; evidence: readonly string[] },
  now: Date,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const locked = await lockForParty(tx, complaintId, actor, "appeal");
    const { side } = locked;
    const messageId = await enterState(tx, context, locked, "appealed", {
      by: { side, userId: actor.userId },
      said: { kind: "appeal", text, notice: `${side === "buyer" ? "Pembeli" : "Penjual"} mengajukan banding.` },
      change: { appealedBy: side },
      now,
    });
    await attachEvidence(tx, { orderId: locked.order.id, userId: actor.userId, messageId, ids: evidence });
    return messageId;
  });
}
