import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { changeOrders } from "./change-order.ts";
import { hasOpenParcel } from "./parcels/queries.ts";
import type { LockedOrder } from "./queries.ts";
import { reasonLength } from "./rules.ts";

/** Whether a disputed order goes on when its complaint is withdrawn: it was disputed before its parcel arrived. */
export function canResume(order: Pick<LockedOrder, "status" | "delivered_at">): boolean {
  return order.status === "disputed" && order.delivered_at === null;
}

/**
 * A disputed, locked order of which {@link canResume} is true goes on: under way with a new deadline, or, when its
 * parcels arrived meanwhile, delivered with the buyer's whole time to check. No money moves. Refuses with
 * `orders.not_allowed`.
 */
export async function resumeOrder(
  tx: Tx,
  context: Pick<Context, "clock">,
  order: LockedOrder,
  { buyerId, reason, now }: { buyerId: string; reason: string; now: Date },
): Promise<void> {
  const change = { by: "buyer", actorId: buyerId, reason: reason.slice(0, reasonLength.max), now } as const;
  const shipped = await changeOrders(tx, context, [order], { action: "resume_shipping", ...change });
  if (!(await hasOpenParcel(tx, order.id)))
    await changeOrders(tx, context, shipped, { action: "mark_delivered", by: "courier", actorId: null, now });
}
