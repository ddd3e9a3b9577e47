/**
 * Design note. A vacation only marks the shop; no order is touched. During it, deadlines that pass do not fire.
 * Afterwards each open order gets the length of the vacation added to its deadline, once (one with an instant courier
 * keeps what was left of the pick-up hours): by a job soon after the shop
 * reopens, or by the deadline's own job if that runs first. `orders.resumed_vacation_since` stores for which vacation
 * this was done.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { runEach } from "#lib/run-each.ts";
import { addDuration } from "#lib/time.ts";
import { addPickupTime, pickupTimeBetween } from "#shipping/instant-rules.ts";
import { factsOf, lockOrder } from "../change-order.ts";
import { queueDeadline } from "../deadlines/queue-deadline.ts";
import { listRunningOrders, updateResumed, type LockedOrder } from "../queries.ts";
import { isClockPaused } from "./rules.ts";

/** Whether the deadline of this locked order is paused now. */
export function isOrderClockPaused(order: LockedOrder): boolean {
  return order.on_vacation && isClockPaused(order.status, order.cancel_requested_at !== null);
}

/**
 * Adds the paused time of the shop's last vacation to a locked order's deadline: from its start, or from the order's
 * last change when that was later, to its end. Returns whether there was anything to add.
 */
export async function resumeClock(tx: Tx, context: Pick<Context, "clock">, order: LockedOrder): Promise<boolean> {
  const { vacation_since: since, vacation_until: until, due_at: due } = order;
  if (!since || !until || !due || due <= since || order.resumed_vacation_since?.getTime() === since.getTime())
    return false;
  if (!isClockPaused(order.status, order.cancel_requested_at !== null)) return false;
  const from = order.updated_at > since ? order.updated_at : since;
  if (from >= until) return false;
  const { instant } = factsOf(order);
  // A driver comes only in the pick-up hours, so what was left of them goes on in them.
  const resumed = instant
    ? addPickupTime(instant, instant.zone, until, pickupTimeBetween(instant, instant.zone, from, due))
    : addDuration(due, until.getTime() - from.getTime());
  await updateResumed(tx, order.id, resumed, since);
  await queueDeadline(tx, context, order.id, resumed);
  return true;
}

/** Resumes every open order of a shop that reopened. An order that fails does not delay the others. */
export async function resumeClocks(context: Context, shopId: string): Promise<void> {
  await runEach(await listRunningOrders(context.db, shopId), (orderId) =>
    context.db.transaction(async (tx) => resumeClock(tx, context, await lockOrder(tx, orderId, { shopId }))),
  );
}
