import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAcceptedOrder, makeShippedOrder, newTrackingNumber, scanParcel } from "../../../test/make/orders.ts";
import { bySeller, outcome, readOrders } from "../../../test/read/orders.ts";
import { findOrder } from "../display-queries.ts";
import { brokenInvariants } from "../invariants.ts";
import { orderJson } from "../order-json.ts";
import { shipOrder } from "../ship-order.ts";
import { handOverOrder } from "./hand-over-order.ts";
import { handoverCode } from "./handover-code.ts";
import { listFindings } from "./queries.ts";
import { findingTexts, handoverAttempts } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let { statusOf, stateOf } = {} as ReturnType<typeof readOrders>;
const monday = new Date("2026-11-16T03:00:00Z");

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  ({ statusOf, stateOf } = readOrders(context));
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

async function viewOf(made: { orderId: string; buyerId: string; shopId: string }, reader: "buyer" | "seller") {
  const { orderId, buyerId, shopId } = made;
  const row = await findOrder(context.db, orderId, reader === "buyer" ? { buyerId } : { shopId });
  if (!row) throw new Error("no order");
  return orderJson(context, row, reader, monday, "WIB");
}
const findingsOf = async (orderId: string) =>
  (await listFindings(context.db, 100, 0)).filter((one) => one.order_id === orderId).map(({ kind }) => kind);

describe("the handing-over code", () => {
  async function makeWithShop(courier: "self" | "pickup") {
    const made = await makeAcceptedOrder(context, { courier: "pickup", now: monday });
    await context.db.run(sql`update orders set courier = ${courier} where id = ${made.orderId}`);
    await shipOrder(context, { ...bySeller(made), trackingNumber: undefined }, monday);
    return made;
  }

  test("is read by the buyer alone; entered by the seller, it delivers the order", async () => {
    for (const courier of ["self", "pickup"] as const) {
      const made = await makeWithShop(courier);
      const { handover_code: code } = await viewOf(made, "buyer");
      expect(code).toMatch(/^\d{6}$/);
      expect(JSON.stringify(await viewOf(made, "seller"))).not.toContain(code);
      await handOverOrder(context, { ...bySeller(made), code: code ?? "" }, addDuration(monday, hour));
      expect(await stateOf(made)).toMatchObject({ status: "delivered", due_at: addDuration(monday, hour + 2 * day) });
      expect((await viewOf(made, "buyer")).handover_code).toBeNull();
    }
  });

  test("can be guessed five times an hour", async () => {
    const made = await makeWithShop("self");
    const right = handoverCode(context, made.orderId);
    const wrong = right === "000000" ? "000001" : "000000";
    const attempt = (code: string, now: Date) => outcome(handOverOrder(context, { ...bySeller(made), code }, now));
    for (let n = 0; n < handoverAttempts.max; n += 1) expect(await attempt(wrong, monday)).toBe("orders.code_wrong");
    expect(await attempt(right, addDuration(monday, hour - minute))).toBe("orders.code_throttled");
    expect(await statusOf(made)).toBe("shipped");
    expect(await attempt(right, addDuration(monday, hour))).toBe("done");
    expect(await statusOf(made)).toBe("delivered");
  });

  test("does not deliver a parcel of a courier with tracking numbers", async () => {
    const made = await makeShippedOrder(context, { now: monday });
    const code = handoverCode(context, made.orderId);
    expect(await outcome(handOverOrder(context, { ...bySeller(made), code }, monday))).toBe("orders.not_allowed");
    expect((await viewOf(made, "buyer")).handover_code).toBeNull();
  });
});

describe("the guard against false tracking numbers", () => {
  test("a used number is refused in whatever letters it is written, and operators see the attempt", async () => {
    const number = newTrackingNumber();
    const first = await makeAcceptedOrder(context, { now: monday });
    const second = await makeAcceptedOrder(context, { now: monday });
    await shipOrder(context, { ...bySeller(first), trackingNumber: number }, monday);
    const fullWidth = [...number].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfe_e0)).join("");
    for (const trackingNumber of [number, ` ${number.toLowerCase()} `, fullWidth, [...number].join("\u200B")])
      expect(await outcome(shipOrder(context, { ...bySeller(second), trackingNumber }, monday))).toBe(
        "orders.resi_used",
      );
    expect(await findingsOf(second.orderId)).toEqual(["number_used"]);
    expect((await viewOf(second, "seller")).findings).toEqual([findingTexts.number_used.seller]);
    await shipOrder(context, { ...bySeller(second), trackingNumber: newTrackingNumber() }, monday);
    expect((await viewOf(second, "seller")).findings).toEqual([]);
  });

  test("the arrival of an older parcel with the same number does not deliver the order", async () => {
    const made = await makeShippedOrder(context, { now: monday });
    const scannedAt = addDuration(monday, -2 * day);
    await scanParcel(context, made.orderId, { status: "delivered", place: "Medan", scannedAt }, monday);
    const later = addDuration(monday, 3 * day);
    await scanParcel(context, made.orderId, { status: "delivered", place: "Medan", scannedAt: later }, monday);
    expect(await stateOf(made)).toMatchObject({ status: "shipped", due_at: addDuration(monday, 2 * day) });
    expect((await findingsOf(made.orderId)).toSorted()).toEqual(["scanned_before", "scanned_in_future"]);
    expect((await viewOf(made, "seller")).findings).toHaveLength(2);
    expect((await viewOf(made, "buyer")).is_resi_verified).toBe(false);
    expect((await viewOf(made, "buyer")).findings).toEqual([]);
  });

  test("a number is verified by a scan near the shop, and a finding when the first scan is far from it", async () => {
    await context.db.run(sql`
      insert into regions (code, parent_code, level, name) values ('12', null, 1, 'Sumatera Utara'), ('12.71', '12', 2, 'Kota Medan')
      on conflict do nothing`);
    const near = await makeShippedOrder(context, { now: monday });
    expect((await viewOf(near, "buyer")).is_resi_verified).toBe(false);
    await scanParcel(context, near.orderId, { status: "picked", place: "Gudang 12" }, monday);
    expect((await viewOf(near, "buyer")).is_resi_verified).toBe(true);
    const far = await makeShippedOrder(context, { now: monday });
    await scanParcel(context, far.orderId, { status: "picked", place: "MEDAN-SUNGGAL" }, monday);
    expect(await findingsOf(far.orderId)).toEqual(["foreign_origin"]);
    expect((await viewOf(far, "buyer")).is_resi_verified).toBe(false);
    // It is a question for operators: the parcel still arrives by its scans.
    await scanParcel(context, far.orderId, { status: "delivered", place: "" }, addDuration(monday, day));
    expect(await statusOf(far)).toBe("delivered");
  });

  test("scans out of order are stored, and the last word is the arrival", async () => {
    const made = await makeShippedOrder(context, { now: monday });
    const at = (hours: number) => addDuration(monday, hours * hour);
    const now = at(9);
    await scanParcel(context, made.orderId, { status: "delivered", place: "", scannedAt: at(8) }, now);
    await scanParcel(context, made.orderId, { status: "picked", place: "", scannedAt: at(1) }, now);
    await scanParcel(context, made.orderId, { status: "picked", place: "", scannedAt: at(1) }, now);
    expect(await statusOf(made)).toBe("delivered");
    const view = await viewOf(made, "buyer");
    expect(view.scans.map(({ status }) => status)).toEqual(["picked", "delivered"]);
  });
});
