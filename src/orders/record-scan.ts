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
 * Notes what the courier says of a parcel on its way. The first scan ends the false-tracking guard; `delivered` starts the
 * buyer's time to check. The same scan twice is one. Throws `request.not_found`, and `orders.not_allowed` when the
 * order is not on its way.
 */
export async function recordScan(context: Context, orderId: string, scan: Scan, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => storeScan(tx, context, await lockOrder(tx, orderId, "anyone"), scan, now));
}

/** Plays the courier of a demo marketplace: the parcel makes its next usual scan. Answers it. Throws as {@link recordScan}. */
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
