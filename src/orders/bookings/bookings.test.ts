import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { remitList } from "#payments/cod/remit-cash.ts";
import { makeBookingApi, monday } from "../../../test/make/booking-api.ts";
import { makeAcceptedOrder, newTrackingNumber, scanParcel } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { byBuyer, bySeller, outcome } from "../../../test/read/orders.ts";
import { answerCancel, requestCancel } from "../cancel-order.ts";
import { fireDeadline } from "../deadlines/fire-deadline.ts";
import { brokenInvariants } from "../invariants.ts";
import { listFindings } from "../parcels/queries.ts";
import { receiveOrder } from "../receive-order.ts";
import { shipOrder } from "../ship-order.ts";
import { pollBookings } from "./advance-booking.ts";
import { sumBorneCost } from "./queries.ts";
import { requestBooking } from "./request-booking.ts";
import { borneCost, lateConfirmDuration } from "./rules.ts";

let world: Awaited<ReturnType<typeof makeBookingApi>>;
beforeAll(async () => {
  world = await makeBookingApi();
});
afterAll(() => world.close());
beforeEach(() => world.resetBiteship());
afterEach(async () => expect(await brokenInvariants(world.context.db)).toEqual([]));

test("a courier is ordered with the addresses of both, its number is filled in, and collecting the parcel ships the order", async () => {
  const made = await world.makeBookable();
  expect(await world.sellerView(made)).toMatchObject({ can_book: true, has_pickup_place: true, booking: null });
  await world.request(made);
  const order = world.only();
  expect(order.body).toMatchObject({
    origin_address: expect.stringContaining("Jalan Braga 1"),
    origin_postal_code: 40_111,
    courier_company: "jne",
    courier_type: "reg",
    origin_collection_method: "pickup",
  });
  expect(await world.sellerView(made)).toMatchObject({
    can_book: false,
    booking: { state: "booked", price: 10_000 },
    parcels: [{ resi: order.waybill, state: "booked" }],
  });
  expect(await world.statusOf(made)).toBe("processing");
  expect((await world.notesOf(made.sellerId)).at(-1)).toBe("Penjemputan dipesan");
  expect(
    await outcome(shipOrder(world.context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, monday)),
  ).toBe("orders.booking_open");

  order.status = "picked";
  await world.turn(made, addDuration(monday, hour));
  expect(await world.statusOf(made)).toBe("shipped");
  expect((await world.notesOf(made.buyerId)).at(-1)).toBe("Pesanan dikirim");
  const followed = await world.context.db.row(
    sql`select external_id from tracking_polls where tracking_number = ${order.waybill}`,
  );
  expect(followed).toEqual({ external_id: order.id });
});

test("the marketplace pays the courier out of the order's shipping, and the seller gets the rest", async () => {
  const made = await world.makeBookable();
  const before = await world.sellerView(made);
  await world.request(made);
  world.only().status = "picked";
  await world.turn(made, monday);
  const view = await world.sellerView(made);
  expect(view).toMatchObject({ courier_kept: 10_000, commission: before.commission });
  expect(view.payout).toBe((before.payout ?? 0) - 10_000);
  await receiveOrder(world.context, byBuyer(made), addDuration(monday, day));
  expect(await world.balanceOf("seller_balance", made.shopId)).toBe(view.payout);
  expect(await world.sellerView(made)).toMatchObject({
    courier_kept: 10_000,
    commission: before.commission,
    payout: view.payout,
  });
});

