import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "#lib/context.ts";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { mediaJobs } from "#media/jobs.ts";
import { makeSession } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import {
  makeAcceptedOrder,
  makeShippedOrder,
  newTrackingNumber,
  scanParcel,
  type MadeOrder,
} from "../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { byBuyer, bySeller, outcome, readOrders } from "../../../test/read/orders.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { anonymiseOrders } from "../anonymise-orders.ts";
import { fireDeadline } from "../deadlines/fire-deadline.ts";
import {
  assumedArrivalDuration,
  autoCompleteDuration,
  firstScanDuration,
  lostParcelDuration,
} from "../deadlines/rules.ts";
import { brokenInvariants } from "../invariants.ts";
import { orderJson } from "../order-view/order-json.ts";
import { findOrder } from "../order-view/queries.ts";
import { confirmArrival } from "../receive-order.ts";
import { orderRoutes } from "../routes.ts";
import { shipOrder } from "../ship-order.ts";
import { addParcel } from "./add-parcel.ts";
import { removeOldProofs } from "./add-progress.ts";
import { handOverOrder } from "./hand-over-order.ts";
import { handoverCode } from "./handover-code.ts";
import { listFindings } from "./queries.ts";
import { recordScan } from "./record-scan.ts";
import { findingTexts, furtherParcels, handoverAttempts, progressProof, sellerProgress } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
/** The same marketplace in production, where nothing reports scans. */
let production: Context;
let app: Awaited<ReturnType<typeof createHttp>>;
let { statusOf, stateOf, notesOf, refundsOf } = {} as ReturnType<typeof readOrders>;
const monday = new Date("2026-11-16T03:00:00Z");

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error", LIMIT_FACTOR: "100" });
  production = { ...context, config: { ...context.config, production: true, demo: false } };
  ({ statusOf, stateOf, notesOf, refundsOf } = readOrders(context));
  app = await createHttp(context);
  await app.register(async (scope) => orderRoutes(scope, context));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await context.close();
});
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
      expect(await stateOf(made)).toMatchObject({
        status: "delivered",
        due_at: addDuration(monday, hour + autoCompleteDuration()),
      });
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

  test("a number counts once in a shop with all couriers, and couriers of two shops may give the same number", async () => {
    const number = "001234567890";
    const shop = await makeShop(context);
    const first = await makeAcceptedOrder(context, { shops: [shop], courier: "sicepat-reg", now: monday });
    const second = await makeAcceptedOrder(context, { shops: [shop], courier: "jne-reg", now: monday });
    const other = await makeAcceptedOrder(context, { courier: "jne-reg", now: monday });
    await shipOrder(context, { ...bySeller(first), trackingNumber: number }, monday);
    const again = shipOrder(context, { ...bySeller(second), trackingNumber: number }, monday);
    expect(await outcome(again)).toBe("orders.resi_used");
    expect(await findingsOf(second.orderId)).toEqual(["number_used"]);
    await shipOrder(context, { ...bySeller(other), trackingNumber: number }, monday);
    expect(await findingsOf(other.orderId)).toEqual([]);
  });

  test("the arrival of an older parcel with the same number does not deliver the order", async () => {
    const made = await makeShippedOrder(context, { now: monday });
    const scannedAt = addDuration(monday, -2 * day);
    await scanParcel(context, made.orderId, { status: "delivered", place: "Medan", scannedAt }, monday);
    const later = addDuration(monday, 3 * day);
    await scanParcel(context, made.orderId, { status: "delivered", place: "Medan", scannedAt: later }, monday);
    expect(await stateOf(made)).toMatchObject({
      status: "shipped",
      due_at: addDuration(monday, firstScanDuration()),
    });
    expect((await findingsOf(made.orderId)).toSorted()).toEqual(["scanned_before", "scanned_in_future"]);
    expect((await viewOf(made, "seller")).findings).toHaveLength(2);
    expect((await viewOf(made, "buyer")).is_resi_verified).toBe(false);
    expect((await viewOf(made, "buyer")).findings).toEqual([]);
  });

  test("of an order in two parcels each number is verified by its own scan", async () => {
    const made = await makeShippedOrder(context, { now: monday, quantity: 2 });
    const { orderId, shopId } = made;
    await addParcel(context, { orderId, shopId, trackingNumber: newTrackingNumber() }, monday);
    const verified = async () => {
      const { is_resi_verified: all, parcels } = await viewOf(made, "buyer");
      return { all, each: parcels.map((parcel) => parcel.is_resi_verified) };
    };
    expect(await verified()).toEqual({ all: false, each: [false, false] });
    const [first = ""] = (await viewOf(made, "buyer")).parcels.map(({ id }) => id);
    await recordScan(context, first, { source: "simulator", status: "picked", place: "Gudang 12" }, monday);
    expect(await verified()).toEqual({ all: false, each: [true, false] });
    const early = { status: "picked", place: "Gudang 12", scannedAt: addDuration(monday, -2 * day) } as const;
    await scanParcel(context, orderId, early, monday);
    await scanParcel(context, orderId, { status: "picked", place: "Gudang 12" }, monday);
    expect(await verified()).toEqual({ all: false, each: [true, false] });
    await context.db.run(sql`delete from parcel_findings where order_id = ${orderId}`);
    expect(await verified()).toEqual({ all: true, each: [true, true] });
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

describe("the rest of an order in a further parcel", () => {
  const add = (made: MadeOrder, now: Date, trackingNumber = newTrackingNumber()) =>
    outcome(addParcel(context, { orderId: made.orderId, shopId: made.shopId, trackingNumber }, now));

  test("delivers the order when all parcels have arrived, and buyer and seller follow each of them", async () => {
    const made = await makeShippedOrder(context, { now: monday });
    const number = newTrackingNumber();
    expect((await viewOf(made, "seller")).can_add_parcel).toBe(true);
    expect(await add(made, addDuration(monday, day), number)).toBe("done");
    expect((await notesOf(made.buyerId)).at(-1)).toBe("Paket tambahan dikirim");
    await scanParcel(context, made.orderId, { status: "delivered", place: "Bandung" }, addDuration(monday, 2 * day));
    expect(await stateOf(made)).toMatchObject({
      status: "shipped",
      due_at: addDuration(monday, day + lostParcelDuration()),
    });
    const view = await viewOf(made, "buyer");
    expect(view).toMatchObject({ part_arrived: true, can_add_parcel: false });
    expect(view.parcels.map(({ resi, state }) => [resi === number, state])).toEqual([
      [false, "shipped"],
      [true, "arrived"],
    ]);
    expect(view.scans.map((scan) => scan.parcel_id)).toEqual([view.parcels[1]?.id]);
    await context.db.run(sql`
      update parcels set created_at = created_at + interval '9 days' where order_id = ${made.orderId} and tracking_number <> ${number}`);
    await scanParcel(context, made.orderId, { status: "delivered", place: "Bandung" }, addDuration(monday, 3 * day));
    expect(await statusOf(made)).toBe("delivered");
  });

  test("that gets lost cancels nothing that has arrived: the buyer is asked, and silence counts as arrival", async () => {
    const made = await makeShippedOrder(context, { now: monday });
    expect(await add(made, monday)).toBe("done");
    await scanParcel(context, made.orderId, { status: "delivered", place: "Bandung" }, addDuration(monday, day));
    const askedAt = addDuration(monday, lostParcelDuration());
    expect(await fireDeadline(context, made.orderId, askedAt)).toBe(true);
    expect((await notesOf(made.buyerId)).at(-1)).toBe("Apakah paket sudah tiba?");
    expect(await add(made, askedAt)).toBe("orders.no_further_parcel");
    expect(await fireDeadline(context, made.orderId, addDuration(askedAt, assumedArrivalDuration()))).toBe(true);
    expect(await statusOf(made)).toBe("delivered");

    const other = await makeShippedOrder(context, { now: monday });
    await add(other, monday);
    await scanParcel(context, other.orderId, { status: "delivered", place: "Bandung" }, addDuration(monday, day));
    await confirmArrival(context, byBuyer(other), addDuration(monday, 2 * day));
    expect(await statusOf(other)).toBe("delivered");
  });

  test("that comes back refunds nothing that has arrived: the buyer is asked at once, in whatever order the scans come", async () => {
    for (const order of [
      ["delivered", "returned"],
      ["returned", "delivered"],
    ] as const) {
      const made = await makeShippedOrder(context, { now: monday });
      expect(await add(made, monday)).toBe("done");
      const parcels = await context.db.rows<{ id: string }>(
        sql`select id from parcels where order_id = ${made.orderId} order by created_at, id`,
      );
      for (const [at, status] of order.entries())
        await recordScan(
          context,
          parcels[at]?.id ?? "",
          { status, place: "", source: "simulator" },
          addDuration(monday, (at + 1) * day),
        );
      const assumedAt = addDuration(monday, 2 * day + assumedArrivalDuration());
      expect(await stateOf(made)).toMatchObject({ status: "shipped", due_at: assumedAt });
      expect((await notesOf(made.buyerId)).at(-1)).toBe("Apakah paket sudah tiba?");
      expect(await viewOf(made, "buyer")).toMatchObject({ part_arrived: true, status: "shipped" });
      expect(await fireDeadline(context, made.orderId, addDuration(monday, lostParcelDuration()))).toBe(true);
      expect([await statusOf(made), await refundsOf(made)]).toEqual(["delivered", 0]);
    }
  });

  test("is guarded like the first one, in time and in number", async () => {
    const made = await makeShippedOrder(context, { now: monday });
    expect(await add(made, monday, "SALAH")).toBe("orders.resi_invalid");
    const { resi } = await viewOf(made, "seller");
    expect(await add(made, monday, resi ?? "")).toBe("orders.resi_used");
    expect(await findingsOf(made.orderId)).toEqual(["number_used"]);
    const stranger = await makeShippedOrder(context, { now: monday });
    expect(await add({ ...made, shopId: stranger.shopId }, monday)).toBe("request.not_found");
    expect(await add(made, addDuration(monday, furtherParcels.duration))).toBe("orders.no_further_parcel");
    const all = await Promise.all(Array.from({ length: furtherParcels.max }, () => add(made, monday)));
    expect(all.filter((one) => one === "done")).toHaveLength(furtherParcels.max - 1);

    const early = await makeAcceptedOrder(context, { now: monday });
    expect(await add(early, monday)).toBe("orders.no_further_parcel");
    const cash = await makeAcceptedOrder(context, { method: "cod", now: monday });
    await shipOrder(context, { ...bySeller(cash), trackingNumber: newTrackingNumber() }, monday);
    expect(await add(cash, monday)).toBe("orders.no_further_parcel");
  });
});

describe("a seller's progress report about a parcel", () => {
  async function makeUnfollowed() {
    const made = await makeAcceptedOrder(context, { now: monday });
    await shipOrder(production, { ...bySeller(made), trackingNumber: newTrackingNumber() }, monday);
    return { made, parcelId: (await viewOf(made, "seller")).parcels[0]?.id ?? "" };
  }
  async function send(userId: string, url: string, fields: Record<string, string>, picture?: Buffer) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (picture) form.set("picture", new File([new Uint8Array(picture)], "bukti.jpg", { type: "image/jpeg" }));
    const wrapped = new Response(form);
    const response = await app.inject({
      method: "POST",
      url,
      headers: {
        "content-type": wrapped.headers.get("content-type") ?? "",
        authorization: `Bearer ${await makeSession(context, userId)}`,
      },
      payload: Buffer.from(await wrapped.arrayBuffer()),
    });
    return { status: response.statusCode, ...response.json<{ code?: string; data?: object }>() };
  }
  const progressUrl = (made: MadeOrder, parcelId: string) =>
    `/v1/seller/orders/${made.orderId}/parcels/${parcelId}/progress`;
  const photo = () =>
    sharp({ create: { width: 40, height: 40, channels: 3, background: "#999999" } })
      .jpeg()
      .toBuffer();
  const files = () => readdir(join(context.config.dataDir, "private")).catch((): string[] => []);

  test("is shown as the seller's word, and neither delivers the order nor moves its deadline", async () => {
    const { made, parcelId } = await makeUnfollowed();
    const before = await stateOf(made);
    const progress = { status: "delivered", place: "Bandung", note: "Diterima satpam" };
    expect(await send(made.sellerId, progressUrl(made, parcelId), progress)).toMatchObject({ status: 200 });
    expect(await stateOf(made)).toEqual(before);
    const view = await viewOf(made, "buyer");
    expect(view).toMatchObject({ scanned: false, is_resi_verified: false });
    expect(view.scans).toMatchObject([
      { by_seller: true, has_proof: false, place: "Bandung", note: "Diterima satpam" },
    ]);
    expect((await notesOf(made.buyerId)).at(-1)).toBe("Kabar pengiriman dari penjual");
  });

  test("may have a picture, which only the parties see, and which is deleted after its time or with an account", async () => {
    const { made, parcelId } = await makeUnfollowed();
    const progress = { status: "picked", place: "", note: "" };
    expect(await send(made.sellerId, progressUrl(made, parcelId), progress, await photo())).toMatchObject({
      status: 200,
    });
    const [scan] = (await viewOf(made, "buyer")).scans;
    expect(scan?.has_proof).toBe(true);
    const get = async (userId: string) =>
      app.inject({
        url: `/v1/parcel-proofs/${scan?.id}`,
        headers: { authorization: `Bearer ${await makeSession(context, userId)}` },
      });
    for (const userId of [made.buyerId, made.sellerId])
      expect((await get(userId)).headers["content-type"]).toBe("image/webp");
    expect((await get(await makeUser(context))).statusCode).toBe(404);
    expect(await files()).toHaveLength(1);
    // A picture that is none leaves nothing behind.
    expect(await send(made.sellerId, progressUrl(made, parcelId), progress, Buffer.from("bukan foto"))).toMatchObject({
      code: "media.not_a_picture",
    });
    await removeOldProofs(context, addDuration(context.clock.now(), progressProof.ttl + day));
    await workJobs(context, mediaJobs);
    expect([await files(), (await get(made.buyerId)).statusCode]).toEqual([[], 404]);

    expect(
      await send(made.sellerId, progressUrl(made, parcelId), { ...progress, note: "Bu Ratna" }, await photo()),
    ).toMatchObject({
      status: 200,
    });
    await context.db.transaction((tx) => anonymiseOrders(tx, made.sellerId));
    await workJobs(context, mediaJobs);
    expect(await files()).toEqual([]);
    expect((await viewOf(made, "buyer")).scans.map(({ note }) => note)).toEqual(["", ""]);
  });

  test("is refused for parcels whose scans are read, for those of others, in bad words and without end", async () => {
    const { made, parcelId } = await makeUnfollowed();
    const followed = await makeShippedOrder(context, { now: monday });
    const followedId = (await viewOf(followed, "seller")).parcels[0]?.id ?? "";
    const progress = { status: "in_transit", place: "Cirebon", note: "" };
    const codeOf = async (by: MadeOrder, parcel: string, fields: Record<string, string>) =>
      (await send(by.sellerId, progressUrl(by, parcel), fields)).code;
    expect(await codeOf(followed, followedId, progress)).toBe("orders.no_progress");
    expect(await codeOf(followed, parcelId, progress)).toBe("request.not_found");
    expect(await codeOf(made, followedId, progress)).toBe("request.not_found");
    for (const bad of [
      { ...progress, status: "returned" },
      { ...progress, place: "x".repeat(sellerProgress.place + 1) },
      { ...progress, note: "a\nb" },
      { ...progress, source: "biteship" },
      { place: "Cirebon" },
    ])
      expect(await codeOf(made, parcelId, bad as Record<string, string>)).toBe("request.invalid");
    await context.db.run(sql`
      insert into tracking_scans (parcel_id, status, place, source, scanned_at, recorded_at)
      select ${parcelId}, 'in_transit', n::text, 'seller', now(), now() from generate_series(1, ${sellerProgress.max}) n`);
    expect(await codeOf(made, parcelId, progress)).toBe("orders.too_much_progress");
  });
});
