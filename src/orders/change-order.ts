/**
 * Design note. Every change of an order goes through `changeOrders`, inside one transaction. It locks the row, decides
 * by the table in rules.ts with the facts of that moment, and repeats the check in the update (`status = any(from)`).
 * Then it writes the event, the next deadline and the notifications, and moves stock and money. When two people act at
 * the same time, the second one waits for the row lock, finds another status and is refused, so money and stock move
 * once.
 * Locks: orders of a checkout (id ascending) → payment → people (through notifications) → stock (variant id ascending)
 * → vouchers (id ascending) → ledger accounts (id ascending). Placing an order locks stock before its orders, but no
 * other transaction can see those orders yet, so there is no deadlock.
 * Not chosen: an update by id after a check in code (a race); a queue for the money (between the two steps an order
 * would be cancelled while nothing is owed to the buyer).
 */
import { countSold, releaseStock } from "#catalog/stock/reserve-stock.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, zoneOfProvince } from "#lib/time.ts";
import { closePayment } from "#payments/attempts/close-payment.ts";
import { collectCash } from "#payments/cod/collect-cash.ts";
import { issueCashback } from "#promotions/vouchers/issue-cashback.ts";
import { markVouchersUsed, releaseVouchers } from "#promotions/vouchers/reserve-vouchers.ts";
import { isInstant } from "#shipping/instant-rules.ts";
import { courierOf } from "#shipping/rules.ts";
import { unfollowParcels, unfollowParcelsLater } from "#shipping/tracking/follow-parcel.ts";
import { makeBookingDue } from "./bookings/queries.ts";
import { orderRefusals } from "./contract.ts";
import { queueDeadline } from "./deadlines/queue-deadline.ts";
import { deadlineAfter, type DeadlineFacts } from "./deadlines/rules.ts";
import { findHolidays } from "./holidays/find-holidays.ts";
import { notifyOrderChange } from "./notify-order-change.ts";
import { updateAllArrived } from "./parcels/queries.ts";
import {
  findOrderToLock,
  findOrderItems,
  insertOrderEvent,
  lockOrderRow,
  lockOrderRowsOfCheckout,
  readLockedOrders,
  updateOrder,
  type LockedOrder,
  type OrderOwner,
} from "./queries.ts";
import {
  canOrder,
  isUnfollowed,
  orderStatuses,
  transitionOf,
  type OrderAction,
  type OrderActor,
  type OrderStatus,
} from "./rules.ts";
import { settleOrder } from "./settlement/settle-order.ts";
import { hasRequestedCancel, vacationDuration } from "./vacation/rules.ts";

export type OrderChange = {
  action: OrderAction;
  by: OrderActor;
  /** The user id of a buyer, seller or operator; null for the system and the courier. */
  actorId: string | null;
  reason?: string | undefined;
  now: Date;
};

/** Locks one order of this owner. Refuses with `request.not_found` when the order is missing or another owner's. */
export async function lockOrder(tx: Tx, orderId: string, owner: OrderOwner): Promise<LockedOrder> {
  if (!(await lockOrderRow(tx, orderId, owner))) throw new Refusal(requestRefusals.notFound);
  const [order] = await readLockedOrders(tx, [orderId]);
  if (!order) throw new Refusal(requestRefusals.notFound);
  return order;
}

/** Locks all orders of a checkout. */
export async function lockCheckout(tx: Tx, checkoutId: string): Promise<LockedOrder[]> {
  return readLockedOrders(tx, await lockOrderRowsOfCheckout(tx, checkoutId));
}

/**
 * Locks the rows that a change of this order may touch: the whole checkout while it is unpaid (one payment for all),
 * otherwise the order alone. Refuses with `request.not_found` when the order is missing or another owner's.
 */
export async function lockWithSiblings(
  tx: Tx,
  orderId: string,
  owner: OrderOwner,
): Promise<{ order: LockedOrder; siblings: LockedOrder[] }> {
  const unlocked = await findOrderToLock(tx, orderId, owner);
  if (!unlocked) throw new Refusal(requestRefusals.notFound);
  if (unlocked.status !== "awaiting_payment") {
    const order = await lockOrder(tx, orderId, owner);
    return { order, siblings: [order] };
  }
  const siblings = await lockCheckout(tx, unlocked.checkout_id);
  const order = siblings.find((one) => one.id === orderId);
  if (!order) throw new Refusal(requestRefusals.notFound);
  return { order, siblings };
}