test("a price that changes after weighing is a cost of the marketplace and a finding; neither buyer nor seller pays above the shipping", async () => {
  const made = await world.makeBookable();
  await world.request(made);
  const order = world.only();
  const { shipping_cost: shipping, payout } = await world.sellerView(made);
  order.price = shipping + 15_000;
  const owed = await world.balanceOf("courier_payable", "biteship");
  for (let n = 0; n < 3; n += 1)
    expect(await world.notify(world.biteship.orderNotification("order.price", order.id))).toBe(200);
  expect((await world.balanceOf("courier_payable", "biteship")) - owed).toBe(shipping + 5000);
  expect(await world.sellerView(made)).toMatchObject({
    courier_kept: shipping,
    payout: (payout ?? 0) + 10_000 - shipping,
  });
  expect((await listFindings(world.context.db, 5, 0)).find((one) => one.order_id === made.orderId)?.kind).toBe(
    "price_changed",
  );
  order.status = "picked";
  await world.turn(made, monday);
  await receiveOrder(world.context, byBuyer(made), addDuration(monday, day));
  // After the settlement it is the marketplace's alone.
  const earned = await world.balanceOf("seller_balance", made.shopId);
  order.price += 2000;
  await world.notify(world.biteship.orderNotification("order.price", order.id));
  expect(await world.balanceOf("seller_balance", made.shopId)).toBe(earned);
  expect((await world.bookingOf(made)).price).toBe(order.price);
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
    world.biteship.orders.length = 0;
    const made = await world.makeBookable();
    world.biteship.next.push(draft, confirm);
    await world.request(made);
    world.biteship.next.length = 0;
    let now = monday;
    for (let n = 0; n < 4; n += 1) {
      now = addDuration(now, lateConfirmDuration);
      await Promise.all([world.turn(made, now), world.turn(made, now), pollBookings(world.context, now)]);
    }
    expect([draft, confirm, world.confirmed().length, (await world.bookingOf(made)).state]).toEqual([
      draft,
      confirm,
      1,
      "booked",
    ]);
    expect(new Set(world.biteship.orders.map(({ reference }) => reference)).size).toBe(world.biteship.orders.length);
  }
});

test("two clicks order one courier", async () => {
  const made = await world.makeBookable();
  const answers = await Promise.all([1, 2, 3].map(() => outcome(world.request(made))));
  expect(answers.toSorted()).toEqual(["done", "orders.booking_open", "orders.booking_open"]);
  expect(world.confirmed()).toHaveLength(1);
});

test("the seller cancels a courier until it has the parcel; then nothing is paid, and the order can be shipped otherwise", async () => {
  const made = await world.makeBookable();
  const owed = await world.balanceOf("courier_payable", "biteship");
  await world.request(made);
  await world.cancel(made);
  expect([world.confirmed().length, (await world.bookingOf(made)).state]).toEqual([0, "cancelled"]);
  expect(await world.balanceOf("courier_payable", "biteship")).toBe(owed);
  expect(await world.sellerView(made)).toMatchObject({ can_book: true, parcels: [], courier_kept: 0 });
  await shipOrder(world.context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, monday);
  expect(await world.statusOf(made)).toBe("shipped");

  const late = await world.makeBookable();
  await world.request(late);
  world.only().status = "picked";
  await world.cancel(late);
  expect(await world.bookingOf(late)).toMatchObject({
    state: "collected",
    failure: "Kurir tidak bisa dibatalkan lagi.",
  });
  expect(await world.statusOf(late)).toBe("shipped");
  expect(await outcome(world.cancel(late))).toBe("orders.no_booking");
});

test("a cancellation whose answer is lost is found out, and a courier of a cancelled order is cancelled too", async () => {
  const made = await world.makeBookable();
  await world.request(made);
  world.biteship.next.push("lost");
  await world.cancel(made);
  expect((await world.bookingOf(made)).state).toBe("booked");
  await world.turn(made, addDuration(monday, minute));
  expect((await world.bookingOf(made)).state).toBe("cancelled");

  const ended = await world.makeBookable();
  await world.request(ended);
  await requestCancel(world.context, { ...byBuyer(ended), reason: "Berubah pikiran" }, monday);
  await answerCancel(world.context, { ...bySeller(ended), agreed: true }, monday);
  await pollBookings(world.context, addDuration(monday, minute));
  expect([world.confirmed().length, (await world.bookingOf(ended)).state]).toEqual([0, "cancelled"]);
});

