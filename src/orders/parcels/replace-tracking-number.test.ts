import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import type { JobHandlers } from "#lib/jobs.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { pollParcels } from "#shipping/tracking/poll-parcels.ts";
import { startBiteshipDouble, type BiteshipDouble } from "../../../test/doubles/biteship.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAcceptedOrder, makeShippedOrder, newTrackingNumber } from "../../../test/make/orders.ts";
import { makeShop } from "../../../test/make/rows.ts";
import { bySeller, outcome, readOrders } from "../../../test/read/orders.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { fireDeadline } from "../deadlines/fire-deadline.ts";
import { firstScanDuration } from "../deadlines/rules.ts";
import { brokenInvariants } from "../invariants.ts";
import { orderJson } from "../order-view/order-json.ts";
import { findOrder } from "../order-view/queries.ts";
import { receiveOrder } from "../receive-order.ts";
import { shipOrder } from "../ship-order.ts";
import { listFindings } from "./queries.ts";
import { recordScan } from "./record-scan.ts";
import { recordScans } from "./record-scans.ts";
import { replaceTrackingNumber } from "./replace-tracking-number.ts";
import { findingTexts, numberReplacements } from "./rules.ts";

let biteship: BiteshipDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let { stateOf, statusOf, notesOf } = {} as ReturnType<typeof readOrders>;

beforeAll(async () => {
  biteship = await startBiteshipDouble();
  context = await makeContext({ ...biteship.settings, SHIPPING_TRACKING: "biteship" });
  ({ stateOf, statusOf, notesOf } = readOrders(context));
});
afterAll(async () => {
  await context.close();
  await biteship.close();
});
beforeEach(() => {
  biteship.onCall = undefined;
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const jobs: JobHandlers = {
  "shipping.scans_found": (payload, place) => recordScans(place, payload, place.clock.now()),
};

/** An order that was shipped yesterday, with its parcel. */
async function ship(shops = [] as Awaited<ReturnType<typeof makeShop>>[]) {
  const shippedAt = addDuration(context.clock.now(), -day);
  const of = shops.length > 0 ? { shops } : {};
  const made = await makeShippedOrder(context, { ...of, courier: "jne-reg", now: shippedAt });
  const parcel = await context.db.row<{ id: string; number: string }>(
    sql`select id, tracking_number as number from parcels where order_id = ${made.orderId}`,
  );
  if (!parcel) throw new Error("no parcel");
  return { ...made, shippedAt, parcelId: parcel.id, number: parcel.number };
}
type Shipped = Awaited<ReturnType<typeof ship>>;

const replace = (
  { parcelId, number, shippedAt, ...made }: Shipped,
  { from = number, to = newTrackingNumber(), now = addDuration(shippedAt, hour) } = {},
) => outcome(replaceTrackingNumber(context, { ...bySeller(made), parcelId, replaces: from, trackingNumber: to }, now));

async function viewOf(made: Shipped, reader: "buyer" | "seller") {
  const owner = reader === "buyer" ? { buyerId: made.buyerId } : { shopId: made.shopId };
  const row = await findOrder(context.db, made.orderId, owner);
  if (!row) throw new Error("no order");
  return orderJson(context, row, reader, made.shippedAt, "WIB");
}
const numberOf = async (made: Shipped) => (await viewOf(made, "buyer")).parcels[0]?.resi;
const leftOf = async (made: Shipped) => (await viewOf(made, "seller")).parcels[0]?.number_replacements_left;
const findingsOf = async ({ orderId }: { orderId: string }) =>
  (await listFindings(context.db, 200, 0)).filter((one) => one.order_id === orderId);
const scansOf = ({ parcelId }: Shipped) =>
  context.db.rows(sql`select status from tracking_scans where parcel_id = ${parcelId}`);
async function poll(at: Date) {
  await pollParcels({ ...context, config: { ...context.config } }, at);
}

test("a seller corrects a mistyped number: both sides read it, operators get a finding, and no deadline moves", async () => {
  const made = await ship();
  const before = await stateOf(made);
  expect(await leftOf(made)).toBe(numberReplacements.max);
  const right = newTrackingNumber();
  expect(await replace(made, { to: ` ${right.slice(0, 6)} ${right.slice(6).toLowerCase()}` })).toBe("done");
  expect(await stateOf(made)).toEqual(before);
  expect(await numberOf(made)).toBe(right);
  const [finding, ...others] = await findingsOf(made);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ kind: "number_replaced", tracking_number: right });
  expect(finding?.detail).toMatch(new RegExp(String.raw`^${made.number} \(s\.d\. .+ WIB\) → ${right}$`));
  expect((await viewOf(made, "buyer")).events.at(-1)).toMatchObject({
    label: "Nomor resi diubah penjual",
    actor: "seller",
    reason: `JNE REG: ${made.number} menjadi ${right}`,
  });
  const note = await context.db.row<{ description: string }>(sql`
    select description from notifications where user_id = ${made.buyerId} order by created_at desc, id desc limit 1`);
  // Lists show the beginning of a text, so the number that counts comes first.
  expect(note?.description).toMatch(new RegExp(`^Sekarang ${right}, sebelumnya ${made.number}\\.`));
  expect((await notesOf(made.buyerId)).at(-1)).toBe("Nomor resi diubah");
  expect((await viewOf(made, "seller")).findings).toEqual([findingTexts.number_replaced.seller]);
  expect((await viewOf(made, "buyer")).findings).toEqual([]);
});

