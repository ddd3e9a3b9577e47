import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { pollParcels } from "#shipping/tracking/poll-parcels.ts";
import { startBiteshipDouble, type BiteshipDouble } from "../../../test/doubles/biteship.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShippedOrder, newTrackingNumber } from "../../../test/make/orders.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { fireDeadline } from "../deadlines.ts";
import { brokenInvariants } from "../invariants.ts";
import { orderJobs } from "../jobs.ts";
import { receiveOrder } from "../receive-order.ts";
import { firstScanDuration, lostParcelDuration } from "../rules.ts";

let biteship: BiteshipDouble;
let context: Awaited<ReturnType<typeof makeContext>>;

beforeAll(async () => {
  biteship = await startBiteshipDouble();
  context = await makeContext({ ...biteship.settings, SHIPPING_TRACKING: "biteship" });
});
afterAll(async () => {
  await context.close();
  await biteship.close();
});
beforeEach(() => {
  biteship.mood = "well";
});

/** An order that was shipped a day ago, with the number of its parcel. */
async function ship() {
  const shippedAt = addDuration(context.clock.now(), -day);
  const made = await makeShippedOrder(context, { courier: "jne-reg", now: shippedAt });
  const parcel = await context.db.row<{ id: string; number: string }>(
    sql`select id, tracking_number as number from parcels where order_id = ${made.orderId}`,
  );
  if (!parcel) throw new Error("no parcel");
  return { ...made, shippedAt, parcelId: parcel.id, number: parcel.number };
}
const facts = (orderId: string) =>
  context.db.row<{ status: string; due_at: Date | null }>(sql`select status, due_at from orders where id = ${orderId}`);
async function poll(at: Date) {
  // Each poll with its own settings object: a failure does not pause the next one.
  await pollParcels({ ...context, config: { ...context.config } }, at);
  await workJobs(context, orderJobs);
}

test("a courier's scans reach the order, once each, and the last one starts the buyer's time to check", async () => {
  const order = await ship();
  const now = order.shippedAt;
  biteship.setParcel({ waybill: order.number });
  biteship.scan(order.number, "picked", "Diserahkan", addDuration(now, hour));
  await poll(addDuration(now, hour));
  await poll(addDuration(now, 12 * hour));
  expect(await facts(order.orderId)).toMatchObject({ status: "shipped" });
  expect(await fireDeadline(context, order.orderId, addDuration(now, firstScanDuration + hour))).toBe(false);
  biteship.scan(order.number, "delivered", "", addDuration(now, 20 * hour));
  await poll(addDuration(now, day));
  expect(await facts(order.orderId)).toMatchObject({ status: "delivered" });
  const scans = await context.db.rows(
    sql`select status, source, note from tracking_scans where parcel_id = ${order.parcelId} order by scanned_at`,
  );
  expect(scans).toEqual([
    { status: "picked", source: "biteship", note: "Diserahkan" },
    { status: "delivered", source: "biteship", note: "" },
  ]);
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("an order is not cancelled for want of a scan while its platform does not answer", async () => {
  const order = await ship();
  const now = order.shippedAt;
  biteship.mood = "broken";
  await poll(now);
  const late = addDuration(now, firstScanDuration + hour);
  expect(await fireDeadline(context, order.orderId, late)).toBe(false);
  expect(await facts(order.orderId)).toMatchObject({ status: "shipped" });
  biteship.mood = "well";
  await poll(late);
  expect(await fireDeadline(context, order.orderId, late)).toBe(true);
  expect(await facts(order.orderId)).toMatchObject({ status: "cancelled" });
});

test("a platform that never answers again does not keep an order open for ever", async () => {
  const order = await ship();
  const now = order.shippedAt;
  biteship.mood = "broken";
  await poll(now);
  const atLast = addDuration(now, firstScanDuration + lostParcelDuration + hour);
  expect(await fireDeadline(context, order.orderId, atLast)).toBe(true);
});

test("a parcel is no longer asked about when the buyer has received it", async () => {
  const order = await ship();
  await receiveOrder(context, { orderId: order.orderId, buyerId: order.buyerId }, context.clock.now());
  expect(await context.db.rows(sql`select 1 from tracking_polls where parcel_id = ${order.parcelId}`)).toEqual([]);
});

test("scans of a parcel that is gone are dropped", async () => {
  const parcelId = "00000000-0000-7000-8000-000000000000";
  const scan = { status: "picked", place: "", note: "", scannedAt: context.clock.now().toISOString() } as const;
  const found = { parcelId, courier: "jne-reg", trackingNumber: newTrackingNumber(), source: "biteship" } as const;
  await orderJobs["shipping.scans_found"]?.({ ...found, scans: [scan] }, context);
  expect(await context.db.rows(sql`select 1 from tracking_scans where parcel_id = ${parcelId}`)).toEqual([]);
});
