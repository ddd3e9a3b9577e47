import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import type { JobHandlers } from "#lib/jobs.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { pollParcels } from "#shipping/tracking/poll-parcels.ts";
import { graceDuration } from "#shipping/tracking/rules.ts";
import { startBiteshipDouble, type BiteshipDouble } from "../../../test/doubles/biteship.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShippedOrder, newTrackingNumber } from "../../../test/make/orders.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { fireDeadline } from "../deadlines/fire-deadline.ts";
import {
  askedAgainDuration,
  assumedArrivalDuration,
  firstScanDuration,
  lostParcelDuration,
} from "../deadlines/rules.ts";
import { brokenInvariants } from "../invariants.ts";
import { orderJobs } from "../jobs.ts";
import { receiveOrder } from "../receive-order.ts";
import { recordScan } from "./record-scan.ts";
import { recordScans } from "./record-scans.ts";

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

/** Without the deadlines, which would fire by the clock and not at the moment of the test. */
const scanJobs: JobHandlers = {
  "shipping.scans_found": (payload, place) => recordScans(place, payload, place.clock.now()),
};

/** An order that was shipped so long ago, with the number of its parcel. */
async function ship(ago: number = day) {
  const shippedAt = addDuration(context.clock.now(), -ago);
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
  await workJobs(context, scanJobs);
}