test("an order is cancelled at the deadline of its first number when the corrected one has no scan either", async () => {
  const made = await ship();
  const due = addDuration(made.shippedAt, firstScanDuration());
  const right = newTrackingNumber();
  biteship.setParcel({ waybill: right });
  expect(await replace(made, { to: right, now: addDuration(due, -minute) })).toBe("done");
  // Its courier is asked about the new number before.
  expect(await fireDeadline(context, made.orderId, due)).toBe(false);
  await poll(addDuration(due, minute));
  await workJobs(context, jobs);
  expect(await fireDeadline(context, made.orderId, addDuration(due, minute))).toBe(true);
  expect(await statusOf(made)).toBe("cancelled");
});

test("a number is replaced at most twice, and one finding has all of its numbers", async () => {
  const made = await ship();
  const [second, third] = [newTrackingNumber(), newTrackingNumber()];
  expect(await replace(made, { to: second })).toBe("done");
  expect(await leftOf(made)).toBe(1);
  expect(await replace(made, { from: second, to: third })).toBe("done");
  expect(await leftOf(made)).toBe(0);
  expect(await replace(made, { from: third })).toBe("orders.resi_changed_too_often");
  expect(await numberOf(made)).toBe(third);
  const [finding, ...others] = await findingsOf(made);
  expect(others).toEqual([]);
  for (const number of [made.number, second, third]) expect(finding?.detail).toContain(number);
  expect((await notesOf(made.buyerId)).filter((title) => title === "Nomor resi diubah")).toHaveLength(2);
});

test("the new number must be another one, in its courier's format, that no parcel has", async () => {
  const [made, other] = [await ship(), await ship()];
  expect(await replace(made, { to: made.number.toLowerCase() })).toBe("orders.resi_same");
  expect(await replace(made, { to: "123" })).toBe("orders.resi_invalid");
  expect(await findingsOf(made)).toEqual([]);
  expect(await replace(made, { to: other.number })).toBe("orders.resi_used");
  expect((await findingsOf(made)).map(({ kind, detail }) => [kind, detail])).toEqual([["number_used", other.number]]);
  expect(await numberOf(made)).toBe(made.number);
  const stranger = await makeShop(context);
  const { orderId, parcelId, number: replaces } = made;
  const seller = { shopId: stranger.shopId, userId: other.sellerId };
  const asStranger = { ...seller, orderId, parcelId, replaces, trackingNumber: newTrackingNumber() };
  expect(await outcome(replaceTrackingNumber(context, asStranger, made.shippedAt))).toBe("request.not_found");
  const ofOther = { ...made, parcelId: other.parcelId, number: other.number };
  expect(await replace(ofOther)).toBe("request.not_found");
});

