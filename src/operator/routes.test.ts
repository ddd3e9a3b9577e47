import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthenticate } from "#accounts/session/session.ts";
import { sql } from "#lib/database.ts";
import { openContext } from "#lib/open-context.ts";
import { addDuration, hour, minute } from "#lib/time.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { markCheckoutPaid } from "#orders/checkout/mark-checkout-paid.ts";
import { orderRoutes } from "#orders/routes.ts";
import { couriers, isTrackingNumber } from "#shipping/rules.ts";
import { makeShopApi } from "../../test/make/checkout.ts";
import { makeComplaint, readComplaint } from "../../test/make/complaints.ts";
import { makePaidOrder, makePlacedOrder, makeShippedOrder, receiveMoney } from "../../test/make/orders.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeUser } from "../../test/make/rows.ts";
import { sellerAnswerDuration } from "#complaints/rules.ts";
import { autoCompleteDuration } from "#orders/deadlines/rules.ts";
import { confirmationDuration } from "#shipping/handling-rules.ts";
import { newTrackingNumber } from "./new-tracking-number.ts";
import { operatorRoutes } from "./routes.ts";
import { nextStep, partyTexts, type SimulatorOrder } from "./simulator-text.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [operatorRoutes, orderRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const ordersOf = ({ body }: { body: { result: unknown } }) => (body.result as { orders: { id: string }[] }).orders;
const statusOf = async (orderId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;

test("the simulated courier delivers a parcel in four steps, and after moving the clock the order completes", async () => {
  const made = await makeShippedOrder(context);
  const waiting = await makePaidOrder(context);
  const anyone = await api.as(null);
  const scans: unknown[] = [];
  for (let step = 0; step < 4; step += 1)
    scans.push((await anyone("POST", `/v1/simulator/orders/${made.orderId}/scan`)).body.data);
  expect(scans).toEqual(["picked", "in_transit", "out_for_delivery", "delivered"].map((scan) => ({ scan })));
  expect(await statusOf(made.orderId)).toBe("delivered");
  expect((await anyone("POST", `/v1/simulator/orders/${made.orderId}/scan`)).status).toBe(409);
  const before = context.clock.now().getTime();
  const hours = Math.max(autoCompleteDuration(), confirmationDuration()) / hour + 1;
  const { status, body } = await anyone("POST", "/v1/simulator/clock", { hours });
  expect([status, body.data]).toMatchObject([200, { fired: 2 }]);
  expect(context.clock.now().getTime() - before).toBeGreaterThanOrEqual(hours * hour);
  expect([await statusOf(made.orderId), await statusOf(waiting.orderId)]).toEqual(["completed", "cancelled"]);
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("moving the clock also ends the deadlines of complaints that have passed", async () => {
  const one = await makeComplaint(context);
  const anyone = await api.as(null);
  const hours = sellerAnswerDuration / hour + 1;
  expect((await anyone("POST", "/v1/simulator/clock", { hours })).status).toBe(200);
  expect(await readComplaint(context, one)).toMatchObject({ state: "closed", refunded: 20_000 });
});

/** A complaint whose buyer wants this, followed in the simulator; `play` presses a button there. */
async function followCase(kind: "return_refund" | "replacement") {
  const made = await makeComplaint(context, { price: 50_000, opening: { wanted: { kind, lines: [], shipping: 0 } } });
  const anyone = await api.as(null);
  const path = `/v1/simulator/orders/${made.orderId}`;
  return {
    made,
    seen: async () => ordersOf(await anyone("GET", `/v1/simulator?order=${made.orderId}`))[0],
    play: async (who: "buyer" | "seller" | "scan") => {
      const { status, body } = await anyone("POST", `${path}/${who}`);
      return status === 200 ? body.data : body.code;
    },
  };
}
const courierSteps = ["picked", "in_transit", "out_for_delivery", "delivered"];

test("a return is walked in the simulator: the sides agree, it is sent back, arrives by scan, is inspected, and refunded", async () => {
  const { made, seen, play } = await followCase("return_refund");
  expect(await seen()).toMatchObject({
    complaint: { id: made.complaintId, state: "awaiting_seller", hours_left: 48 },
    next_of_seller: "agree",
    next_of_buyer: null,
    next_scan: null,
  });
  expect([await play("buyer"), await play("scan")]).toEqual(["complaints.not_allowed", "orders.not_allowed"]);
  expect(await play("seller")).toEqual({ done: "agree" });
  expect(await seen()).toMatchObject({ complaint: { state: "awaiting_return" }, next_of_buyer: "send_back" });
  expect(await play("buyer")).toEqual({ done: "send_back" });
  const scans: unknown[] = [];
  for (let step = 0; step < 4; step += 1) scans.push(await play("scan"));
  expect(scans).toEqual(courierSteps.map((scan) => ({ scan })));
  expect(await seen()).toMatchObject({
    complaint: { state: "inspecting" },
    next_of_seller: "inspect",
    next_scan: null,
  });
  expect(await play("seller")).toEqual({ done: "inspect" });
  expect(await readComplaint(context, made)).toMatchObject({ state: "closed", refunded: 50_000 });
  expect(await seen()).toMatchObject({ complaint: null, next_of_seller: null, next_of_buyer: null });
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("while a shop has no address for goods that come back, the simulator says that the seller has to give one", async () => {
  const { made, seen, play } = await followCase("return_refund");
  await play("seller");
  const order = async () => (await seen()) as unknown as SimulatorOrder;
  expect(await order()).toMatchObject({ complaint: { awaits_address: true } });
  expect(nextStep(await order())).toMatchObject({
    role: "Penjual",
    buttons: [{ intent: "clock" }, { intent: "buyer", label: "Kirim balik barang" }],
  });
  expect(partyTexts(await order(), "buyer")).toMatch(/^Menunggu alamat pengembalian, sampai /);
  expect(partyTexts(await order(), "seller")).toMatch(/^Isi alamat toko, agar barang bisa dikirim balik, sampai /);
  await context.db.run(sql`update shops set street = 'Jalan Braga 12', postcode = '40111' where id = ${made.shopId}`);
  expect(nextStep(await order())).toMatchObject({
    role: "Pembeli",
    buttons: [{ intent: "buyer" }, { intent: "clock" }],
  });
  expect(partyTexts(await order(), "buyer")).toMatch(/^Kirim balik barangnya dan tulis nomor resi, sampai /);
});

test("a replacement is walked in the simulator until the buyer confirms it and the seller is paid", async () => {
  const { made, seen, play } = await followCase("replacement");
  expect(await play("seller")).toEqual({ done: "agree" });
  expect(await play("seller")).toEqual({ done: "send_again" });
  for (const scan of courierSteps) expect(await play("scan")).toEqual({ scan });
  expect(await seen()).toMatchObject({ complaint: { state: "checking" }, next_of_buyer: "confirm" });
  expect(await play("buyer")).toEqual({ done: "confirm" });
  expect([await readComplaint(context, made), await statusOf(made.orderId)]).toMatchObject([
    { state: "closed", refunded: 0 },
    "completed",
  ]);
  expect(await play("buyer")).toBe("orders.not_allowed");
});

test("a moved clock takes effect at once in every process of the database", async () => {
  const others = await Promise.all(
    [0, 1].map(() => openContext(context.config, context.databaseUrl, createAuthenticate)),
  );
  try {
    await Promise.all([context, ...others].map(({ realtime }) => realtime.start()));
    const anyone = await api.as(null);
    await anyone("POST", "/v1/simulator/clock", { hours: 5 });
    await anyone("POST", "/v1/simulator/clock", { hours: 7 });
    for (const other of others) await expect.poll(() => other.clock.offset()).toBe(context.clock.offset());
    expect(context.clock.offset()).toBeGreaterThanOrEqual(12 * 3_600_000);
  } finally {
    for (const other of others) {
      await other.realtime.close();
      await other.db.close();
    }
  }
});

test("moving the demo's clock logs no one out", async () => {
  const userId = await makeUser(context);
  const person = await api.as(userId);
  const soon = addDuration(context.clock.now(), 30 * minute);
  await context.db.run(sql`update sessions set expires_at = ${soon}, ends_at = ${soon} where user_id = ${userId}`);
  const anyone = await api.as(null);
  expect((await anyone("POST", "/v1/simulator/clock", { hours: 13 })).status).toBe(200);
  expect((await person("GET", "/v1/orders")).status).toBe(200);
});

test("the simulated seller accepts and ships, with a tracking number in the format of every courier, and is then refused", async () => {
  const anyone = await api.as(null);
  const tracked = couriers.filter((courier) => courier.tracked);
  for (const courier of [tracked[0]?.id, "pickup"]) {
    const { orderId } = await makePaidOrder(context, { courier: courier ?? "" });
    const play = () => anyone("POST", `/v1/simulator/orders/${orderId}/seller`);
    expect([(await play()).body.data, (await play()).body.data]).toEqual([{ done: "accept" }, { done: "ship" }]);
    expect(await statusOf(orderId)).toBe("shipped");
    expect((await play()).status).toBe(409);
  }
  for (const courier of tracked)
    expect(isTrackingNumber(courier.id, newTrackingNumber(courier.id) ?? ""), courier.id).toBe(true);
  expect((await anyone("POST", `/v1/simulator/orders/${randomUUID()}/seller`)).status).toBe(404);
});

test("the simulator shows a whole order from the bill to the seller's money, and the sums agree at every step", async () => {
  const made = await makePlacedOrder(context, { price: 50_000 });
  const anyone = await api.as(null);
  const path = `/v1/simulator/orders/${made.orderId}`;
  const seen = async () => ordersOf(await anyone("GET", `/v1/simulator?order=${made.orderId}`))[0];
  const nothing = { escrow: 0, seller: 0, marketplace: 0, tax: 0, refunded: 0 };
  expect(await seen()).toMatchObject({
    id: made.orderId,
    status: "awaiting_payment",
    bill: { status: "pending", amount: made.total },
    money: nothing,
    next_of_buyer: null,
  });
  expect((await anyone("POST", `${path}/buyer`)).status).toBe(409);
  await receiveMoney(context, made, context.clock.now());
  await context.db.transaction((tx) => markCheckoutPaid(tx, context, made.checkoutId, context.clock.now()));
  expect(await seen()).toMatchObject({ money: { ...nothing, escrow: made.total } });
  for (const hand of ["seller", "seller", "scan", "scan", "scan", "scan"]) await anyone("POST", `${path}/${hand}`);
  expect(await seen()).toMatchObject({ status: "delivered", next_of_buyer: "receive" });
  expect((await anyone("POST", `${path}/buyer`)).body.data).toEqual({ done: "receive" });
  const commission = 1250;
  expect(await seen()).toMatchObject({
    status: "completed",
    money: { ...nothing, seller: made.total - 1000 - commission, marketplace: 1000 + commission },
  });
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("a cancelled order stays visible on the page that follows it, with the refunded money", async () => {
  const made = await makePaidOrder(context);
  const anyone = await api.as(null);
  await anyone("POST", "/v1/simulator/clock", { hours: confirmationDuration() / hour + 1 });
  const followed = ordersOf(await anyone("GET", `/v1/simulator?order=${made.orderId}`))[0];
  expect(followed).toMatchObject({ id: made.orderId, status: "cancelled", money: { escrow: 0, refunded: made.total } });
  expect(ordersOf(await anyone("GET", "/v1/simulator")).map(({ id }) => id)).not.toContain(made.orderId);
});

test("the simulator shows orders and bills without personal data", async () => {
  const made = await makePaidOrder(context);
  const { body } = await (await api.as(null))("GET", "/v1/simulator");
  const text = JSON.stringify(body);
  expect(text).toContain(made.orderId);
  expect(text).not.toMatch(/Sari|Merdeka|81234567890|kawung\.test/);
});

test("outside a demo there is no simulator", async () => {
  const real = await makeContext({ LOG_LEVEL: "error", DEMO: "0" });
  const realApi = await makeShopApi(real, [operatorRoutes]);
  const anyone = await realApi.as(null);
  const order = (await makeShippedOrder(context)).orderId;
  for (const [method, url, sent] of [
    ["GET", "/v1/simulator"],
    ["POST", `/v1/simulator/orders/${order}/scan`],
    ["POST", `/v1/simulator/orders/${order}/seller`],
    ["POST", `/v1/simulator/orders/${order}/buyer`],
    ["POST", "/v1/simulator/clock", { hours: 1 }],
  ] as const) {
    expect([url, (await anyone(method, url, sent)).status]).toEqual([url, 404]);
  }
  expect(real.clock.offset()).toBe(0);
  await realApi.close();
  await real.close();
});