test("an order is not cancelled while its courier may come: first the courier ends, and when it has the parcel, the order is shipped", async () => {
  const made = await world.makeBookable();
  await world.request(made);
  world.biteship.mood = "broken";
  await requestCancel(world.context, { ...byBuyer(made), reason: "Berubah pikiran" }, monday);
  expect(await outcome(answerCancel(world.context, { ...bySeller(made), agreed: true }, monday))).toBe(
    "orders.courier_under_way",
  );
  const { due_at: due } = await world.stateOf(made);
  expect(await fireDeadline(world.context, made.orderId, due ?? monday)).toBe(false);
  world.biteship.mood = "well";
  world.only().status = "picked";
  await world.turn(made, addDuration(due ?? monday, minute));
  expect([await world.statusOf(made), (await world.bookingOf(made)).state]).toEqual(["shipped", "collected"]);
  expect((await world.notesOf(made.buyerId)).slice(-2)).toEqual([
    "Pesanan tidak bisa dibatalkan lagi",
    "Pesanan dikirim",
  ]);

  world.biteship.orders.length = 0;
  const asked = await world.makeBookable();
  await world.request(asked);
  await requestCancel(world.context, { ...byBuyer(asked), reason: "Berubah pikiran" }, monday);
  await pollBookings(world.context, monday);
  expect([world.confirmed().length, (await world.bookingOf(asked)).state]).toEqual([0, "cancelled"]);
  expect(await outcome(world.request(asked))).toBe("orders.not_bookable");
  const { due_at: answerDue } = await world.stateOf(asked);
  expect(await fireDeadline(world.context, asked.orderId, answerDue ?? monday)).toBe(true);
  expect(await world.statusOf(asked)).toBe("cancelled");

  const late = await world.makeBookable();
  await world.request(late);
  const { due_at: shipDue } = await world.stateOf(late);
  expect(await fireDeadline(world.context, late.orderId, shipDue ?? monday)).toBe(false);
  await pollBookings(world.context, shipDue ?? monday);
  expect(await fireDeadline(world.context, late.orderId, shipDue ?? monday)).toBe(true);
  expect([world.confirmed().length, await world.statusOf(late)]).toEqual([0, "cancelled"]);
});

test("when the marketplace has borne a shop's courier prices up to the limit, the seller ships otherwise", async () => {
  const made = await world.makeBookable();
  await world.request(made);
  const order = world.only();
  const { shipping_cost: shipping } = await world.sellerView(made);
  const shops = [{ shopId: made.shopId, ownerId: made.sellerId }];
  order.price = shipping + borneCost.max - 1;
  await world.turn(made, monday);
  const below = await world.makeBookable({ shops });
  expect(await outcome(world.request(below))).toBe("done");
  await world.cancel(below);
  order.price += 1;
  await world.turn(made, monday);
  const above = await world.makeBookable({ shops });
  expect(await outcome(world.request(above))).toBe("orders.courier_costs_high");
  expect(await outcome(world.request(await world.makeBookable()))).toBe("done");
  const later = addDuration(monday, borneCost.window);
  expect(await outcome(world.request(above, later))).toBe("done");
});

test("a courier whose order is answered after its booking ended is cancelled, and the seller is notified", async () => {
  const made = await world.makeBookable();
  world.biteship.next.push("well", "broken");
  await world.request(made);
  const { id } = await world.bookingOf(made);
  let turning: Promise<void> | undefined;
  await world.context.db.transaction(async (tx) => {
    // The answer waits for this lock, and meanwhile another process gives the booking up.
    await tx.row(sql`select id from orders where id = ${made.orderId} for update`);
    turning = world.turn(made, addDuration(monday, 2 * lateConfirmDuration));
    await expect.poll(() => world.confirmed().length).toBe(1);
    await tx.run(sql`update courier_bookings set state = 'cancelled' where id = ${id}`);
  });
  await turning;
  expect([world.confirmed().length, (await world.bookingOf(made)).state]).toEqual([0, "cancelled"]);
  expect((await world.notesOf(made.sellerId)).at(-1)).toBe("Kurir dari pemesanan yang sudah berakhir");
});

test("a draft that is confirmed again is given up only when that confirmation can no longer arrive", async () => {
  const made = await world.makeBookable();
  world.biteship.next.push("well", "broken");
  await world.request(made);
  const again = addDuration(monday, 2 * lateConfirmDuration);
  world.biteship.next.push("well", "broken");
  await world.turn(made, again);
  await world.cancel(made, addDuration(again, lateConfirmDuration - 1000));
  expect((await world.bookingOf(made)).state).toBe("drafted");
  await world.turn(made, addDuration(again, lateConfirmDuration));
  expect([(await world.bookingOf(made)).state, world.confirmed().length]).toEqual(["cancelled", 0]);
});

test("a number that comes later is filled in, and a courier that nobody found is reported to the seller", async () => {
  world.biteship.isWaybillLate = true;
  const made = await world.makeBookable();
  await world.request(made);
  expect((await world.sellerView(made)).parcels).toMatchObject([{ resi: null }]);
  world.only().waybill = newTrackingNumber();
  await world.notify(world.biteship.orderNotification("order.waybill_id", world.only().id));
  expect((await world.sellerView(made)).parcels).toMatchObject([{ resi: world.only().waybill }]);
  world.only().status = "courier_not_found";
  const { id } = world.biteship.orders[0] ?? { id: "" };
  await world.notify(world.biteship.orderNotification("order.status", id));
  expect(await world.bookingOf(made)).toMatchObject({ state: "cancelled", price: 0 });
  expect((await world.notesOf(made.sellerId)).at(-1)).toBe("Penjemputan dibatalkan kurir");
});