test("a replaced number stays used in all shops, for its own parcel too, and the database keeps it so", async () => {
  const made = await ship();
  const right = newTrackingNumber();
  expect(await replace(made, { to: right })).toBe("done");
  const next = await makeAcceptedOrder(context, { courier: "jne-reg" });
  const shipAs = async (trackingNumber: string) =>
    outcome(shipOrder(context, { ...bySeller(next), trackingNumber }, context.clock.now()));
  expect(await shipAs(made.number)).toBe("orders.resi_used");
  expect(await replace(made, { from: right, to: made.number })).toBe("orders.resi_used");
  const other = await ship();
  const update = context.db.run(sql`update parcels set tracking_number = ${made.number} where id = ${other.parcelId}`);
  await expect(update).rejects.toMatchObject({ code: "23505", constraint: "parcels_tracking_number" });
  expect(await shipAs(newTrackingNumber())).toBe("done");

  const shop = await makeShop(context);
  const first = await ship([shop]);
  expect(await replace(first)).toBe("done");
  const ofShop = await makeAcceptedOrder(context, { shops: [shop], courier: "sicepat-reg" });
  await context.db.run(
    sql`update replaced_tracking_numbers set tracking_number = '001234567890' where parcel_id = ${first.parcelId}`,
  );
  const again = shipOrder(context, { ...bySeller(ofShop), trackingNumber: "001234567890" }, context.clock.now());
  expect(await outcome(again)).toBe("orders.resi_used");
});

test("a number stays when the courier scanned the parcel, when it was booked, and when the order has moved on", async () => {
  const scanned = await ship();
  const at = addDuration(scanned.shippedAt, minute);
  await recordScan(context, scanned.parcelId, { status: "picked", place: "", source: "seller" }, at);
  expect(await leftOf(scanned)).toBe(numberReplacements.max);
  await recordScan(context, scanned.parcelId, { status: "picked", place: "Bandung", source: "biteship" }, at);
  expect(await leftOf(scanned)).toBe(0);
  expect(await replace(scanned)).toBe("orders.resi_scanned");

  const booked = await ship();
  await context.db.run(
    sql`update parcels set booked_with = 'biteship', external_id = ${booked.parcelId} where id = ${booked.parcelId}`,
  );
  expect(await leftOf(booked)).toBe(0);
  expect(await replace(booked)).toBe("orders.resi_booked");

  const received = await ship();
  await receiveOrder(context, received, context.clock.now());
  expect(await leftOf(received)).toBe(0);
  expect(await replace(received)).toBe("orders.resi_not_under_way");

  const own = await makeAcceptedOrder(context, { courier: "pickup" });
  await shipOrder(context, { ...bySeller(own), trackingNumber: undefined }, context.clock.now());
  const parcel = await context.db.row<{ id: string }>(sql`select id from parcels where order_id = ${own.orderId}`);
  const without = { ...own, parcelId: parcel?.id ?? "", number: "-", shippedAt: context.clock.now() };
  expect(await replace(without)).toBe("orders.resi_not_under_way");
  for (const made of [scanned, booked, received]) expect(await numberOf(made)).toBe(made.number);
});

test("of two corrections at once, from the same page, one counts", async () => {
  const made = await ship();
  const numbers = [newTrackingNumber(), newTrackingNumber()];
  const outcomes = await Promise.all(numbers.map((to) => replace(made, { to })));
  expect(outcomes.toSorted()).toEqual(["done", "orders.resi_outdated"]);
  expect(await numberOf(made)).toBe(numbers[outcomes.indexOf("done")]);
});

