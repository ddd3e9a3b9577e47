/**
 * Design note. Every change of a case goes through `enterState`, `carryOut` or `closeCase`, in the transaction of a
 * locked order and case. A change stores the state with its deadline, queues the job of that moment, adds a message and
 * notifies both sides, so no case can be without somebody to act or without a clock. The update repeats the check of
 * the state. When two people act at the same moment, the second one waits for the order's lock and is refused.
 * Locks: order → case → then as settling an order does (payment → stock → vouchers → ledger accounts).
 * Not chosen: an action table of its own for the money. A case ends through the actions of the order, which move money
 * once.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { findHolidays } from "#orders/holidays/find-holidays.ts";
import type { OrderActor } from "#orders/rules.ts";
import { resumeOrder } from "#orders/resume-order.ts";
import { settleDispute } from "#orders/settlement/settle-dispute.ts";
import { complaintRefusals } from "./contract.ts";
import type { LockedCase } from "./lock-case.ts";
import { callMediators, notifyParties } from "./notify-case.ts";
import { insertMessage, silenceFacts, updateCase, type Case, type CaseUpdate, type MessageKind } from "./queries.ts";
import {
  complaintStates,
  dueAfter,
  type MessageAuthor,
  type OpenState,
  type Outcome,
  type Party,
  type Solution,
} from "./rules.ts";
import { solutionText } from "./solution-text.ts";

/** Who does something: a side, or the clock. */
export type Doer = { side: MessageAuthor; userId: string | null };
export const theClock: Doer = { side: "system", userId: null };

const orderActors: Record<MessageAuthor, OrderActor> = {
  buyer: "buyer",
  seller: "seller",
  mediator: "operator",
  system: "system",
};

/** What is said with a change: the stored message, and the sentence of the notification. */
export type Said = { kind: MessageKind; text: string; solution?: Solution; notice: string };

/** Queues the job for a deadline. A later deadline of the case replaces it. */
export async function queueCaseDeadline(
  tx: Tx,
  context: Pick<Context, "clock">,
  complaintId: string,
  dueAt: Date,
): Promise<void> {
  await queueJob(
    tx,
    "complaints.fire_deadline",
    { complaintId },
    { runAt: dueAt, clockOffset: context.clock.offset(), key: `complaint-deadline:${complaintId}` },
  );
}

/** Stores a message of this doer in the case. */
export function say(tx: Tx, one: Case, by: Doer, said: Pick<Said, "kind" | "text" | "solution">, now: Date) {
  return insertMessage(tx, {
    complaintId: one.id,
    author: by.side,
    authorId: by.userId,
    kind: said.kind,
    text: said.text,
    solution: said.solution ?? null,
    now,
  });
}

type Entering = {
  by: Doer;
  /** Whose step it was, if the message is the clock's. This side is not notified of it. */
  actor?: MessageAuthor;
  said: Said;
  /** Stored with the state. `offer`: the message becomes what can be accepted. */
  change?: Omit<CaseUpdate, "state" | "dueAt">;
  isOffer?: boolean;
  parcelDueAt?: Date;
  now: Date;
};

/**
 * Brings a locked case to an open state and returns the id of the stored message. Refuses with
 * `complaints.not_allowed`.
 */
export async function enterState(
  tx: Tx,
  context: Pick<Context, "clock">,
  { case: one }: LockedCase,
  state: OpenState,
  { by, actor = by.side, said, change = {}, isOffer = false, parcelDueAt, now }: Entering,
): Promise<string> {
  if (one.state === "closed") throw new Refusal(complaintRefusals.notAllowed);
  // The side that must act sends something: its own province's days count.
  const province = complaintStates[state].turn === "buyer" ? one.buyer_province : one.shop_province;
  const holidays = await findHolidays(tx, province);
  const dueAt = dueAfter(state, now, { talkUntil: one.talk_until, parcelDueAt: parcelDueAt ?? null, holidays });
  const messageId = await say(tx, one, by, said, now);
  const offerId = isOffer ? messageId : null;
  if (!(await updateCase(tx, one, one.state, { offerId, ...change, state, dueAt }, now)))
    throw new Refusal(complaintRefusals.notAllowed);
  await queueCaseDeadline(tx, context, one.id, dueAt);
  const facts = {
    ...silenceFacts(one),
    arrivalAssumed: change.arrivalAssumed ?? one.arrival_assumed,
    addressMissing: change.addressMissing ?? one.address_missing,
  };
  await notifyParties(tx, one, { state, dueAt, text: said.notice, messageId, by: actor, facts, now });
  if (state === "with_mediator" || state === "appealed") await callMediators(tx, one, { dueAt, call: state, now });
  return messageId;
}

