import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import type { TrackingStatus } from "#shipping/rules.ts";
import { changeOrders, factsOf, lockOrder } from "../change-order.ts";
import { orderRefusals } from "../contract.ts";
import { queueDeadline } from "../deadlines/queue-deadline.ts";
import { shippedDeadline } from "../deadlines/rules.ts";
import { updateDue } from "../queries.ts";
import { afterLastParcel, canOrder, returnedByCourier } from "../rules.ts";
import { checkOrigin, isScanPlausible } from "./check-scan.ts";
import { findParcelsOf } from "./find-parcels.ts";
import { notifyReturnedParcel } from "./notify-returned-parcel.ts";
import { noteLateDelivery } from "./note-late-delivery.ts";
import {
  findParcel,
  findScanStatuses,
  hasOpenParcel,
  hasScans,
  insertScan,
  updateArrived,
  updateReturned,
} from "./queries.ts";
import { expectedScans, type ScanReporter } from "./rules.ts";

export type Scan = {
  status: TrackingStatus;
  place: string;
  note?: string;
  source: ScanReporter;
  /** The courier's time; the time of recording when the courier gave none. */
  scannedAt?: Date;
};

/**
 * Records a scan of a parcel. The first scan of a parcel to the buyer ends the deadline for parcels that were never
 * scanned. When the last parcel to the buyer is delivered, the buyer's time to check starts; the arrival of a return or
 * replacement raises `orders.parcel_arrived`. A seller's word changes none of this. A COD order whose parcel comes back
 * ends. When the last open parcel comes back and another one arrived, the buyer is asked. Repeated scans are ignored. A
 * scan of a parcel whose order has moved on is stored and changes nothing, because it may be evidence. A scan that
 * cannot belong to the parcel becomes a finding, and so does the arrival of a parcel whose order was cancelled. Refuses
 * with `request.not_found`.
 */
export async function recordScan(context: Context, parcelId: string, scan: Scan, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => recordScanIn(tx, context, parcelId, scan, now));
}

/** Does the same as {@link recordScan} in the caller's transaction. Locks the parcel's order. */
export async function recordScanIn(tx: Tx, context: Context, parcelId: string, scan: Scan, now: Date): Promise<void> {
  const unlocked = await findParcel(tx, parcelId);
  if (!unlocked) throw new Refusal(requestRefusals.notFound);
  const order = await lockOrder(tx, unlocked.order_id, "anyone");
  const { status, place, note = "", source, scannedAt = now } = scan;
  if (!(await isScanPlausible(tx, unlocked, { scannedAt, place, note }, now))) return;
  if (!(await hasScans(tx, parcelId))) await checkOrigin(tx, unlocked, { place, note, source }, now);
  if (!(await insertScan(tx, { parcelId, status, place, note, source, scannedAt, now }))) return;
  const isArrived = status === "delivered" && source !== "seller" && (await updateArrived(tx, parcelId, scannedAt));
  if (unlocked.direction !== "out") {
    if (isArrived) await queueJob(tx, "orders.parcel_arrived", { parcelId });
    return;
  }
  if (order.status === "cancelled" && isArrived) await noteLateDelivery(tx, order, { parcelId, scannedAt, place }, now);
  if (order.status !== "shipped") return;
  const scanned = { ...order, scanned: order.scanned || source !== "seller" };
  const isReturned = status === "returned" && source !== "seller" && (await updateReturned(tx, parcelId));
  if (isReturned && canOrder("refuse_parcel", scanned.status, "courier", factsOf(scanned))) {
    const change = { action: "refuse_parcel", by: "courier", actorId: null, reason: returnedByCourier, now } as const;
    await changeOrders(tx, context, [scanned], change);
    return;
  }
  const after = { ...(await lockOrder(tx, order.id, "anyone")), scanned: scanned.scanned };
  const isLast = (isArrived || isReturned) && !(await hasOpenParcel(tx, order.id));
  const action = isLast && (isArrived || after.part_arrived) ? afterLastParcel(after.part_arrived) : null;
  const by = action === "mark_delivered" ? "courier" : "system";
  if (action !== null && canOrder(action, after.status, by, factsOf(after))) {
    await changeOrders(tx, context, [after], { action, by, actorId: null, now });
    return;
  }
  const dueAt = shippedDeadline(factsOf(after), now);
  if (isReturned && isLast) await notifyReturnedParcel(tx, after, { parcelId, dueAt, now });
  if (dueAt.getTime() === order.due_at?.getTime()) return;
  await updateDue(tx, order.id, dueAt);
  await queueDeadline(tx, context, order.id, dueAt);
}

/**
 * Simulates the courier in a demo marketplace: records the next usual scan of the order's parcel that is under way, and
 * returns it. While the order is disputed a return or replacement comes before the order's own parcels. Refuses with
 * `request.not_found`, and `orders.not_allowed` when no parcel is under way.
 */
export async function simulateNextScan(
  context: Context,
  orderId: string,
  now: Date,
): Promise<{ parcelId: string; status: TrackingStatus }> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, "anyone");
    const underWay = (await findParcelsOf(tx, orderId)).filter(({ state }) => state === "shipped");
    const ofCase = order.status === "disputed" ? underWay.find(({ direction }) => direction !== "out") : undefined;
    const parcel = ofCase ?? underWay.find(({ direction }) => direction === "out");
    const isRunning = order.status === "shipped" || order.status === "disputed";
    if (!isRunning || !parcel) throw new Refusal(orderRefusals.notAllowed);
    const had = await findScanStatuses(tx, parcel.id);
    const status = expectedScans.find((one) => !had.includes(one)) ?? "delivered";
    await recordScanIn(tx, context, parcel.id, { status, place: "", source: "simulator" }, now);
    return { parcelId: parcel.id, status };
  });
}
