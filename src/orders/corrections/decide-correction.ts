/**
 * Design note. A correction is an entry of its own beside the order's settlement: the order's price, its papers and its
 * tax stay as they are. Nobody corrects alone: one operator proposes, another decides, and neither is a side of the
 * order. The limit is checked three times: when it is proposed, when it is approved under the order's lock, and by the
 * database in `corrected_orders`. Everything that changes an order's money holds its lock, so the limit cannot move in
 * between. A booked correction never changes; its opposite is a correction too.
 * A process of a version before corrections would let an order fall below what was corrected. So none is proposed or
 * approved while one is connected, and the database refuses what it would do to an order that is corrected already.
 * Locks: order → proposal → payment → ledger accounts by id.
 * Not chosen: changing the settlement itself. Documents and tax files of closed months would change.
 */
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable, Tx } from "#lib/database.ts";
import { noteNothingChanged } from "#lib/http/audited-call.ts";
import { runOnce } from "#lib/idempotency.ts";
import { assertEveryProcessSince } from "#lib/process-versions.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { settlementOf } from "#payments/settlement/rules.ts";
import { lockOrder } from "../change-order.ts";
import { orderRefusals } from "../contract.ts";
import { readSettlementOrder } from "../queries.ts";
import { bookCorrection } from "./book-correction.ts";
import { correctionRefusals } from "./contract.ts";
import { voidCorrection } from "./fit-corrections.ts";
import {
  findEarnedAndAccounts,
  findOrderOfCorrection,
  insertCorrection,
  lockCorrection,
  readCorrected,
  updateDecided,
  type StoredCorrection,
} from "./queries.ts";
import {
  type CorrectionFacts,
  type CorrectionKind,
  type CorrectionState,
  correctionsFitSince,
  maxCorrection,
  noCorrections,
} from "./rules.ts";

export type Operator = { userId: string; operatorRole: string | null };

type Proposal = { orderId: string; kind: CorrectionKind; amount: Rupiah; reason: string };

/** What limits the corrections of an order now. For a decision the caller holds the order's lock. */
export async function correctionFacts(
  db: Queryable,
  order: { id: string; paid_at: Date | null; settled_at: Date | null },
): Promise<CorrectionFacts> {
  const { corrected } = await readCorrected(db, order.id);
  const { earned, has } = await findEarnedAndAccounts(db, order.id);
  const isSettled = order.settled_at !== null;
  return {
    isPaid: order.paid_at !== null,
    isSettled,
    commission: isSettled ? settlementOf(await readSettlementOrder(db, order.id)).commission : 0,
    earned: isSettled ? earned : 0,
    sums: corrected?.sums ?? noCorrections,
    has,
  };
}

/**
 * Proposes a correction of an order. Nothing moves before another operator approves it. Once for each idempotency key.
 * Refuses with `request.not_found`, `orders.own_order` for both sides of the order, `corrections.waiting`,
 * `corrections.too_large` with the limit, and `corrections.older_process` while a process could break it.
 */
export async function proposeCorrection(
  { db }: Pick<Context, "db">,
  operator: Operator,
  { idempotencyKey: key, ...proposal }: Proposal & { idempotencyKey: string },
  now: Date,
): Promise<{ id: string; state: CorrectionState }> {
  const route = "POST /v1/operator/orders/:orderId/corrections";
  const request = { userId: operator.userId, route, key, body: proposal, now };
  const { response, repeated } = await runOnce(db, request, (tx) => storeProposal(tx, operator, proposal, now));
  if (repeated) noteNothingChanged();
  return response;
}

async function storeProposal(
  tx: Tx,
  operator: Operator,
  { orderId, kind, amount, reason }: Proposal,
  now: Date,
): Promise<{ id: string; state: CorrectionState }> {
  const order = await lockOrder(tx, orderId, "anyone");
  if (order.buyer_id === operator.userId || order.seller_id === operator.userId)
    throw new Refusal(orderRefusals.ownOrder);
  await assertEveryProcessSince(tx, correctionsFitSince, correctionRefusals.olderProcess);
  const { waiting } = await readCorrected(tx, orderId);
  if (waiting) throw new Refusal(correctionRefusals.waiting);
  const allowed = maxCorrection(kind, await correctionFacts(tx, order));
  if (amount > allowed)
    throw new Refusal(
      correctionRefusals.tooLarge,
      allowed === 0
        ? { kind: ["Untuk pesanan ini, koreksi jenis ini tidak bisa."] }
        : { amount: [`Paling banyak ${formatRupiah(allowed)}.`] },
    );
  const id = await insertCorrection(tx, { orderId, kind, amount, allowed, reason, operatorId: operator.userId, now });
  appendAuditEntry(tx, {
    actor: { ...operator, type: "operator" },
    action: "orders.correction_proposed",
    subject: { kind: "correction", id },
    after: { order: orderId, kind, amount, allowed, state: "proposed" },
    reason,
  });
  return { id, state: "proposed" };
}

