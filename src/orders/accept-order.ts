import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { changeOrders, lockOrder } from "./change-order.ts";

type BySeller = { shopId: string; userId: string };

/** The seller accepts a paid order and prepares it. Refuses with `request.not_found`, `orders.not_allowed`. */
export async function acceptOrder(
  context: Context,
  { orderId, shopId, userId }: BySeller & { orderId: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { shopId });
    await changeOrders(tx, context, [order], { action: "accept", by: "seller", actorId: userId, now });
  });
}

/** Accepts each order in its own transaction, so an order that can no longer be accepted does not stop the others. */
export async function acceptOrders(
  context: Context,
  { ids, ...seller }: BySeller & { ids: readonly string[] },
  now: Date,
): Promise<{ accepted: string[]; refused: string[] }> {
  const answer = { accepted: [] as string[], refused: [] as string[] };
  for (const orderId of new Set(ids)) {
    try {
      await acceptOrder(context, { orderId, ...seller }, now);
      answer.accepted.push(orderId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer.refused.push(orderId);
    }
  }
  return answer;
}

/**
 * The seller rejects a paid order: it is cancelled and all money goes back. Refuses with `request.not_found`,
 * `orders.not_allowed`.
 */
export async function rejectOrder(
  context: Context,
  { orderId, shopId, userId, reason }: BySeller & { orderId: string; reason: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { shopId });
    await changeOrders(tx, context, [order], { action: "reject", by: "seller", actorId: userId, reason, now });
  });
}
