import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { lockOrder } from "#orders/change-order.ts";
import { complaintRefusals } from "./contract.ts";
import { findAcceptances, findOrderOfCase, lockCaseRow, type Case } from "./queries.ts";
import { canAct, type ComplaintAction, type Party } from "./rules.ts";

export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>;
export type LockedCase = { case: Case; order: LockedOrder };
/** A buyer or seller who acts: which of the two follows from the case. */
export type Actor = { userId: string; shopId: string | null };

/** Locks a case: first its order, as everything that moves its money. Refuses with `request.not_found`. */
export async function lockCase(tx: Tx, complaintId: string): Promise<LockedCase> {
  const orderId = await findOrderOfCase(tx, complaintId);
  if (!orderId) throw new Refusal(requestRefusals.notFound);
  const order = await lockOrder(tx, orderId, "anyone");
  const found = await lockCaseRow(tx, complaintId);
  if (!found) throw new Refusal(requestRefusals.notFound);
  return { case: found, order };
}

/** The side of a person in a case; null for a stranger. */
export function sideOf(one: Pick<Case, "buyer_id" | "shop_id">, { userId, shopId }: Actor): "buyer" | "seller" | null {
  if (one.buyer_id === userId) return "buyer";
  return shopId !== null && one.shop_id === shopId ? "seller" : null;
}

/** Refuses with `complaints.not_allowed` unless this side may do this now. */
export async function assertMay(tx: Tx, one: Case, action: ComplaintAction, by: Party): Promise<void> {
  const accepted = await findAcceptances(tx, one.offer_id);
  const facts = { sellerAnswered: one.seller_answered, hasAccepted: by === "mediator" ? false : accepted[by] };
  if (!canAct(action, one.state, by, facts)) throw new Refusal(complaintRefusals.notAllowed);
}

/**
 * Locks a case for a buyer or seller who wants to do this. Refuses with `request.not_found`, `complaints.not_allowed`.
 */
export async function lockForParty(
  tx: Tx,
  complaintId: string,
  actor: Actor,
  action: ComplaintAction,
): Promise<LockedCase & { side: "buyer" | "seller" }> {
  const locked = await lockCase(tx, complaintId);
  const side = sideOf(locked.case, actor);
  if (!side) throw new Refusal(requestRefusals.notFound);
  await assertMay(tx, locked.case, action, side);
  return { ...locked, side };
}