test("a courier's scans reach the order, once each, and the last one starts the buyer's time to check", async () => {
  const order = await ship();
  const now = order.shippedAt;
  biteship.setParcel({ waybill: order.number });
  biteship.scan(order.number, "picked", "Diserahkan", addDuration(now, hour));
  await poll(addDuration(now, hour));
  await poll(addDuration(now, 12 * hour));
  expect(await facts(order.orderId)).toMatchObject({ status: "shipped" });
  expect(await fireDeadline(context, order.orderId, addDuration(now, firstScanDuration() + hour))).toBe(false);
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

test("an order without a scan is cancelled only after its platform was asked once more and every scan was recorded", async () => {
  const order = await ship(40 * day);
  biteship.setParcel({ waybill: order.number });
  const due = addDuration(order.shippedAt, firstScanDuration());
  await poll(addDuration(due, -hour));
  // The courier has scanned it, and the next usual poll is hours away.
  biteship.scan(order.number, "picked", "", addDuration(due, -30 * minute));
  expect(await fireDeadline(context, order.orderId, due)).toBe(false);
  await pollParcels({ ...context, config: { ...context.config } }, addDuration(due, minute));
  expect(await fireDeadline(context, order.orderId, addDuration(due, minute))).toBe(false);
  await workJobs(context, scanJobs);
  expect(await facts(order.orderId)).toEqual({
    status: "shipped",
    due_at: addDuration(order.shippedAt, lostParcelDuration()),
  });

  const unsent = await ship();
  biteship.setParcel({ waybill: unsent.number });
  const unsentDue = addDuration(unsent.shippedAt, firstScanDuration());
  await poll(addDuration(unsentDue, -minute));
  expect(await fireDeadline(context, unsent.orderId, unsentDue)).toBe(false);
  await poll(addDuration(unsentDue, minute));
  expect(await fireDeadline(context, unsent.orderId, addDuration(unsentDue, minute))).toBe(true);
  expect(await facts(unsent.orderId)).toMatchObject({ status: "cancelled" });
});

test("a parcel that never arrives is lost only when its platform still answers", async () => {
  const order = await ship();
  biteship.setParcel({ waybill: order.number });
  biteship.scan(order.number, "picked", "", order.shippedAt);
  await poll(addDuration(order.shippedAt, hour));
  const due = addDuration(order.shippedAt, lostParcelDuration());
  expect(await fireDeadline(context, order.orderId, due)).toBe(false);
  await poll(due);
  expect(await fireDeadline(context, order.orderId, due)).toBe(true);
  expect(await facts(order.orderId)).toMatchObject({ status: "cancelled" });
});

test("an order is never cancelled because its platform is silent: after some days its buyer is asked", async () => {
  const broken = await ship(40 * day);
  const neverAsked = await ship(40 * day);
  const at = (duration: number) => addDuration(broken.shippedAt, firstScanDuration() + duration);
  biteship.mood = "broken";
  await poll(broken.shippedAt);
  await poll(at(hour));
  await context.db.run(sql`
    update tracking_polls set failures = 0, poll_at = ${at(30 * day)} where parcel_id = ${neverAsked.parcelId}`);
  for (const { orderId } of [broken, neverAsked]) {
    expect(await fireDeadline(context, orderId, at(askedAgainDuration.silent - hour))).toBe(false);
    expect(await facts(orderId)).toMatchObject({ status: "shipped" });
    expect(await fireDeadline(context, orderId, at(askedAgainDuration.silent + hour))).toBe(true);
    expect(await facts(orderId)).toEqual({
      status: "shipped",
      due_at: at(askedAgainDuration.silent + hour + assumedArrivalDuration()),
    });
  }
  // A scan that is read later still counts.
  biteship.mood = "well";
  biteship.setParcel({ waybill: broken.number });
  biteship.scan(broken.number, "delivered", "", at(day));
  await poll(at(askedAgainDuration.silent + 3 * hour));
  expect(await facts(broken.orderId)).toMatchObject({ status: "delivered" });
});

test("an answer about one strange number is no outage: its guard waits for hours, not for days", async () => {
  const order = await ship();
  biteship.setParcel({ waybill: order.number }).waybill = "TLJR9999999999";
  const due = addDuration(order.shippedAt, firstScanDuration());
  await poll(addDuration(due, minute));
  expect(await fireDeadline(context, order.orderId, addDuration(due, askedAgainDuration.refused - hour))).toBe(false);
  expect(await fireDeadline(context, order.orderId, addDuration(due, askedAgainDuration.refused))).toBe(true);
  expect(await facts(order.orderId)).toMatchObject({ status: "cancelled" });
});

test("the parcel of a cancelled order is followed for some more days", async () => {
  const order = await ship();
  biteship.setParcel({ waybill: order.number });
  const due = addDuration(order.shippedAt, firstScanDuration());
  await poll(due);
  expect(await fireDeadline(context, order.orderId, due)).toBe(true);
  const isFollowed = async () =>
    (await context.db.row(sql`select 1 from tracking_polls where parcel_id = ${order.parcelId}`)) !== undefined;
  await poll(addDuration(due, graceDuration - hour));
  expect(await isFollowed()).toBe(true);
  await poll(addDuration(due, graceDuration));
  expect(await isFollowed()).toBe(false);
});

test("a parcel that arrives after its order was cancelled is a finding, and both sides are notified once", async () => {
  const order = await ship(40 * day);
  const at = (duration: number) => addDuration(order.shippedAt, firstScanDuration() + duration);
  biteship.setParcel({ waybill: order.number });
  await poll(at(0));
  expect(await fireDeadline(context, order.orderId, at(0))).toBe(true);
  biteship.scan(order.number, "delivered", "", at(hour));
  await poll(at(day));
  await poll(at(2 * day));
  expect(await facts(order.orderId)).toMatchObject({ status: "cancelled" });
  const findings = await context.db.rows(
    sql`select kind, parcel_id from parcel_findings where order_id = ${order.orderId}`,
  );
  expect(findings).toEqual([{ kind: "delivered_after_end", parcel_id: order.parcelId }]);
  for (const userId of [order.buyerId, order.sellerId])
    expect(
      await context.db.rows(
        sql`select 1 from notifications where user_id = ${userId} and title = 'Paket tiba setelah pesanan dibatalkan'`,
      ),
    ).toHaveLength(1);
});

test("what a seller reports is neither a first scan nor an arrival", async () => {
  const order = await ship();
  for (const status of ["picked", "delivered"] as const)
    await recordScan(context, order.parcelId, { status, place: "", source: "seller" }, order.shippedAt);
  expect(await facts(order.orderId)).toEqual({
    status: "shipped",
    due_at: addDuration(order.shippedAt, firstScanDuration()),
  });
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
  await orderJobs["shipping.scans_found"]?.({ ...found, digest: "x", scans: [scan] }, context);
  expect(await context.db.rows(sql`select 1 from tracking_scans where parcel_id = ${parcelId}`)).toEqual([]);
});
