import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { remitList } from "#payments/cod/remit-cash.ts";
import { shippingNotificationRoutes } from "#shipping/notifications/routes.ts";
import { startBiteshipDouble, type BiteshipDouble, type BiteshipOrder } from "../../../test/doubles/biteship.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAcceptedOrder, newTrackingNumber, scanParcel, type MadeOrder } from "../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { byBuyer, bySeller, outcome, readOrders } from "../../../test/read/orders.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { answerCancel, requestCancel } from "../cancel-order.ts";
import { fireDeadline } from "../deadlines/fire-deadline.ts";
import { brokenInvariants } from "../invariants.ts";
import { orderJson } from "../order-view/order-json.ts";
import { findOrder } from "../order-view/queries.ts";
import { listFindings } from "../parcels/queries.ts";
import { recordScan } from "../parcels/record-scan.ts";
import { confirmArrival, receiveOrder } from "../receive-order.ts";
import { moneyOfSeller } from "../refund-part.ts";
import { shipOrder } from "../ship-order.ts";
import { advanceBooking, noteBooking, pollBookings } from "./advance-booking.ts";
import { sumBorneCost } from "./queries.ts";
import { cancelBooking, requestBooking } from "./request-booking.ts";
import { borneCost, lateConfirmDuration } from "./rules.ts";

let biteship: BiteshipDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
let { statusOf, notesOf, stateOf } = {} as ReturnType<typeof readOrders>;
const monday = new Date("2026-11-16T03:00:00Z");