/** The facts of a locked order that the table of actions and the deadlines need. */
export function factsOf(order: LockedOrder): DeadlineFacts {
  const awaitsCash = order.cod && order.paid_at === null;
  const unfollowed = isUnfollowed({
    hasNumber: courierOf(order.courier)?.tracked ?? true,
    hasSource: order.scan_source !== null,
    awaitsCash,
    partArrived: order.part_arrived,
  });
  return {
    cancelRequested: order.cancel_requested_at !== null,
    cancelAsked: hasRequestedCancel(order),
    extended: order.extended,
    tracked: order.scan_source !== null,
    unfollowed,
    arrivalAsked: order.arrival_asked_at !== null,
    scanned: order.scanned,
    awaitsCash,
    acceptedAt: order.accepted_at,
    shipDueAt: order.ship_due_at,
    preorderDays: order.preorder_days,
    // The buyer is asked about all parcels at once, so the last one decides when.
    shippedAt: unfollowed ? (order.last_shipped_at ?? order.shipped_at) : order.shipped_at,
    eta: order.eta,
    arrivalAskedAt: order.arrival_asked_at,
    deliveredAt: order.delivered_at,
    dueAt: order.due_at,
    instant: isInstant(order.courier) ? { ...order.shop_pickup, zone: zoneOfProvince(order.shop_province) } : null,
  };
}

/**
 * Changes locked orders by one action and returns them as they are afterwards. Refuses with `orders.not_allowed` when
 * the table does not allow the action for one of them, and `orders.reason_needed` when a reason is missing; nothing is
 * changed then.
 */
export async function changeOrders(
  tx: Tx,
  context: Pick<Context, "clock">,
  orders: readonly LockedOrder[],
  change: OrderChange,
): Promise<LockedOrder[]> {
  const move = transitionOf(change.action);
  if (move.reason && !change.reason) throw new Refusal(orderRefusals.reasonNeeded);
  const changed: LockedOrder[] = [];
  for (const order of orders) {
    if (!canOrder(change.action, order.status, change.by, factsOf(order))) throw new Refusal(orderRefusals.notAllowed);
    const holidays = move.to === "processing" ? await findHolidays(tx, order.shop_province) : new Set<string>();
    const after = afterChange(order, change);
    after.due_at = deadlineAfter(change.action, after.status, factsOf(after), holidays, change.now);
    if (
      !(await updateOrder(
        tx,
        after,
        { statuses: move.from, cancelRequested: order.cancel_requested_at !== null },
        change.now,
      ))
    )
      throw new Refusal(orderRefusals.notAllowed);
    const eventId = await insertOrderEvent(tx, {
      orderId: order.id,
      action: change.action,
      from: order.status,
      to: after.status,
      actor: change.by,
      actorId: change.actorId,
      reason: change.reason ?? "",
      now: change.now,
    });
    if (order.status === "shipped" && (after.status === "delivered" || after.status === "completed"))
      await updateAllArrived(tx, order.id, change.now);
    if (after.status === "completed") await unfollowParcels(tx, order.id);
    else if (orderStatuses[after.status].final) await unfollowParcelsLater(tx, order.id, change.now);
    if ((canHaveBooking(order.status) && !canHaveBooking(after.status)) || change.action === "request_cancel")
      await makeBookingDue(tx, order.id, change.now);
    if (after.due_at) await queueDeadline(tx, context, order.id, after.due_at);
    await notifyOrderChange(tx, after, change, eventId);
    changed.push(after);
  }
  await applyStock(tx, orders, changed);
  await applyToVouchers(tx, changed, change);
  for (const [at, order] of changed.entries()) {
    if (order.cod && orders[at]?.paid_at === null) await applyCash(tx, order, change.now);
    await applyMoney(tx, order, change);
  }
  return changed;
}

