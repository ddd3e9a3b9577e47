import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { day, addDuration } from "#lib/time.ts";
import { paymentRoutes } from "#payments/routes.ts";
import { makeShopApi } from "../../test/make/checkout.ts";
import {
  makeDeliveredOrder,
  makePaidOrder,
  makePlacedOrder,
  newTrackingNumber,
  type MadeOrder,
} from "../../test/make/orders.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { orderEndpoints, sellerOrderEndpoints } from "./contract.ts";
import { brokenInvariants } from "./invariants.ts";
import { receiveOrder } from "./receive-order.ts";
import { orderRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [orderRoutes, paymentRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

type Shown = {
  id: string;
  invoice: string;
  status: string;
  payment_id: string | null;
  commission: number | null;
  payout: number | null;
  address: { masked: boolean };
};
type Body = { code: string; data: Record<string, unknown>; next: string | null; zone?: string };
type Client = <R = Shown>(
  method: "GET" | "PUT" | "POST" | "DELETE",
  url: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: Body & { result: R } }>;
const as = async (userId: string | null) => (await api.as(userId)) as unknown as Client;

const bodyOf: Record<string, object> = {
  "POST /v1/seller/orders/:orderId/hand-over": { code: "123456" },
  "POST /v1/orders/:orderId/cancel": {},
  "POST /v1/orders/:orderId/request-cancel": { reason: "Berubah pikiran" },
  "POST /v1/seller/orders/:orderId/reject": { reason: "Stok keliru" },
  "POST /v1/seller/orders/:orderId/parcels": { resi: "TLJR000000000002" },
  "POST /v1/seller/orders/:orderId/ship": { resi: "TLJR123456789012" },
  "POST /v1/seller/orders/:orderId/refunds": { lines: [], shipping: 1000, reason: "Paket penyok" },
  "POST /v1/seller/orders/:orderId/refuse-parcel": { reason: "Pembeli tidak mau membayar" },
  "POST /v1/seller/orders/:orderId/parcels/:parcelId/tracking-number": {
    replaces: "TLJR000000000001",
    resi: "TLJR000000000002",
  },
  "POST /v1/seller/orders/:orderId/refuse-cancel": { reason: "Sudah dikemas" },
};
const keys = [...Object.keys(orderEndpoints), ...Object.keys(sellerOrderEndpoints)];
function callKey(client: Client, key: string, orderId: string) {
  const [method = "GET", path = ""] = key.split(" ");
  return client(
    method as "GET",
    path.replace(":orderId", orderId).replace(":parcelId", randomUUID()),
    bodyOf[key] ?? (key === "POST /v1/seller/orders/accept" ? { ids: [orderId] } : undefined),
    { "idempotency-key": randomUUID() },
  );
}

type Fee = { service_fee: number; service_fee_share: number; sibling_count: number; subtotal: number; total: number };

test("the service fee is shown once for a checkout of two shops; the totals of the orders leave it out", async () => {
  const shops = [await makeShop(context), await makeShop(context)];
  const made = await makePlacedOrder(context, { shops });
  const client = await as(made.buyerId);
  const { result: payment } = (
    await client<Fee & { amount: number; orders: Fee[] }>("GET", `/v1/payments/${made.paymentId}`)
  ).body;
  expect(payment.service_fee).toBe(1000);
  expect(payment.orders.reduce((sum, one) => sum + one.subtotal, payment.service_fee)).toBe(payment.amount);
  const { result: orders } = (await client<Fee[]>("GET", "/v1/orders")).body;
  expect(orders.map((one) => one.sibling_count)).toEqual([1, 1]);
  expect(orders.reduce((sum, one) => sum + one.service_fee_share, 0)).toBe(1000);
  expect((await client<Fee>("GET", `/v1/orders/${made.orderId}`)).body.result.service_fee).toBe(1000);
});

test("a partial refund above what is left is refused with the limit of each amount, and at least one amount is needed", async () => {
  const made = await makeDeliveredOrder(context, { price: 50_000 });
  const seller = await as(made.sellerId);
  const path = `/v1/seller/orders/${made.orderId}`;
  type Refundable = { refundable: { lines: { line_id: string; amount: number }[]; shipping: number } };
  const { refundable } = (await seller<Refundable>("GET", path)).body.result;
  const line = refundable.lines[0]?.line_id ?? "";
  const give = async (amount: number, shipping: number) => {
    const body = { lines: [{ line_id: line, amount }], shipping, reason: "Paket penyok" };
    return (await seller("POST", `${path}/refunds`, body, { "idempotency-key": randomUUID() })).body;
  };
  expect((await give(10_000, 0)).data).toEqual({ amount: 10_000 });
  expect(await give(40_001, refundable.shipping + 1)).toMatchObject({
    code: "orders.refund_too_large",
    data: {
      [`line.${line}`]: ["Paling banyak Rp40.000."],
      shipping: [`Paling banyak ${formatRupiah(refundable.shipping)}.`],
    },
  });
  expect(await give(0, 0)).toMatchObject({ code: "orders.refund_empty" });
  // A preview refuses in the same way, and changes nothing. Its key is free afterwards.
  const key = { "idempotency-key": randomUUID() };
  const preview = async (amount: number) => {
    const body = { lines: [{ line_id: line, amount }], shipping: 0, reason: "Paket penyok", preview: true };
    return (await seller("POST", `${path}/refunds`, body, key)).body;
  };
  expect(await preview(40_001)).toMatchObject({
    code: "orders.refund_too_large",
    data: { [`line.${line}`]: ["Paling banyak Rp40.000."] },
  });
  const before = await context.db.row(sql`select count(*)::int as n from ledger_entries`);
  for (let time = 0; time < 2; time += 1)
    expect(await preview(40_000)).toMatchObject({
      message: "Kembalikan Rp40.000 kepada pembeli? Ini tidak bisa dibatalkan.",
      data: { amount: 40_000 },
    });
  expect(await context.db.row(sql`select count(*)::int as n from ledger_entries`)).toEqual(before);
  const body = { lines: [{ line_id: line, amount: 40_000 }], shipping: 0, reason: "Paket penyok" };
  expect((await seller("POST", `${path}/refunds`, body, key)).body.data).toEqual({ amount: 40_000 });
});

describe("access to orders", () => {
  test("every call answers another buyer and another shop that the order does not exist", async () => {
    const made = await makePaidOrder(context);
    const stranger = await makeShop(context);
    const client = await as(stranger.ownerId);
    const before = await context.db.row(sql`select * from orders where id = ${made.orderId}`);
    for (const key of keys.filter((one) => one.includes(":orderId"))) {
      const { status, body } = await callKey(client, key, made.orderId);
      expect([key, status, body]).toEqual([
        key,
        404,
        { success: false, code: "request.not_found", message: "Data tidak ditemukan." },
      ]);
    }
    const bulk = await client("POST", "/v1/seller/orders/accept", { ids: [made.orderId] });
    expect(bulk.body.data).toEqual({ accepted: [], refused: [made.orderId] });
    expect((await client("GET", "/v1/orders")).body.result).toEqual([]);
    expect((await client("GET", "/v1/seller/orders")).body.result).toEqual([]);
    expect(await context.db.row(sql`select * from orders where id = ${made.orderId}`)).toEqual(before);
  });

  test("visitors are asked to log in, and buyers may not use the seller's calls", async () => {
    const made = await makePaidOrder(context);
    const [nobody, buyer] = [await as(null), await as(made.buyerId)];
    for (const key of keys) expect([key, (await callKey(nobody, key, made.orderId)).status]).toEqual([key, 401]);
    for (const key of Object.keys(sellerOrderEndpoints))
      expect([key, (await callKey(buyer, key, made.orderId)).status]).toEqual([key, 403]);
  });

  test("a status cannot be set", async () => {
    const made = await makePaidOrder(context);
    const buyer = await as(made.buyerId);
    for (const method of ["PUT", "DELETE", "POST"] as const)
      expect((await buyer(method, `/v1/orders/${made.orderId}`, { status: "completed" })).status).toBe(404);
    expect((await buyer("POST", `/v1/orders/${made.orderId}/cancel`, { status: "completed" })).status).toBe(422);
    expect((await buyer("GET", `/v1/orders/${made.orderId}`)).body.result.status).toBe("awaiting_confirmation");
  });
});

describe("the buyer's address for a seller", () => {
  const seen = async (made: MadeOrder) =>
    (await (await as(made.sellerId))("GET", `/v1/seller/orders/${made.orderId}`)).body.result;

  test("is masked before payment, complete while the order is open, and masked again 7 days after completion", async () => {
    const unpaid = await makePlacedOrder(context);
    expect((await seen(unpaid)).address).toMatchObject({
      masked: true,
      street: "•••••",
      phone: "0•••-••••-890",
      postcode: "",
    });
    expect(JSON.stringify(await seen(unpaid))).not.toMatch(/Merdeka|1234567/);
    const now = context.clock.now();
    const recent = await makeDeliveredOrder(context, { now: addDuration(now, -6 * day) });
    expect((await seen(recent)).address).toMatchObject({
      masked: false,
      phone: "0812-3456-7890",
      street: "Jalan Merdeka 10",
    });
    await receiveOrder(context, { orderId: recent.orderId, buyerId: recent.buyerId }, addDuration(now, -6 * day));
    expect((await seen(recent)).address.masked).toBe(false);
    const old = await makeDeliveredOrder(context, { now: addDuration(now, -8 * day) });
    await receiveOrder(context, { orderId: old.orderId, buyerId: old.buyerId }, addDuration(now, -8 * day));
    expect((await seen(old)).address.masked).toBe(true);
  });

  test("a seller never sees the payment, and a buyer never sees the commission", async () => {
    const made = await makePlacedOrder(context);
    expect((await seen(made)).payment_id).toBeNull();
    const { result } = (await (await as(made.buyerId))("GET", `/v1/orders/${made.orderId}`)).body;
    expect([result.payment_id, result.commission, result.payout]).toEqual([made.paymentId, null, null]);
  });

  test("a cancelled order promises no money", async () => {
    const made = await makePaidOrder(context);
    const promised = await seen(made);
    expect([promised.commission, promised.payout].every((amount) => amount !== null && amount > 0)).toBe(true);
    await (
      await as(made.sellerId)
    )("POST", `/v1/seller/orders/${made.orderId}/reject`, { reason: "Stok keliru" });
    const rejected = await seen(made);
    expect([rejected.status, rejected.commission, rejected.payout]).toEqual(["cancelled", 0, 0]);
  });
});

test("a buyer who collects the goods sees where, from payment until the order ends, and nobody else does", async () => {
  const shop = await makeShop(context);
  await context.db.run(
    sql`update shops set street = 'Jl. Braga 12', postcode = '40111', pickup_note = 'Buka 09.00' where id = ${shop.shopId}`,
  );
  const placeOf = async (order: MadeOrder) => {
    const { body } = await (await as(order.buyerId))<{ pickup_place: unknown }>("GET", `/v1/orders/${order.orderId}`);
    return body.result.pickup_place;
  };
  const place = { street: "Jl. Braga 12", postcode: "40111", city: expect.any(String), note: "Buka 09.00" };
  const paid = await makePaidOrder(context, { courier: "pickup", shops: [shop] });
  expect(await placeOf(paid)).toEqual(place);
  expect(await placeOf(await makePlacedOrder(context, { courier: "pickup", shops: [shop] }))).toBeNull();
  expect(await placeOf(await makePaidOrder(context, { courier: "jne-reg", shops: [shop] }))).toBeNull();
  await (
    await as(paid.buyerId)
  )("POST", `/v1/orders/${paid.orderId}/cancel`, {});
  expect(await placeOf(paid)).toBeNull();
});

test("a seller without an address of their own reads times in the zone of the shop, in the list as on the page", async () => {
  const shop = await makeShop(context);
  const { orderId } = await makePaidOrder(context, { shops: [shop] });
  await context.db.run(sql`update shops set province_code = '51' where id = ${shop.shopId}`);
  const seller = await as(shop.ownerId);
  expect((await seller("GET", "/v1/seller/orders")).body.zone).toBe("WITA");
  expect((await seller<{ zone: string }>("GET", `/v1/seller/orders/${orderId}`)).body.result.zone).toBe("WITA");
});

test("a seller can search, accept many orders, ship, and read balance and numbers", async () => {
  const shop = await makeShop(context);
  const made = [
    await makePaidOrder(context, { shops: [shop] }),
    await makePaidOrder(context, { shops: [shop] }),
    await makePlacedOrder(context, { shops: [shop] }),
  ];
  const ids = made.map(({ orderId }) => orderId);
  const seller = await as(shop.ownerId);
  expect((await seller("GET", "/v1/seller/summary")).body.result).toMatchObject({
    to_confirm: 2,
    to_ship: 0,
    balance: 0,
    counts: { awaiting_payment: 1, awaiting_confirmation: 2 },
  });
  const invoice =
    (await seller<Shown[]>("GET", "/v1/seller/orders?status=awaiting_confirmation")).body.result[0]?.invoice ?? "";
  expect(
    (await seller<Shown[]>("GET", `/v1/seller/orders?q=${encodeURIComponent(invoice.slice(-6))}`)).body.result.map(
      (one: { invoice: string }) => one.invoice,
    ),
  ).toEqual([invoice]);
  const bulk = (await seller("POST", "/v1/seller/orders/accept", { ids })).body;
  expect(bulk).toMatchObject({
    message: "2 pesanan diterima. 1 tidak bisa diterima karena statusnya sudah berubah.",
    data: { accepted: ids.slice(0, 2), refused: ids.slice(2) },
  });
  const secondBuyer = await as(made[1]?.buyerId ?? null);
  await secondBuyer("POST", `/v1/orders/${ids[1]}/request-cancel`, { reason: "Salah pilih warna" });
  const asked = await seller<Shown[]>("GET", "/v1/seller/orders?status=processing&cancel=1");
  expect(asked.body.result).toMatchObject([{ id: ids[1], cancel_requested: true }]);
  const bad = await seller("POST", `/v1/seller/orders/${ids[0]}/ship`, { resi: "salah" });
  expect([bad.status, bad.body.code, Object.keys(bad.body.data)]).toEqual([422, "orders.resi_invalid", ["resi"]]);
  const foreign = await seller("POST", `/v1/seller/orders/${ids[0]}/ship`, { resi: "jx 1234567890" });
  expect([foreign.status, foreign.body.code]).toEqual([422, "orders.resi_invalid"]);
  expect(foreign.body.data).toMatchObject({
    resi: [expect.stringMatching(/^Ini tampaknya nomor J&T, padahal kurir paket ini JNE REG\./)],
  });
  expect((await seller("POST", `/v1/seller/orders/${ids[0]}/ship`, { resi: newTrackingNumber() })).status).toBe(200);
  const buyer = await as(made[0]?.buyerId ?? null);
  expect((await buyer("POST", `/v1/orders/${ids[0]}/receive`)).body).toMatchObject({
    success: true,
    data: { status: "completed" },
  });
  const { result } = (
    await seller<{ balance: number; pending: number; entries: object[] }>("GET", "/v1/seller/balance")
  ).body;
  expect(result.entries).toHaveLength(1);
  expect(result.entries[0]).toMatchObject({ amount: result.balance, order_id: ids[0], label: "Pesanan selesai" });
  expect(result.pending).toBeGreaterThan(0);
  expect((await seller("GET", "/v1/seller/summary")).body.result).toMatchObject({
    to_confirm: 0,
    to_ship: 0,
    cancel_requests: 1,
    balance: result.balance,
    month: { orders: 1, revenue: 50_000 },
  });
});

test("a long list continues without duplicates or gaps", async () => {
  const buyerId = await makeUser(context);
  const shop = await makeShop(context);
  const ids: string[] = [];
  for (let index = 0; index < 23; index += 1)
    ids.unshift(
      (await makePaidOrder(context, { shops: [shop], buyerId, now: addDuration(context.clock.now(), index) })).orderId,
    );
  const buyer = await as(buyerId);
  const first = (await buyer<Shown[]>("GET", "/v1/orders")).body;
  const second = (await buyer<Shown[]>("GET", `/v1/orders?cursor=${first.next}`)).body;
  expect([...first.result, ...second.result].map((one) => one.id)).toEqual(ids);
  expect([first.result.length, second.next]).toEqual([20, null]);
});
