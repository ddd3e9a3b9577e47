import { isDeepStrictEqual } from "node:util";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { runOnce } from "#lib/idempotency.ts";
import { Refusal } from "#lib/refusal.ts";
import { canResume } from "#orders/resume-order.ts";
import { findOrderMoney } from "#orders/settlement/settle-dispute.ts";
import { completeSolution, type WantedSolution } from "./complete-solution.ts";
import { complaintRefusals } from "./contract.ts";
import { attachEvidence } from "./evidence/add-evidence.ts";
import { lockForParty, type Actor } from "./lock-case.ts";
import { carryOut, closeCase, closeResumed, enterState, handToMediators, say } from "./move-case.ts";
import { notifyOfMessage, notifyParties } from "./notify-case.ts";
import { acceptDecision, countMessages, findAcceptances, listCaseLines } from "./queries.ts";
import { maxMessagesPerSide } from "./rules.ts";
import { solutionText } from "./solution-text.ts";

/** What a side writes with its act. Evidence is named by the ids of uploaded files. */
type Written = { complaintId: string; actor: Actor; text: string; evidence: readonly string[] };
type Ports = Pick<Context, "db" | "clock">;

const sideNames = { buyer: "Pembeli", seller: "Penjual" } as const;

/**
 * Adds a message to an open case and returns its id. It answers no offer, so the deadline continues. With an
 * idempotency key, a repeated request adds nothing and returns the same id. Refuses with `request.not_found`,
 * `complaints.not_allowed`, `complaints.too_many_messages`, `complaints.evidence_unknown`, and another text of the same
 * key with `idempotency.reused`.
 */
export async function writeMessage(
  { db }: Ports,
  { complaintId, actor, text, evidence, key = "" }: Written & { key?: string },
  now: Date,
): Promise<string> {
  const write = async (tx: Tx) => {
    const { case: one, side } = await lockForParty(tx, complaintId, actor, "message");
    if ((await countMessages(tx, complaintId, side)) >= maxMessagesPerSide)
      throw new Refusal(complaintRefusals.tooManyMessages);
    const messageId = await say(tx, one, { side, userId: actor.userId }, { kind: "message", text }, now);
    await attachEvidence(tx, { orderId: one.order_id, userId: actor.userId, messageId, ids: evidence });
    await notifyOfMessage(tx, one, { author: side, messageId, now });
    return messageId;
  };
  if (key === "") return db.transaction(write);
  const route = "POST /v1/complaints/:complaintId/messages";
  // Without the evidence: a repeated request has uploaded it again, under other ids.
  const request = { userId: actor.userId, route, key, body: { complaintId, text }, now };
  return (await runOnce(db, request, write)).response;
}

/**
 * Offers another solution. The buyer's replaces what the buyer wanted; the seller's counts as an answer. Returns the id
 * of the message. Refuses with `request.not_found`, `complaints.not_allowed`, `complaints.same_offer` and the refusals
 * of {@link completeSolution}.
 */
export async function makeOffer(
  context: Ports,
  { complaintId, actor, text, evidence, solution: wanted }: Written & { solution: WantedSolution },
  now: Date,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const locked = await lockForParty(tx, complaintId, actor, "offer");
    const { case: one, side } = locked;
    const lines = await listCaseLines(tx, complaintId);
    const money = await findOrderMoney(tx, one.order_id);
    const limits = { allowsNothing: side === "seller", isDemand: side === "buyer" };
    const solution = completeSolution(wanted, lines, money, limits);
    // As an offer it would pass the turn to the other side, for a solution that both want.
    if (isDeepStrictEqual(solution, one.offer)) throw new Refusal(complaintRefusals.sameOffer);
    const messageId = await enterState(tx, context, locked, side === "buyer" ? "awaiting_seller" : "awaiting_buyer", {
      by: { side, userId: actor.userId },
      said: { kind: "offer", text, solution, notice: `${sideNames[side]} menawarkan: ${solutionText(solution)}.` },
      change: side === "buyer" ? { demand: solution } : { sellerAnswered: true },
      isOffer: true,
      now,
    });
    await attachEvidence(tx, { orderId: one.order_id, userId: actor.userId, messageId, ids: evidence });
    return messageId;
  });
}

/**
 * Accepts the offer or decision that is the case's present one. An offer is carried out at once, a decision when both
 * sides accept it. Refuses with `request.not_found`, `complaints.not_allowed`, `complaints.offer_changed`.
 */
export async function acceptOffer(
  context: Ports,
  { complaintId, actor, offerId }: { complaintId: string; actor: Actor; offerId: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockForParty(tx, complaintId, actor, "accept");
    const { case: one, side } = locked;
    if (one.offer_id !== offerId || !one.offer) throw new Refusal(complaintRefusals.offerChanged);
    const by = { side, userId: actor.userId };
    const messageId = await say(tx, one, by, { kind: "accept", text: "" }, now);
    if (one.state !== "decided")
      return carryOut(tx, context, locked, {
        by,
        solution: one.offer,
        outcome: "agreed",
        lead: `${sideNames[side]} menerima tawaran`,
        now,
      });
    await acceptDecision(tx, offerId, side, now);
    const accepted = await findAcceptances(tx, offerId);
    if (accepted.buyer && accepted.seller)
      return carryOut(tx, context, locked, {
        by,
        solution: one.offer,
        outcome: "decided",
        lead: "Putusan mediator diterima kedua pihak",
        now,
      });
    const text = `${sideNames[side]} menerima putusan.`;
    if (one.due_at)
      await notifyParties(tx, one, { state: "decided", dueAt: one.due_at, text, messageId, by: side, now });
  });
}

/** Calls a mediator and returns the id of the message. Refuses with `request.not_found`, `complaints.not_allowed`. */
export async function callMediator(
  context: Ports,
  { complaintId, actor, text, evidence }: Written,
  now: Date,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const locked = await lockForParty(tx, complaintId, actor, "call_mediator");
    const by = { side: locked.side, userId: actor.userId };
    const messageId = await handToMediators(tx, context, locked, { by, text, now });
    await attachEvidence(tx, { orderId: locked.order.id, userId: actor.userId, messageId, ids: evidence });
    return messageId;
  });
}

/**
 * The buyer withdraws the complaint: the seller gets the money. A complaint from before the arrival leaves the order
 * under way instead. Returns what happened as a sentence. Refuses with `request.not_found`, `complaints.not_allowed`.
 */
export async function withdrawComplaint(
  context: Ports,
  { complaintId, actor, text }: Omit<Written, "evidence">,
  now: Date,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const locked = await lockForParty(tx, complaintId, actor, "withdraw");
    const by = { side: locked.side, userId: actor.userId };
    if (text) await say(tx, locked.case, by, { kind: "message", text }, now);
    if (canResume(locked.order)) {
      await closeResumed(tx, context, locked, {
        by,
        text: "Pembeli menarik komplainnya, jadi pesanan berlanjut.",
        now,
      });
      return "Komplain ditarik, dan pesanan berlanjut.";
    }
    const outcomeText = "Pembeli menarik komplainnya, jadi dana diteruskan ke penjual.";
    await closeCase(tx, context, locked, { by, outcome: "withdrawn", text: outcomeText, amounts: null, now });
    return "Komplain ditarik, dan dana diteruskan ke penjual.";
  });
}
