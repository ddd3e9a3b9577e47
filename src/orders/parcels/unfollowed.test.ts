import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "#lib/context.ts";
import { sql } from "#lib/database.ts";
import { day, minute, addDuration } from "#lib/time.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAcceptedOrder, newTrackingNumber, scanParcel, type MadeOrder } from "../../../test/make/orders.ts";
import { byBuyer, bySeller, outcome, readOrders } from "../../../test/read/orders.ts";
import { fireDeadline, sweepDeadlines } from "../deadlines/fire-deadline.ts";
import { assumedArrivalDuration, autoCompleteDuration, firstScanDuration } from "../deadlines/rules.ts";
import { brokenInvariants } from "../invariants.ts";
import { confirmArrival, receiveOrder } from "../receive-order.ts";
import { shipOrder } from "../ship-order.ts";
import { findParcelsOf } from "./find-parcels.ts";
import { recordScan } from "./record-scan.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
/** The same marketplace in production, where no simulator scans parcels. */
let production: Context;
let { stateOf, statusOf, refundsOf, notesOf } = {} as ReturnType<typeof readOrders>;
const monday = new Date("2026-11-16T03:00:00Z");

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  production = { ...context, config: { ...context.config, production: true, demo: false } };
  ({ stateOf, statusOf, refundsOf, notesOf } = readOrders(context));
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

async function makeUnfollowedOrder(): Promise<{ made: MadeOrder; askedAt: Date }> {
  const made = await makeAcceptedOrder(context, { now: monday });
  await context.db.run(sql`update orders set eta = '2–4 hari' where id = ${made.orderId}`);
  await shipOrder(production, { ...bySeller(made), trackingNumber: newTrackingNumber() }, monday);
  return { made, askedAt: addDuration(monday, 4 * day) };
}

describe("a parcel whose courier's scans nothing reports", () => {
  test("a seller's report does not replace the courier's scan of the same moment, place and status, nor the other way round", async () => {
    for (const order of [
      ["seller", "biteship"],
      ["biteship", "seller"],
    ] as const) {
      const { made } = await makeUnfollowedOrder();
      const at = addDuration(monday, day);
      const [parcel] = await findParcelsOf(context.db, made.orderId);
      const scan = { status: "delivered", place: "Bandung", scannedAt: at } as const;
      for (const source of order) await recordScan(context, parcel?.id ?? "", { ...scan, source }, at);
      // The same report again is the same one.
      for (const source of order) await recordScan(context, parcel?.id ?? "", { ...scan, source }, at);
      const stored = await context.db.rows<{ source: string }>(
        sql`select source from tracking_scans where parcel_id = ${parcel?.id} order by source`,
      );
      expect(stored.map(({ source }) => source)).toEqual(["biteship", "seller"]);
      expect(await statusOf(made)).toBe("delivered");
    }
  });

  test("is not cancelled without scans: its buyer is asked at the latest day of the estimate, and silence counts as arrival", async () => {
    const { made, askedAt } = await makeUnfollowedOrder();
    expect((await findParcelsOf(context.db, made.orderId)).map((one) => one.scan_source)).toEqual([null]);
    await sweepDeadlines(context, addDuration(monday, firstScanDuration()));
    expect(await stateOf(made)).toMatchObject({ status: "shipped", due_at: askedAt });

    expect(await fireDeadline(context, made.orderId, addDuration(askedAt, -minute))).toBe(false);
    const asked = await Promise.all([1, 2, 3].map(() => fireDeadline(context, made.orderId, askedAt)));
    expect(asked.filter(Boolean)).toHaveLength(1);
    const assumedAt = addDuration(askedAt, assumedArrivalDuration());
    expect(await stateOf(made)).toMatchObject({ status: "shipped", due_at: assumedAt });
    expect((await notesOf(made.buyerId)).at(-1)).toBe("Apakah paket sudah tiba?");

    expect(await fireDeadline(context, made.orderId, addDuration(assumedAt, -minute))).toBe(false);
    expect(await fireDeadline(context, made.orderId, assumedAt)).toBe(true);
    expect(await stateOf(made)).toMatchObject({
      status: "delivered",
      due_at: addDuration(assumedAt, autoCompleteDuration()),
    });
    expect((await findParcelsOf(context.db, made.orderId))[0]?.state).toBe("arrived");
    await fireDeadline(context, made.orderId, addDuration(assumedAt, autoCompleteDuration()));
    expect([await statusOf(made), await refundsOf(made)]).toEqual(["completed", 0]);
  });

  test("arrives when its buyer says so, before and after the question, once", async () => {
    for (const isAsked of [false, true]) {
      const { made, askedAt } = await makeUnfollowedOrder();
      const now = addDuration(askedAt, isAsked ? day : -day);
      if (isAsked) await fireDeadline(context, made.orderId, askedAt);
      await confirmArrival(context, byBuyer(made), now);
      expect(await outcome(confirmArrival(context, byBuyer(made), now))).toBe("orders.not_allowed");
      expect(await stateOf(made)).toMatchObject({
        status: "delivered",
        due_at: addDuration(now, autoCompleteDuration()),
      });
      await receiveOrder(context, byBuyer(made), now);
      expect(await statusOf(made)).toBe("completed");
    }
  });

  test("arrives by a scan that is reported in spite of that", async () => {
    const { made } = await makeUnfollowedOrder();
    await scanParcel(context, made.orderId, { status: "in_transit", place: "Cirebon" }, addDuration(monday, day));
    expect(await statusOf(made)).toBe("shipped");
    await scanParcel(context, made.orderId, { status: "delivered", place: "Bandung" }, addDuration(monday, 2 * day));
    expect(await statusOf(made)).toBe("delivered");
  });

  test("has the whole estimate, also when it was shipped under the deadline of a first scan", async () => {
    const { made, askedAt } = await makeUnfollowedOrder();
    const early = addDuration(monday, firstScanDuration());
    await context.db.run(sql`update orders set due_at = ${early} where id = ${made.orderId}`);
    expect(await fireDeadline(context, made.orderId, early)).toBe(false);
    expect(await stateOf(made)).toMatchObject({ status: "shipped", due_at: askedAt });
  });
});

test("the buyer's word does not replace the scans of a courier that reports them", async () => {
  const made = await makeAcceptedOrder(context, { now: monday });
  await shipOrder(context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, monday);
  expect(await outcome(confirmArrival(context, byBuyer(made), monday))).toBe("orders.not_allowed");
});