beforeAll(async () => {
  biteship = await startBiteshipDouble();
  context = await makeContext({ ...biteship.settings, SHIPPING_TRACKING: "biteship", LOG_LEVEL: "fatal" });
  ({ statusOf, notesOf, stateOf } = readOrders(context));
  app = await createHttp(context);
  shippingNotificationRoutes(app, context);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await context.close();
  await biteship.close();
});
beforeEach(() => {
  biteship.mood = "well";
  biteship.next.length = 0;
  biteship.orders.length = 0;
  biteship.orderPrice = 10_000;
  biteship.isWaybillLate = false;
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

let sellers = 0;
async function makeBookable(fields: Parameters<typeof makeAcceptedOrder>[1] = {}): Promise<MadeOrder> {
  const shop = await makeShop(context, { hasCod: fields.method === "cod" });
  await context.db.run(sql`update shops set street = 'Jalan Braga 1', postcode = '40111' where id = ${shop.shopId}`);
  await context.db.run(sql`
    update users set phone = ${`+62812${String(10_000_000 + (sellers += 1))}`} where id = ${shop.ownerId} and phone is null`);
  return makeAcceptedOrder(context, { shops: [shop], now: monday, ...fields });
}
const request = (made: MadeOrder, now = monday) => requestBooking(context, bySeller(made), now);
const cancel = (made: MadeOrder, now = monday) => cancelBooking(context, bySeller(made), now);
async function bookingOf({ orderId }: MadeOrder) {
  const row = await context.db.row<{
    id: string;
    state: string;
    price: number;
    failure: string | null;
    poll_at: Date | null;
  }>(
    sql`select id, state, price, failure, poll_at from courier_bookings where order_id = ${orderId} order by created_at desc, id desc limit 1`,
  );
  if (!row) throw new Error("no booking");
  return row;
}
/** Handles the booking as if its time had come. */
async function turn(made: MadeOrder, now: Date): Promise<void> {
  const { id } = await bookingOf(made);
  await context.db.run(sql`update courier_bookings set poll_at = ${now} where id = ${id} and poll_at is not null`);
  await advanceBooking(context, id, now);
}
const confirmed = () => biteship.orders.filter((one) => one.isConfirmed && one.status !== "cancelled");
function only(): BiteshipOrder {
  const [order, ...more] = confirmed();
  if (!order || more.length > 0) throw new Error(`${more.length + 1} couriers`);
  return order;
}
async function sellerView(made: MadeOrder, now = monday) {
  const row = await findOrder(context.db, made.orderId, { shopId: made.shopId });
  if (!row) throw new Error("no order");
  return orderJson(context, row, "seller", now, "WIB", await moneyOfSeller(context.db, row, now));
}
const balanceOf = async (kind: string, owner: string) =>
  (
    await context.db.row<{ balance: number }>(
      sql`select balance from ledger_accounts where kind = ${kind} and owner = ${owner}`,
    )
  )?.balance ?? 0;
async function notify(body: object, headers: Record<string, string> = biteship.headers): Promise<number> {
  const { statusCode } = await app.inject({
    method: "POST",
    url: "/v1/shipping/notifications/biteship",
    headers,
    payload: body,
  });
  await workJobs(context, { "shipping.order_changed": ({ externalId }) => noteBooking(context, externalId, monday) });
  return statusCode;
}

test("a courier is ordered with the addresses of both, its number is filled in, and collecting the parcel ships the order", async () => {
  const made = await makeBookable();
  expect(await sellerView(made)).toMatchObject({ can_book: true, has_pickup_place: true, booking: null });
  await request(made);
  const order = only();
  expect(order.body).toMatchObject({
    origin_address: expect.stringContaining("Jalan Braga 1"),
    origin_postal_code: 40_111,
    courier_company: "jne",
    courier_type: "reg",
    origin_collection_method: "pickup",
  });
  expect(await sellerView(made)).toMatchObject({
    can_book: false,
    booking: { state: "booked", price: 10_000 },
    parcels: [{ resi: order.waybill, state: "booked" }],
  });
  expect(await statusOf(made)).toBe("processing");
  expect((await notesOf(made.sellerId)).at(-1)).toBe("Penjemputan dipesan");
  expect(await outcome(shipOrder(context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, monday))).toBe(
    "orders.booking_open",
  );

  order.status = "picked";
  await turn(made, addDuration(monday, hour));
  expect(await statusOf(made)).toBe("shipped");
  expect((await notesOf(made.buyerId)).at(-1)).toBe("Pesanan dikirim");
  const followed = await context.db.row(
    sql`select external_id from tracking_polls where tracking_number = ${order.waybill}`,
  );
  expect(followed).toEqual({ external_id: order.id });
});

test("the marketplace pays the courier out of the order's shipping, and the seller gets the rest", async () => {
  const made = await makeBookable();
  const before = await sellerView(made);
  await request(made);
  only().status = "picked";
  await turn(made, monday);
  const view = await sellerView(made);
  expect(view).toMatchObject({ courier_kept: 10_000, commission: before.commission });
  expect(view.payout).toBe((before.payout ?? 0) - 10_000);
  await receiveOrder(context, byBuyer(made), addDuration(monday, day));
  expect(await balanceOf("seller_balance", made.shopId)).toBe(view.payout);
  expect(await sellerView(made)).toMatchObject({
    courier_kept: 10_000,
    commission: before.commission,
    payout: view.payout,
  });
});

test("a price that changes after weighing is a cost of the marketplace and a finding; neither buyer nor seller pays above the shipping", async () => {
  const made = await makeBookable();
  await request(made);
  const order = only();
  const { shipping_cost: shipping, payout } = await sellerView(made);
  order.price = shipping + 15_000;
  const owed = await balanceOf("courier_payable", "biteship");
  for (let n = 0; n < 3; n += 1) expect(await notify(biteship.orderNotification("order.price", order.id))).toBe(200);
  expect((await balanceOf("courier_payable", "biteship")) - owed).toBe(shipping + 5000);
  expect(await sellerView(made)).toMatchObject({ courier_kept: shipping, payout: (payout ?? 0) + 10_000 - shipping });
  expect((await listFindings(context.db, 5, 0)).find((one) => one.order_id === made.orderId)?.kind).toBe(
    "price_changed",
  );
  order.status = "picked";
  await turn(made, monday);
  await receiveOrder(context, byBuyer(made), addDuration(monday, day));
  // After the settlement it is the marketplace's alone.
  const earned = await balanceOf("seller_balance", made.shopId);
  order.price += 2000;
  await notify(biteship.orderNotification("order.price", order.id));
  expect(await balanceOf("seller_balance", made.shopId)).toBe(earned);
  expect((await bookingOf(made)).price).toBe(order.price);
});

test("an answer that is lost, late or broken never orders a second courier", async () => {
  for (const [draft, confirm] of [
    ["lost", "well"],
    ["broken", "well"],
    ["well", "lost"],
    ["well", "broken"],
    ["cut", "well"],
    ["well", "cut"],
    ["well", "garbage"],
  ] as const) {
    biteship.orders.length = 0;
    const made = await makeBookable();
    biteship.next.push(draft, confirm);
    await request(made);
    biteship.next.length = 0;
    let now = monday;
    for (let n = 0; n < 4; n += 1) {
      now = addDuration(now, lateConfirmDuration);
      await Promise.all([turn(made, now), turn(made, now), pollBookings(context, now)]);
    }
    expect([draft, confirm, confirmed().length, (await bookingOf(made)).state]).toEqual([draft, confirm, 1, "booked"]);
    expect(new Set(biteship.orders.map(({ reference }) => reference)).size).toBe(biteship.orders.length);
  }
});

test("two clicks order one courier", async () => {
  const made = await makeBookable();
  const answers = await Promise.all([1, 2, 3].map(() => outcome(request(made))));
  expect(answers.toSorted()).toEqual(["done", "orders.booking_open", "orders.booking_open"]);
  expect(confirmed()).toHaveLength(1);
});

test("the seller cancels a courier until it has the parcel; then nothing is paid, and the order can be shipped otherwise", async () => {
  const made = await makeBookable();
  const owed = await balanceOf("courier_payable", "biteship");
  await request(made);
  await cancel(made);
  expect([confirmed().length, (await bookingOf(made)).state]).toEqual([0, "cancelled"]);
  expect(await balanceOf("courier_payable", "biteship")).toBe(owed);
  expect(await sellerView(made)).toMatchObject({ can_book: true, parcels: [], courier_kept: 0 });
  await shipOrder(context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, monday);
  expect(await statusOf(made)).toBe("shipped");

  const late = await makeBookable();
  await request(late);
  only().status = "picked";
  await cancel(late);
  expect(await bookingOf(late)).toMatchObject({ state: "collected", failure: "Kurir tidak bisa dibatalkan lagi." });
  expect(await statusOf(late)).toBe("shipped");
  expect(await outcome(cancel(late))).toBe("orders.no_booking");
});

test("a cancellation whose answer is lost is found out, and a courier of a cancelled order is cancelled too", async () => {
  const made = await makeBookable();
  await request(made);
  biteship.next.push("lost");
  await cancel(made);
  expect((await bookingOf(made)).state).toBe("booked");
  await turn(made, addDuration(monday, minute));
  expect((await bookingOf(made)).state).toBe("cancelled");

  const ended = await makeBookable();
  await request(ended);
  await requestCancel(context, { ...byBuyer(ended), reason: "Berubah pikiran" }, monday);
  await answerCancel(context, { ...bySeller(ended), agreed: true }, monday);
  await pollBookings(context, addDuration(monday, minute));
  expect([confirmed().length, (await bookingOf(ended)).state]).toEqual([0, "cancelled"]);
});

test("an order is not cancelled while its courier may come: first the courier ends, and when it has the parcel, the order is shipped", async () => {
  const made = await makeBookable();
  await request(made);
  biteship.mood = "broken";
  await requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, monday);
  expect(await outcome(answerCancel(context, { ...bySeller(made), agreed: true }, monday))).toBe(
    "orders.courier_under_way",
  );
  const { due_at: due } = await stateOf(made);
  expect(await fireDeadline(context, made.orderId, due ?? monday)).toBe(false);
  biteship.mood = "well";
  only().status = "picked";
  await turn(made, addDuration(due ?? monday, minute));
  expect([await statusOf(made), (await bookingOf(made)).state]).toEqual(["shipped", "collected"]);
  expect((await notesOf(made.buyerId)).slice(-2)).toEqual(["Pesanan tidak bisa dibatalkan lagi", "Pesanan dikirim"]);

  biteship.orders.length = 0;
  const asked = await makeBookable();
  await request(asked);
  await requestCancel(context, { ...byBuyer(asked), reason: "Berubah pikiran" }, monday);
  await pollBookings(context, monday);
  expect([confirmed().length, (await bookingOf(asked)).state]).toEqual([0, "cancelled"]);
  expect(await outcome(request(asked))).toBe("orders.not_bookable");
  const { due_at: answerDue } = await stateOf(asked);
  expect(await fireDeadline(context, asked.orderId, answerDue ?? monday)).toBe(true);
  expect(await statusOf(asked)).toBe("cancelled");

  const late = await makeBookable();
  await request(late);
  const { due_at: shipDue } = await stateOf(late);
  expect(await fireDeadline(context, late.orderId, shipDue ?? monday)).toBe(false);
  await pollBookings(context, shipDue ?? monday);
  expect(await fireDeadline(context, late.orderId, shipDue ?? monday)).toBe(true);
  expect([confirmed().length, await statusOf(late)]).toEqual([0, "cancelled"]);
});

test("when the marketplace has borne a shop's courier prices up to the limit, the seller ships otherwise", async () => {
  const made = await makeBookable();
  await request(made);
  const order = only();
  const { shipping_cost: shipping } = await sellerView(made);
  const shops = [{ shopId: made.shopId, ownerId: made.sellerId }];
  order.price = shipping + borneCost.max - 1;
  await turn(made, monday);
  const below = await makeBookable({ shops });
  expect(await outcome(request(below))).toBe("done");
  await cancel(below);
  order.price += 1;
  await turn(made, monday);
  const above = await makeBookable({ shops });
  expect(await outcome(request(above))).toBe("orders.courier_costs_high");
  expect(await outcome(request(await makeBookable()))).toBe("done");
  const later = addDuration(monday, borneCost.window);
  expect(await outcome(request(above, later))).toBe("done");
});

test("a courier whose order is answered after its booking ended is cancelled, and the seller is notified", async () => {
  const made = await makeBookable();
  biteship.next.push("well", "broken");
  await request(made);
  const { id } = await bookingOf(made);
  let turning: Promise<void> | undefined;
  await context.db.transaction(async (tx) => {
    // The answer waits for this lock, and meanwhile another process gives the booking up.
    await tx.row(sql`select id from orders where id = ${made.orderId} for update`);
    turning = turn(made, addDuration(monday, 2 * lateConfirmDuration));
    await expect.poll(() => confirmed().length).toBe(1);
    await tx.run(sql`update courier_bookings set state = 'cancelled' where id = ${id}`);
  });
  await turning;
  expect([confirmed().length, (await bookingOf(made)).state]).toEqual([0, "cancelled"]);
  expect((await notesOf(made.sellerId)).at(-1)).toBe("Kurir dari pemesanan yang sudah berakhir");
});

test("a draft that is confirmed again is given up only when that confirmation can no longer arrive", async () => {
  const made = await makeBookable();
  biteship.next.push("well", "broken");
  await request(made);
  const again = addDuration(monday, 2 * lateConfirmDuration);
  biteship.next.push("well", "broken");
  await turn(made, again);
  await cancel(made, addDuration(again, lateConfirmDuration - 1000));
  expect((await bookingOf(made)).state).toBe("drafted");
  await turn(made, addDuration(again, lateConfirmDuration));
  expect([(await bookingOf(made)).state, confirmed().length]).toEqual(["cancelled", 0]);
});

test("a number that comes later is filled in, and a courier that nobody found is reported to the seller", async () => {
  biteship.isWaybillLate = true;
  const made = await makeBookable();
  await request(made);
  expect((await sellerView(made)).parcels).toMatchObject([{ resi: null }]);
  only().waybill = newTrackingNumber();
  await notify(biteship.orderNotification("order.waybill_id", only().id));
  expect((await sellerView(made)).parcels).toMatchObject([{ resi: only().waybill }]);
  only().status = "courier_not_found";
  const { id } = biteship.orders[0] ?? { id: "" };
  await notify(biteship.orderNotification("order.status", id));
  expect(await bookingOf(made)).toMatchObject({ state: "cancelled", price: 0 });
  expect((await notesOf(made.sellerId)).at(-1)).toBe("Penjemputan dibatalkan kurir");
});

describe("the courier of a COD order", () => {
  test("collects its price at delivery, and the platform owes it until it hands it over", async () => {
    const made = await makeBookable({ method: "cod" });
    expect(await sellerView(made)).toMatchObject({ can_book: true });
    await request(made);
    expect(only().body).toMatchObject({ destination_cash_on_delivery: made.total });
    only().status = "picked";
    await turn(made, monday);
    expect(await statusOf(made)).toBe("shipped");
    const owed = [await balanceOf("cod_receivable", "biteship"), await balanceOf("cod_receivable", "jne")] as const;
    await scanParcel(context, made.orderId, { status: "delivered", place: "Bandung" }, addDuration(monday, day));
    expect(await statusOf(made)).toBe("delivered");
    expect(await balanceOf("cod_receivable", "biteship")).toBe(owed[0] - made.total);
    expect(await balanceOf("cod_receivable", "jne")).toBe(owed[1]);
    const operator = { userId: await makeUser(context), operatorRole: "finance" } as const;
    const line = { trackingNumber: only().waybill ?? "", amount: made.total, fee: 5000 };
    const list = { courier: "biteship", reference: "BTS-1", fileName: "setoran.csv", lines: [line] };
    expect(await remitList(context, operator, list, addDuration(monday, 2 * day))).toMatchObject({
      matched_count: 1,
      found: 0,
    });
    expect(await balanceOf("cod_receivable", "biteship")).toBe(owed[0]);
  });

  test("that collects another sum is a finding", async () => {
    const made = await makeBookable({ method: "cod" });
    await request(made);
    only().cash = made.total - 1000;
    await turn(made, monday);
    expect((await sellerView(made)).findings.join()).toMatch(/menagih jumlah lain/);
  });

  test("brings an unpaid parcel back at the marketplace's cost, which counts towards the shop's limit", async () => {
    const made = await makeBookable({ method: "cod" });
    const before = await sumBorneCost(context.db, made.shopId, monday);
    await request(made, addDuration(monday, 1));
    only().status = "picked";
    await turn(made, addDuration(monday, hour));
    for (const status of ["picked", "returned"] as const)
      await scanParcel(context, made.orderId, { status, place: "Bandung" }, addDuration(monday, day));
    expect(await statusOf(made)).toBe("cancelled");
    expect(await sumBorneCost(context.db, made.shopId, monday)).toBe(before + 10_000);
  });
});

describe("the courier of a further parcel", () => {
  async function makeShipped() {
    const made = await makeBookable({ quantity: 3 });
    await shipOrder(context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, monday);
    const { lines } = await sellerView(made);
    const contents = (quantity: number) => [{ line_id: lines[0]?.id ?? "", quantity }];
    const ask = (quantity: number, now = monday) =>
      requestBooking(context, { ...bySeller(made), contents: contents(quantity) }, now);
    return { made, ask, contents };
  }

  test("takes the pieces that the seller names, and the order is delivered when both parcels have arrived", async () => {
    const { made, ask } = await makeShipped();
    expect(await sellerView(made)).toMatchObject({ can_book: true, can_add_parcel: true });
    expect([await outcome(ask(3)), await outcome(ask(4))]).toEqual([
      "orders.parcel_contents",
      "orders.parcel_contents",
    ]);
    await ask(2);
    const order = only();
    expect(order.body).toMatchObject({ items: [{ quantity: 2 }] });
    expect(await outcome(ask(1))).toBe("orders.booking_open");
    expect((await sellerView(made)).parcels.map(({ state, contents }) => [state, contents?.[0]?.quantity])).toEqual([
      ["shipped", 1],
      ["booked", 2],
    ]);
    order.status = "picked";
    await turn(made, addDuration(monday, hour));
    expect((await notesOf(made.buyerId)).at(-1)).toBe("Paket tambahan dikirim");
    const view = await sellerView(made);
    expect(view.parcels[1]).toMatchObject({ state: "shipped", resi: order.waybill });
    expect(view.events.at(-1)).toMatchObject({ label: "Paket tambahan dikirim", actor: "courier" });
    expect(view.can_book).toBe(true);
    for (const { id } of view.parcels) {
      expect(await statusOf(made)).toBe("shipped");
      await recordScan(context, id, { status: "delivered", place: "", source: "biteship" }, addDuration(monday, day));
    }
    expect(await statusOf(made)).toBe("delivered");
  });

  test("that does not come leaves the parcels that have arrived: the order is delivered", async () => {
    const { made, ask } = await makeShipped();
    await ask(1);
    const [first] = (await sellerView(made)).parcels;
    await recordScan(context, first?.id ?? "", { status: "delivered", place: "", source: "biteship" }, monday);
    expect(await statusOf(made)).toBe("shipped");
    only().status = "courier_not_found";
    await turn(made, addDuration(monday, hour));
    expect(await statusOf(made)).toBe("delivered");
    expect((await bookingOf(made)).state).toBe("cancelled");
  });

  test.each([
    ["confirmed", "cancelled", ["arrived"]],
    // The driver was faster.
    ["picked", "collected", ["arrived", "shipped"]],
  ])(
    "is called off when the buyer says that everything arrived, and the audit finds nothing meanwhile (%s)",
    async (status, ended, parcels) => {
      const { made, ask } = await makeShipped();
      await ask(1);
      const [first] = (await sellerView(made)).parcels;
      await recordScan(context, first?.id ?? "", { status: "delivered", place: "", source: "biteship" }, monday);
      await confirmArrival(context, byBuyer(made), addDuration(monday, hour));
      expect(await statusOf(made)).toBe("delivered");
      expect((await bookingOf(made)).state).toBe("booked");
      expect(await brokenInvariants(context.db)).toEqual([]);
      // A courier that nothing calls off is found.
      const { id } = await bookingOf(made);
      await context.db.run(sql`update courier_bookings set poll_at = null where id = ${id}`);
      expect(await brokenInvariants(context.db)).toHaveLength(1);
      await context.db.run(sql`update courier_bookings set poll_at = ${monday} where id = ${id}`);
      only().status = status;
      await turn(made, addDuration(monday, hour + minute));
      expect((await bookingOf(made)).state).toBe(ended);
      expect((await sellerView(made)).parcels.map(({ state }) => state)).toEqual(parcels);
      expect(await statusOf(made)).toBe("delivered");
    },
  );

  test("is cancelled when the buyer has received the order", async () => {
    const { made, ask } = await makeShipped();
    await ask(1);
    await receiveOrder(context, byBuyer(made), addDuration(monday, hour));
    await turn(made, addDuration(monday, day));
    expect([confirmed().length, (await bookingOf(made)).state]).toEqual([0, "cancelled"]);
  });
});

test("a forged notification changes nothing, even with a higher price in it", async () => {
  const made = await makeBookable();
  await request(made);
  const body = { ...biteship.orderNotification("order.price", only().id), order_price: 99_000 };
  expect(await notify(body, { "x-biteship-secret": "salah" })).toBe(401);
  expect(await notify(body)).toBe(200);
  expect(await notify({ event: "order.price", order_id: "tidak-ada" })).toBe(200);
  expect((await bookingOf(made)).price).toBe(10_000);
});

test("is refused without the shop's address, for cash, for other couriers, shops and states, and what the platform refuses is shown", async () => {
  const noPlace = await makeAcceptedOrder(context, { now: monday });
  expect(await outcome(request(noPlace))).toBe("orders.shop_place_needed");
  const cash = await makeBookable({ method: "cod" });
  const silent = { ...context, config: { ...context.config, production: true, demo: false } };
  const noScans = { ...silent, config: { ...silent.config, shipping: { ...context.config.shipping, tracking: [] } } };
  expect(await outcome(requestBooking(noScans, bySeller(cash), monday))).toBe("orders.not_bookable");
  const self = await makeBookable({ courier: "pickup" });
  expect(await outcome(request(self))).toBe("orders.not_bookable");
  const made = await makeBookable();
  expect(await outcome(request({ ...made, shopId: cash.shopId }))).toBe("request.not_found");
  await context.db.run(sql`update orders set address = address || '{"phone": ""}' where id = ${made.orderId}`);
  await request(made);
  expect(await bookingOf(made)).toMatchObject({ state: "refused", failure: expect.stringContaining("resi") });
  expect(confirmed()).toHaveLength(0);
});