/** Locks a proposal with its order. Refuses with `request.not_found` and `corrections.closed`. */
async function lockProposal(tx: Tx, correctionId: string) {
  const orderId = await findOrderOfCorrection(tx, correctionId);
  if (orderId === undefined) throw new Refusal(requestRefusals.notFound);
  const order = await lockOrder(tx, orderId, "anyone");
  const proposal = await lockCorrection(tx, correctionId);
  if (proposal?.state !== "proposed") throw new Refusal(correctionRefusals.closed);
  return { order, proposal };
}

/**
 * Approves a proposal of another operator, which books it in the same transaction, or rejects it. Refuses with
 * `request.not_found`, `corrections.closed`, `corrections.second_operator` for the one who proposed it,
 * `orders.own_order` for both sides of the order, `corrections.older_process` for an approval while a process could
 * break its limit, and `corrections.void` when the order has lowered the limit: the proposal is then closed as void.
 */
export async function decideCorrection(
  { db }: Pick<Context, "db">,
  operator: Operator,
  { correctionId, accept, reason: answer }: { correctionId: string; accept: boolean; reason: string },
  now: Date,
): Promise<{ id: string; state: CorrectionState }> {
  const state = await db.transaction(async (tx): Promise<CorrectionState> => {
    const { order, proposal } = await lockProposal(tx, correctionId);
    if (proposal.proposed_by === operator.userId) throw new Refusal(correctionRefusals.secondOperator);
    if (order.buyer_id === operator.userId || order.seller_id === operator.userId)
      throw new Refusal(orderRefusals.ownOrder);
    if (accept) await assertEveryProcessSince(tx, correctionsFitSince, correctionRefusals.olderProcess);
    const { kind, amount, reason } = proposal;
    const facts = await correctionFacts(tx, order);
    const allowed = maxCorrection(kind, facts);
    if (accept && amount > allowed) {
      await voidCorrection(tx, { id: correctionId, orderId: order.id, kind, amount, allowed }, now);
      return "void";
    }
    const event = { id: correctionId, kind, amount, reason, now };
    const booked = accept ? await bookCorrection(tx, order, facts, event) : null;
    const decided = {
      state: accept ? ("booked" as const) : ("rejected" as const),
      allowed: accept ? allowed : null,
      operatorId: operator.userId,
      answer,
      refundId: booked?.refundId ?? null,
      now,
    };
    await storeDecision(tx, operator, proposal, decided);
    return decided.state;
  });
  // The end of the proposal is stored, although nothing is booked.
  if (state === "void") throw new Refusal(correctionRefusals.void);
  return { id: correctionId, state };
}

/**
 * Ends a proposal by the operator who made it. Refuses with `request.not_found`, `corrections.closed`,
 * `corrections.not_yours`.
 */
export async function withdrawCorrection(
  { db }: Pick<Context, "db">,
  operator: Operator,
  correctionId: string,
  now: Date,
): Promise<{ id: string; state: CorrectionState }> {
  await db.transaction(async (tx) => {
    const { proposal } = await lockProposal(tx, correctionId);
    if (proposal.proposed_by !== operator.userId) throw new Refusal(correctionRefusals.notYours);
    const end = { state: "withdrawn", allowed: null, answer: "", refundId: null } as const;
    await storeDecision(tx, operator, proposal, { ...end, operatorId: operator.userId, now });
  });
  return { id: correctionId, state: "withdrawn" };
}

async function storeDecision(
  tx: Tx,
  operator: Operator,
  { id, order_id: order, kind, amount }: StoredCorrection,
  decided: Parameters<typeof updateDecided>[2],
): Promise<void> {
  if (!(await updateDecided(tx, id, decided))) throw new Refusal(correctionRefusals.closed);
  appendAuditEntry(tx, {
    actor: { ...operator, type: "operator" },
    action: "orders.correction_decided",
    subject: { kind: "correction", id },
    before: { state: "proposed" },
    after: { order, kind, amount, state: decided.state },
    reason: decided.answer || null,
  });
}
