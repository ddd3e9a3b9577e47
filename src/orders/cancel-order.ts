import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { bookingRefusals } from "./bookings/contract.ts";
import { countBookings } from "./bookings/queries.ts";
import { cancelBookingFirst, stopBooking } from "./bookings/request-booking.ts";
import { changeOrders, lockOrder, lockWithSiblings } from "./change-order.ts";
import { closeCheckout } from "./checkout/close-checkout.ts";
import { orderRefusals } from "./contract.ts";
import { canOrder } from "./rules.ts";

type ByBuyer = { orderId: string; buyerId: string; reason?: string | undefined };
type BySeller = { orderId: string; shopId: string; userId: string };

/**
 * The buyer cancels an order that the seller has not accepted yet. An unpaid order is cancelled with its whole
 * checkout; a paid one alone, with all its money back. Refuses with `request.not_found`, `orders.not_allowed`.
 */
export async function cancelOrder(context: Context, { orderId, buyerId, reason }: ByBuyer, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { order, siblings } = await lockWithSiblings(tx, orderId, { buyerId });
    const change = { action: "cancel", by: "buyer", actorId: buyerId, reason, now } as const;
    if (order.status === "awaiting_payment") await closeCheckout(tx, context, siblings, change);
    else await changeOrders(tx, context, [order], change);
  });
}

/** The buyer asks to cancel an order in preparation, once. Refuses with `request.not_found`, `orders.not_allowed`. */
export async function requestCancel(context: Context, { orderId, buyerId, reason }: ByBuyer, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { buyerId });
    await changeOrders(tx, context, [order], { action: "request_cancel", by: "buyer", actorId: buyerId, reason, now });
  });
}

/**
 * The buyer withdraws the request before the seller has answered. Refuses with `request.not_found`,
 * `orders.not_allowed`.
 */
export async function withdrawCancel(
  context: Context,
  { orderId, buyerId }: { orderId: string; buyerId: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { buyerId });
    await changeOrders(tx, context, [order], { action: "withdraw_cancel", by: "buyer", actorId: buyerId, now });
  });
}

/**
 * The seller answers a request to cancel. An order is not cancelled while a courier may still fetch its parcel. Refuses
 * with `request.not_found`, `orders.not_allowed`, `orders.reason_needed` and `orders.courier_under_way`.
 */
export async function answerCancel(
  context: Context,
  { orderId, shopId, userId, ...answer }: BySeller & ({ agreed: true } | { agreed: false; reason: string }),
  now: Date,
): Promise<void> {
  if (answer.agreed) await cancelBookingFirst(context, { orderId, shopId }, now);
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { shopId });
    const isAnswered = order.status !== "processing" || order.cancel_requested_at === null;
    if (answer.agreed && !isAnswered && (await countBookings(tx, orderId)).open)
      throw new Refusal(bookingRefusals.underWay);
    const action = answer.agreed ? "approve_cancel" : "refuse_cancel";
    const reason = answer.agreed ? undefined : answer.reason;
    await changeOrders(tx, context, [order], { action, by: "seller", actorId: userId, reason, now });
  });
}

/**
 * An operator cancels a paid order, or a COD order, that is not shipped yet, with a reason that buyer and seller read.
 * The buyer gets everything back. An order is not cancelled while a courier may still fetch its parcel, and nobody
 * cancels the own order. Refuses with `request.not_found`, `orders.not_allowed`, `orders.own_order` and
 * `orders.courier_under_way`.
 */
export async function stopOrder(
  context: Context,
  actor: NonNullable<AuditActor>,
  { orderId, reason }: { orderId: string; reason: string },
  now: Date,
): Promise<void> {
  await stopBooking(context, { orderId, operatorId: actor.userId }, now);
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, "anyone");
    if (order.buyer_id === actor.userId || order.seller_id === actor.userId) throw new Refusal(orderRefusals.ownOrder);
    if ((await countBookings(tx, orderId)).open && canOrder("stop", order.status, "operator"))
      throw new Refusal(bookingRefusals.underWay);
    await changeOrders(tx, context, [order], { action: "stop", by: "operator", actorId: actor.userId, reason, now });
    appendAuditEntry(tx, {
      actor,
      action: "orders.order_stopped",
      subject: { kind: "order", id: orderId },
      before: { status: order.status },
      after: { status: "cancelled" },
      reason,
    });
  });
}
