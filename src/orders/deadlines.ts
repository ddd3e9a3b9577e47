/**
 * Design note. A deadline is a stored moment (`orders.due_at`), computed once. Two things look at it: a job queued for
 * that moment in the transaction that set it (so that it fires within a second), and a sweep every minute over the
 * index of due orders (so that it fires after a restart, a lost job or a moved clock too). Both only ask; the locked
 * row answers whether the moment has come, so firing twice, early or in parallel does nothing more.
 */
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { changeOrders, factsOf, lockWithSiblings } from "./change-order.ts";
import { closeCheckout } from "./close-checkout.ts";
import { findDueOrders } from "./queries.ts";
import { actionAtDeadline } from "./rules.ts";
import { isStanding, resumeClock } from "./vacation.ts";

const sweptAtOnce = 500;

/** Does what silence means for an order whose deadline has come; nothing when it has not, or the order is gone. */
export async function fireDeadline(context: Context, orderId: string, now: Date): Promise<boolean> {
  try {
    return await context.db.transaction(async (tx) => {
      const { order, siblings } = await lockWithSiblings(tx, orderId, "anyone");
      if (!order.due_at || order.due_at > now) return false;
      if (isStanding(order) || (await resumeClock(tx, context, order))) return false;
      const action = actionAtDeadline(order.status, factsOf(order));
      if (!action) return false;
      const change = { by: "system", actorId: null, now } as const;
      if (action === "expire") await closeCheckout(tx, context, siblings, { action, ...change });
      else await changeOrders(tx, context, [order], { action, ...change });
      return true;
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === "request.not_found") return false;
    throw error;
  }
}

/** Fires every deadline that has come. One that fails is logged and does not hold up the others. Answers how many fired. */
export async function sweepDeadlines(context: Context, now: Date): Promise<number> {
  let fired = 0;
  for (const orderId of await findDueOrders(context.db, now, sweptAtOnce)) {
    try {
      if (await fireDeadline(context, orderId, now)) fired += 1;
    } catch (error) {
      context.log.error({ err: error, order: orderId }, "a deadline could not fire");
    }
  }
  return fired;
}
