import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import type { TrackingStatus } from "#shipping/rules.ts";
import { changeOrders, factsOf, lockOrder } from "./change-order.ts";
import { orderRefusals } from "./contract.ts";
import { queueDeadline } from "./queue-deadline.ts";
import { findScanStatuses, insertScan, updateDue, type LockedOrder } from "./queries.ts";
import { shippedDeadline, expectedScans } from "./rules.ts";

export type Scan = { status: TrackingStatus; place: string; note?: string };

/**
 * Records a courier's scan of a shipped parcel. The first scan ends the deadline for a parcel that was never scanned;
 * `delivered` starts the buyer's time to check. Repeated scans are ignored. Throws `request.not_found`, and
 * `orders.not_allowed` when the order is not shipped.
 */
export async function recordScan(context: Context, orderId: string, scan: Scan, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => storeScan(tx, context, await lockOrder(tx, orderId, "anyone"), scan, now));
}

/**
 * Simulates the courier in a demo marketplace: records the parcel's next usual scan and returns it. Throws as {@link
 * recordScan}.
 */
export async function simulateNextScan(context: Context, orderId: string, now: Date): Promise<TrackingStatus> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, "anyone");
    const had = await findScanStatuses(tx, orderId);
    const next = expectedScans.find((status) => !had.includes(status)) ?? "delivered";
    await storeScan(tx, context, order, { status: next, place: "" }, now);
    return next;
  });
}

async function storeScan(tx: Tx, context: Context, order: LockedOrder, scan: Scan, now: Date): Promise<void> {
  if (order.status !== "shipped") throw new Refusal(orderRefusals.notAllowed);
  if (
    !(await insertScan(tx, { orderId: order.id, status: scan.status, place: scan.place, note: scan.note ?? "", now }))
  )
    return;
  const scanned = { ...order, scanned: true };
  if (scan.status === "delivered") {
    await changeOrders(tx, context, [scanned], { action: "mark_delivered", by: "courier", actorId: null, now });
    return;
  }
  const dueAt = shippedDeadline(factsOf(scanned), now);
  if (dueAt.getTime() === order.due_at?.getTime()) return;
  await updateDue(tx, order.id, dueAt);
  await queueDeadline(tx, context, order.id, dueAt);
}