/**
 * Ends a locked case with a written outcome and divides the order's money: `amounts` to the buyer, the rest to the
 * seller. The order's own notifications tell both sides where the money went.
 */
export async function closeCase(
  tx: Tx,
  context: Pick<Context, "clock">,
  { case: one, order }: LockedCase,
  end: { by: Doer; outcome: Outcome; text: string; amounts: Solution | null; now: Date },
): Promise<void> {
  if (one.state === "closed") throw new Refusal(complaintRefusals.notAllowed);
  const { by, outcome, text, now } = end;
  const amounts = end.amounts && end.amounts.kind !== "none" ? end.amounts : null;
  const refunded = await settleDispute(tx, context, order, {
    amounts,
    by: orderActors[by.side],
    actorId: by.userId,
    reason: text,
    cause: `complaint ${one.id}`,
    now,
  });
  await storeEnd(tx, one, one.state, { outcome, text, refunded, awarded: amounts, now });
}

/** Ends a locked, withdrawn case whose goods had not arrived: the order goes on, and its money stays held. */
export async function closeResumed(
  tx: Tx,
  context: Pick<Context, "clock">,
  { case: one, order }: LockedCase,
  { by, text, now }: { by: Doer; text: string; now: Date },
): Promise<void> {
  if (one.state === "closed") throw new Refusal(complaintRefusals.notAllowed);
  await resumeOrder(tx, context, order, { buyerId: by.userId ?? one.buyer_id, reason: text, now });
  await storeEnd(tx, one, one.state, { outcome: "withdrawn", text, refunded: 0, awarded: null, now });
}

async function storeEnd(
  tx: Tx,
  one: Case,
  from: OpenState,
  {
    outcome,
    text,
    refunded,
    awarded,
    now,
  }: { outcome: Outcome; text: string; refunded: number; awarded: Solution | null; now: Date },
): Promise<void> {
  await say(tx, one, theClock, { kind: "system", text }, now);
  const change = {
    state: "closed",
    dueAt: null,
    offerId: null,
    outcome,
    outcomeText: text,
    refunded,
    awarded,
  } as const;
  if (!(await updateCase(tx, one, from, change, now))) throw new Refusal(complaintRefusals.notAllowed);
}

/**
 * Carries out what was agreed or decided: divides the money at once, or waits for goods to be sent back or again. The
 * outcome is stored now, and the case shows it when it ends.
 */
export async function carryOut(
  tx: Tx,
  context: Pick<Context, "clock">,
  locked: LockedCase,
  { by, solution, outcome, lead, now }: { by: Doer; solution: Solution; outcome: Outcome; lead: string; now: Date },
): Promise<void> {
  const text = `${lead}: ${solutionText(solution)}.`;
  if (solution.kind === "refund" || solution.kind === "none") {
    const amounts = solution.kind === "none" ? null : solution;
    return closeCase(tx, context, locked, { by, outcome, text, amounts, now });
  }
  const state = solution.kind === "return_refund" ? "awaiting_return" : "awaiting_replacement";
  const said: Said = { kind: "system", text, notice: text };
  const change = { solution, outcome, addressMissing: !locked.case.has_address };
  await enterState(tx, context, locked, state, { by: theClock, actor: by.side, said, change, now });
}

/** Hands a locked case to the mediators. */
export function handToMediators(
  tx: Tx,
  context: Pick<Context, "clock">,
  locked: LockedCase,
  { by, text, now }: { by: Doer; text: string; now: Date },
): Promise<string> {
  const callers: Record<Party | "system", string> = {
    buyer: "Pembeli memanggil mediator.",
    seller: "Penjual memanggil mediator.",
    mediator: "Mediator memeriksa komplain ini.",
    system: "Komplain diteruskan ke mediator.",
  };
  const notice = callers[by.side];
  const said: Said =
    by.side === "system" ? { kind: "system", text: text || notice, notice } : { kind: "call_mediator", text, notice };
  return enterState(tx, context, locked, "with_mediator", {
    by,
    said,
    change: by.side === "seller" ? { sellerAnswered: true } : {},
    now,
  });
}