test("two parcels that are given the same number at once do not both get it", async () => {
  const pair = [await ship(), await ship()];
  const to = newTrackingNumber();
  const outcomes = await Promise.all(pair.map((made) => replace(made, { to })));
  expect(outcomes.toSorted()).toEqual(["done", "orders.resi_used"]);
});

test("of a first scan and a correction at the same moment, one counts", async () => {
  for (let n = 0; n < 6; n += 1) {
    const made = await ship();
    const { parcelId, number: trackingNumber } = made;
    const scan = { status: "picked", place: "", note: "", scannedAt: made.shippedAt.toISOString() } as const;
    const found = { parcelId, courier: "jne-reg", trackingNumber, source: "biteship", scans: [scan] } as const;
    const recording = () => recordScans(context, { ...found, scans: [scan], digest: "x" }, made.shippedAt);
    const pair = n % 2 === 0 ? [recording(), replace(made)] : [replace(made), recording()];
    const replaced = (await Promise.all(pair)).find((one) => one !== undefined);
    const scans = await scansOf(made);
    expect([replaced, scans.length]).toEqual(scans.length > 0 ? ["orders.resi_scanned", 1] : ["done", 0]);
  }
});

test("a scan of the old number does not count, whether it was found before or is being read, and one of the new does", async () => {
  const made = await ship();
  const [old, right, at] = [made.number, newTrackingNumber(), addDuration(made.shippedAt, hour)];
  biteship.setParcel({ waybill: old });
  biteship.setParcel({ waybill: right });
  biteship.scan(old, "delivered", "", at);
  await poll(at);
  // The scan waits to be recorded.
  expect(await replace(made, { to: right, now: at })).toBe("done");
  await workJobs(context, jobs);
  expect(await scansOf(made)).toEqual([]);

  // The courier's platform is being asked about the number that is replaced meanwhile.
  const last = newTrackingNumber();
  biteship.setParcel({ waybill: last });
  biteship.scan(right, "delivered", "", at);
  let replacing: Promise<string> | undefined;
  biteship.onCall = (_, moment) => {
    if (moment === "arrived") replacing ??= replace(made, { from: right, to: last, now: at });
  };
  await poll(addDuration(at, minute));
  expect(await replacing).toBe("done");
  biteship.onCall = undefined;
  await workJobs(context, jobs);
  expect(await scansOf(made)).toEqual([]);
  expect(await statusOf(made)).toBe("shipped");

  biteship.scan(last, "picked", "", addDuration(at, hour));
  await poll(addDuration(at, hour));
  await workJobs(context, jobs);
  expect(await scansOf(made)).toEqual([{ status: "picked" }]);
  expect((await viewOf(made, "buyer")).is_resi_verified).toBe(true);
});

test("an answer about the old number that comes after the correction does not keep the deadline from ending", async () => {
  const made = await ship();
  const [right, at] = [newTrackingNumber(), addDuration(made.shippedAt, hour)];
  biteship.setParcel({ waybill: made.number });
  biteship.setParcel({ waybill: right });
  biteship.scan(made.number, "picked", "", at);
  let replacing: Promise<string> | undefined;
  biteship.onCall = () => {
    replacing ??= replace(made, { to: right, now: at });
  };
  // The answer is stored when the correction is.
  const db: typeof context.db = {
    ...context.db,
    transaction: async (work) => {
      await replacing;
      return context.db.transaction(work);
    },
  };
  await pollParcels({ ...context, db, config: { ...context.config } }, at);
  expect(await replacing).toBe("done");
  biteship.onCall = undefined;
  await workJobs(context, jobs);
  const due = addDuration(made.shippedAt, firstScanDuration());
  await poll(due);
  await workJobs(context, jobs);
  expect(await fireDeadline(context, made.orderId, due)).toBe(true);
  expect(await statusOf(made)).toBe("cancelled");
});