/** Whether a courier may have been ordered for an order with this status. */
function canHaveBooking(status: OrderStatus): boolean {
  return status === "processing" || status === "shipped" || status === "disputed";
}

function afterChange(order: LockedOrder, { action, now, reason }: OrderChange): LockedOrder {
  const { to } = transitionOf(action);
  const after: LockedOrder = { ...order, status: to, ship_due_at: shipDueAfter(order, action, now) };
  if (action === "pay") after.paid_at = now;
  if (action === "accept") after.accepted_at = now;
  if (action === "request_cancel") {
    after.cancel_requested_at = now;
    after.cancel_reason = reason ?? null;
  } else {
    after.cancel_requested_at = null;
  }
  if (action === "ship") after.shipped_at = now;
  if (action === "ask_arrival") after.arrival_asked_at = now;
  if (action === "extend") after.extended = true;
  if (to === "delivered") after.delivered_at ??= now;
  if (to === "completed") after.completed_at = now;
  // The courier hands a COD parcel over only for its price. Nobody else's word collects it.
  if (order.cod && action === "mark_delivered") after.paid_at ??= now;
  if (to === "cancelled") after.stock_released = true;
  return after;
}

/**
 * The shipping deadline that is stored with a request to cancel and restored when the request is refused or withdrawn.
 * The vacation time until now is added here, because it cannot be computed later.
 */
function shipDueAfter(order: LockedOrder, action: OrderAction, now: Date): Date | null {
  const vacation = { since: order.vacation_since, until: order.vacation_until };
  if (action === "request_cancel" && order.due_at) {
    const isAdded = vacation.since !== null && order.resumed_vacation_since?.getTime() === vacation.since.getTime();
    return addDuration(order.due_at, isAdded ? 0 : vacationDuration(vacation, order.updated_at, now));
  }
  if ((action === "refuse_cancel" || action === "withdraw_cancel") && order.ship_due_at && order.cancel_requested_at)
    return addDuration(order.ship_due_at, vacationDuration(vacation, order.cancel_requested_at, now));
  return null;
}

// A cancelled order returns its goods to stock. An order that was delivered and then refunded does not.
async function applyStock(tx: Tx, before: readonly LockedOrder[], after: readonly LockedOrder[]): Promise<void> {
  const released = after.filter((order, index) => order.stock_released && !before[index]?.stock_released);
  if (released.length > 0)
    await releaseStock(
      tx,
      await findOrderItems(
        tx,
        released.map((order) => order.id),
      ),
    );
}

/**
 * The vouchers of paid orders are used. Those of cancelled and refunded orders are released, and those of completed
 * orders give their cashback.
 */
async function applyToVouchers(tx: Tx, orders: readonly LockedOrder[], { action, now }: OrderChange): Promise<void> {
  const { to } = transitionOf(action);
  if (action === "pay")
    for (const id of new Set(orders.map((order) => order.checkout_id))) await markVouchersUsed(tx, id, now);
  if (to === "cancelled" || to === "refunded")
    await releaseVouchers(
      tx,
      orders.map(({ id }) => id),
      now,
    );
  if (to === "completed") for (const { id } of orders) await issueCashback(tx, id, now);
}

/** A COD order that was not paid yet: delivered, its price was collected; cancelled, nothing is awaited any more. */
async function applyCash(tx: Tx, order: LockedOrder, now: Date): Promise<void> {
  const { id: orderId, checkout_id: checkoutId } = order;
  // The platform that sent the courier collects its cash.
  const courier = order.booked_with ?? order.courier;
  if (order.paid_at) await collectCash(tx, { orderId, checkoutId, courier, now });
  else if (order.status === "cancelled") await closePayment(tx, checkoutId, "cancelled", now);
}

async function applyMoney(tx: Tx, order: LockedOrder, { action, now }: OrderChange): Promise<void> {
  const { effect, to } = transitionOf(action);
  if (effect === "release") await countSold(tx, await findOrderItems(tx, [order.id]));
  if (effect && order.paid_at) {
    const reason = action === "charge_back" ? "chargeback" : to === "refunded" ? "order_refunded" : "order_cancelled";
    await settleOrder(tx, order, { effect, reason, now });
  }
}