describe("the courier of a COD order", () => {
  test("collects its price at delivery, and the platform owes it until it hands it over", async () => {
    const made = await world.makeBookable({ method: "cod" });
    expect(await world.sellerView(made)).toMatchObject({ can_book: true });
    await world.request(made);
    expect(world.only().body).toMatchObject({ destination_cash_on_delivery: made.total });
    world.only().status = "picked";
    await world.turn(made, monday);
    expect(await world.statusOf(made)).toBe("shipped");
    const owed = [
      await world.balanceOf("cod_receivable", "biteship"),
      await world.balanceOf("cod_receivable", "jne"),
    ] as const;
    await scanParcel(world.context, made.orderId, { status: "delivered", place: "Bandung" }, addDuration(monday, day));
    expect(await world.statusOf(made)).toBe("delivered");
    expect(await world.balanceOf("cod_receivable", "biteship")).toBe(owed[0] - made.total);
    expect(await world.balanceOf("cod_receivable", "jne")).toBe(owed[1]);
    const operator = { userId: await makeUser(world.context), operatorRole: "finance" } as const;
    const line = { trackingNumber: world.only().waybill ?? "", amount: made.total, fee: 5000 };
    const list = { courier: "biteship", reference: "BTS-1", fileName: "setoran.csv", lines: [line] };
    expect(await remitList(world.context, operator, list, addDuration(monday, 2 * day))).toMatchObject({
      matched_count: 1,
      found: 0,
    });
    expect(await world.balanceOf("cod_receivable", "biteship")).toBe(owed[0]);
  });

  test("that collects another sum is a finding", async () => {
    const made = await world.makeBookable({ method: "cod" });
    await world.request(made);
    world.only().cash = made.total - 1000;
    await world.turn(made, monday);
    expect((await world.sellerView(made)).findings.join()).toMatch(/menagih jumlah lain/);
  });

  test("brings an unpaid parcel back at the marketplace's cost, which counts towards the shop's limit", async () => {
    const made = await world.makeBookable({ method: "cod" });
    const before = await sumBorneCost(world.context.db, made.shopId, monday);
    await world.request(made, addDuration(monday, 1));
    world.only().status = "picked";
    await world.turn(made, addDuration(monday, hour));
    for (const status of ["picked", "returned"] as const)
      await scanParcel(world.context, made.orderId, { status, place: "Bandung" }, addDuration(monday, day));
    expect(await world.statusOf(made)).toBe("cancelled");
    expect(await sumBorneCost(world.context.db, made.shopId, monday)).toBe(before + 10_000);
  });
});

test("a forged notification changes nothing, even with a higher price in it", async () => {
  const made = await world.makeBookable();
  await world.request(made);
  const body = { ...world.biteship.orderNotification("order.price", world.only().id), order_price: 99_000 };
  expect(await world.notify(body, { "x-biteship-secret": "salah" })).toBe(401);
  expect(await world.notify(body)).toBe(200);
  expect(await world.notify({ event: "order.price", order_id: "tidak-ada" })).toBe(200);
  expect((await world.bookingOf(made)).price).toBe(10_000);
});

test("a booking is refused without the shop's address, for cash, for other couriers, shops and states, and what the platform refuses is shown", async () => {
  const noPlace = await makeAcceptedOrder(world.context, { now: monday });
  expect(await outcome(world.request(noPlace))).toBe("orders.shop_place_needed");
  const cash = await world.makeBookable({ method: "cod" });
  const silent = { ...world.context, config: { ...world.context.config, production: true, demo: false } };
  const noScans = {
    ...silent,
    config: { ...silent.config, shipping: { ...world.context.config.shipping, tracking: [] } },
  };
  expect(await outcome(requestBooking(noScans, bySeller(cash), monday))).toBe("orders.not_bookable");
  const self = await world.makeBookable({ courier: "pickup" });
  expect(await outcome(world.request(self))).toBe("orders.not_bookable");
  const made = await world.makeBookable();
  expect(await outcome(world.request({ ...made, shopId: cash.shopId }))).toBe("request.not_found");
  await world.context.db.run(sql`update orders set address = address || '{"phone": ""}' where id = ${made.orderId}`);
  await world.request(made);
  expect(await world.bookingOf(made)).toMatchObject({ state: "refused", failure: expect.stringContaining("resi") });
  expect(world.confirmed()).toHaveLength(0);
});
