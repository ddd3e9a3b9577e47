/**
 * Design note. A deadline is a stored moment (`orders.due_at`), computed once. Two things check it: a job queued for
 * that moment in the transaction that set it, which fires within a second, and a sweep every minute over the index of
 * due orders, which also works after a restart, a lost job or a moved clock. Both decide by the locked row, so firing
 * twice, early or in parallel does nothing more.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { hasUndecidedTransfer } from "#payments/statements/has-undecided-transfer.ts";
import { undecidedDuration } from "#payments/statements/rules.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { driverGraceDuration } from "#shipping/instant-rules.ts";
import { lookAtParcels } from "#shipping/tracking/follow-parcel.ts";
import { countBookings, requestCancel } from "../bookings/queries.ts";
import { bookingEndDuration } from "../bookings/rules.ts";
import { changeOrders, factsOf, lockOrder, lockWithSiblings } from "../change-order.ts";
import { closeCheckout } from "../checkout/close-checkout.ts";
import { hasOpenParcel, updateSilent } from "../parcels/queries.ts";
import { findDueOrders, updateDue, type DueOrder, type LockedOrder } from "../queries.ts";
import { isOrderClockPaused, resumeClock } from "../vacation/vacation.ts";
import { queueDeadline } from "./queue-deadline.ts";
import { actionAtDeadline, askedAgainDuration, lostParcelDuration, shippedDeadline } from "./rules.ts";

const batchSize = 500;

/**
 * Performs the action of an order's deadline. Does nothing, and returns false, when the deadline has not passed or the
 * order is gone.
 */
export async function fireDeadline(context: Context, orderId: string, now: Date): Promise<boolean> {
  try {
    return await context.db.transaction(async (tx) => {
      const { order, siblings } = await lockWithSiblings(tx, orderId, "anyone");
      if (!order.due_at || order.due_at > now) return false;
      if (isOrderClockPaused(order) || (await resumeClock(tx, context, order))) return false;
      const facts = factsOf(order);
      const action = actionAtDeadline(order.status, facts);
      if (!action) return false;
      if (action === "silence_cancel" || action === "ship_deadline") {
        const isWaiting = now < addDuration(order.due_at, bookingEndDuration);
        if (isWaiting && (await countBookings(tx, order.id)).open) {
          // A driver who is on the way is not sent away at the first minute.
          if (facts.instant && now < addDuration(order.due_at, driverGraceDuration)) return false;
          // The order ends when its courier is cancelled, and is shipped when the courier has the parcel.
          await requestCancel(tx, order.id, now);
          return false;
        }
      }
      const isCashAwaited = action === "undelivered" && facts.awaitsCash;
      const isForScans = (action === "no_first_scan" || action === "undelivered") && order.scan_source !== null;
      // No further scan comes for a parcel that was brought back.
      if (isForScans && (await hasOpenParcel(tx, order.id))) {
        const sight = await lookAtParcels(tx, order.id, order.due_at, now);
        if (sight !== "seen") {
          if (now < addDuration(order.due_at, askedAgainDuration[sight])) return false;
          // Whether the courier has the cash is not asked of the buyer.
          if (sight === "silent" && !facts.awaitsCash) return await askInstead(tx, context, order, now);
          if (sight === "silent" && now < addDuration(order.due_at, lostParcelDuration())) return false;
        }
      }
      if ((action === "ask_arrival" || isCashAwaited) && (await postpone(tx, context, order, now))) return false;
      const change = { by: "system", actorId: null, now } as const;
      if (action === "expire" && order.due_at > addDuration(now, -undecidedDuration)) {
        if (await hasUndecidedTransfer(tx, order.checkout_id)) return false;
      }
      if (action === "expire") await closeCheckout(tx, context, siblings, { action, ...change });
      else await changeOrders(tx, context, [order], { action, ...change });
      return true;
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === requestRefusals.notFound.code) return false;
    throw error;
  }
}

/**
 * Moves the deadline of a parcel that was shipped before nothing reported its scans any more: it has the deadline of a
 * first scan, no buyer is asked before the latest day of the estimate, and no COD parcel is lost before its time. False
 * when that day has come.
 */
async function postpone(tx: Tx, context: Context, order: LockedOrder, now: Date): Promise<boolean> {
  const dueAt = shippedDeadline(factsOf(order), now);
  if (dueAt <= now) return false;
  await updateDue(tx, order.id, dueAt);
  await queueDeadline(tx, context, order.id, dueAt);
  return true;
}

/**
 * A courier platform did not answer about the order's parcel, so from now on nothing reports its scans. The buyer is
 * asked about it, at once when it should have arrived. The order is not cancelled for missing scans.
 */
async function askInstead(tx: Tx, context: Context, { id }: LockedOrder, now: Date): Promise<boolean> {
  await updateSilent(tx, id);
  const order = await lockOrder(tx, id, "anyone");
  if (await postpone(tx, context, order, now)) return false;
  await changeOrders(tx, context, [order], { action: "ask_arrival", by: "system", actorId: null, now });
  return true;
}

/**
 * Fires every deadline that has passed, each at most once a run, and returns how many fired. A deadline that fails or
 * has to wait does not delay the others; failures are logged. Reads `batch` orders at a time.
 */
export async function sweepDeadlines(context: Context, now: Date, batch = batchSize): Promise<number> {
  let fired = 0;
  let last: DueOrder | undefined;
  for (;;) {
    const due = await findDueOrders(context.db, now, batch, last);
    for (const { id } of due) {
      try {
        if (await fireDeadline(context, id, now)) fired += 1;
      } catch (error) {
        context.log.error({ err: error, order: id }, "a deadline could not fire");
      }
    }
    last = due.at(-1);
    if (!last || due.length < batch) return fired;
  }
}
