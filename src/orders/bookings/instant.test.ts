import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { placeOrder } from "#orders/checkout/place-order.ts";
import { quoteCheckout } from "#orders/checkout/quote-checkout.ts";
import { changeShop } from "#shops/change-shop.ts";
import { startBiteshipDouble, type BiteshipDouble, type BiteshipOrder } from "../../../test/doubles/biteship.ts";
import { makeCartLine } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAcceptedOrder, makePaidOrder, type MadeOrder } from "../../../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { bySeller, outcome, readOrders } from "../../../test/read/orders.ts";
import { acceptOrder } from "../accept-order.ts";
import { fireDeadline, sweepDeadlines } from "../deadlines/fire-deadline.ts";
import { brokenInvariants } from "../invariants.ts";
import { orderJson } from "../order-view/order-json.ts";
import { findOrder } from "../order-view/queries.ts";
import { recordScan } from "../parcels/record-scan.ts";
import { advanceBooking } from "./advance-booking.ts";
import { requestBooking } from "./request-booking.ts";
import { maxUnpricedBookings } from "./rules.ts";

let biteship: BiteshipDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let { statusOf, notesOf } = {} as ReturnType<typeof readOrders>;
// Monday, 10.00 WIB.
const monday = new Date("2026-11-16T03:00:00Z");
const bandung = { lat: -6.9175, lng: 107.6191 };
const cimahi = { lat: -6.8722, lng: 107.5425 };

beforeAll(async () => {
  biteship = await startBiteshipDouble();
  context = await makeContext({ ...biteship.settings, SHIPPING_TRACKING: "biteship", LOG_LEVEL: "fatal" });
  ({ statusOf, notesOf } = readOrders(context));
});
afterAll(async () => {
  await context.close();
  await biteship.close();
});
beforeEach(() => {
  biteship.orders.length = 0;
  biteship.orderPrice = 18_000;
  biteship.prices.clear();
  biteship.prices.set("gojek instant", 18_000).set("grab instant", 21_000);
});
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

let phones = 0;
/** A shop with a point, from which drivers fetch from Monday to Friday between 9 and 17. */
async function makeInstantShop() {
  const shop = await makeShop(context);
  await context.db.run(sql`
    update shops set street = 'Jalan Braga 1', postcode = '40111', lat = ${bandung.lat}, lng = ${bandung.lng},
      pickup_days = '{1,2,3,4,5}', pickup_opens = 540, pickup_closes = 1020, couriers = '{jne-reg,gojek-instant,grab-instant}' where id = ${shop.shopId}`);
  await context.db.run(sql`
    update users set phone = ${`+62813${String(10_000_000 + (phones += 1))}`} where id = ${shop.ownerId}`);
  return shop;
}
async function makeBuyer(point: { lat: number; lng: number } | null = cimahi) {
  const buyerId = await makeUser(context);
  const addressId = await makeAddress(context, buyerId);
  await context.db.run(
    sql`update addresses set lat = ${point?.lat ?? null}, lng = ${point?.lng ?? null} where id = ${addressId}`,
  );
  return { buyerId, addressId };
}
async function makeInstantOrder(make: typeof makeAcceptedOrder = makeAcceptedOrder): Promise<MadeOrder> {
  const { buyerId } = await makeBuyer();
  return make(context, { shops: [await makeInstantShop()], buyerId, courier: "gojek-instant", now: monday });
}
async function quoteOf({ buyerId, addressId }: Awaited<ReturnType<typeof makeBuyer>>, now: Date, weight = 500) {
  const shop = await makeInstantShop();
  const { variantIds } = await makeProduct(context, shop.shopId, { price: 50_000, stock: 9, weight });
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  const quote = await quoteCheckout(context, buyerId, { addressId, shipping: {} }, now);
  const [first] = quote.shops;
  if (!first) throw new Error("no shop");
  return { quote, shop: first };
}
const instants = (shop: { shipping_options: { courier: string }[] }) =>
  shop.shipping_options.map(({ courier }) => courier).filter((courier) => courier.endsWith("-instant"));
const dueOf = async ({ orderId }: MadeOrder) =>
  (await context.db.row<{ due_at: Date | null }>(sql`select due_at from orders where id = ${orderId}`))?.due_at;
async function bookingsOf({ orderId }: MadeOrder) {
  return context.db.rows<{
    id: string;
    state: string;
    failure: string | null;
    by_system: boolean;
    poll_at: Date | null;
  }>(
    sql`select id, state, failure, by_system, poll_at from courier_bookings where order_id = ${orderId} order by created_at, id`,
  );
}
/** Handles the last courier as if its time had come. */
async function turn(made: MadeOrder, now: Date): Promise<void> {
  const last = (await bookingsOf(made)).at(-1);
  if (!last) throw new Error("no booking");
  await context.db.run(sql`update courier_bookings set poll_at = ${now} where id = ${last.id} and poll_at is not null`);
  await advanceBooking(context, last.id, now);
}
async function view(made: MadeOrder, reader: "buyer" | "seller", now = monday) {
  const row = await findOrder(
    context.db,
    made.orderId,
    reader === "buyer" ? { buyerId: made.buyerId } : { shopId: made.shopId },
  );
  if (!row) throw new Error("no order");
  return orderJson(context, row, reader, now, "WIB");
}
function lastDriver(): BiteshipOrder {
  const order = biteship.orders.findLast((one) => one.isConfirmed);
  if (!order) throw new Error("no driver was called");
  return order;
}

test("a buyer near the shop is offered instant couriers during its pick-up hours, with the platform's price and an honest time", async () => {
  const { quote, shop } = await quoteOf(await makeBuyer(), monday);
  expect(shop.shipping_options.find(({ courier }) => courier === "gojek-instant")).toMatchObject({
    courier: "gojek-instant",
    price: 18_000,
    eta: "1–3 jam",
    cod: false,
    promise: "Bila dibayar sekarang: dijemput paling lambat hari ini pukul 13.00 WIB, tiba 1–3 jam kemudian",
  });
  expect([quote.shipping_total, instants(shop)]).toEqual([10_000, ["gojek-instant", "grab-instant"]]);
  expect(biteship.calls.at(-1)?.body).toMatchObject({
    origin_latitude: bandung.lat,
    origin_longitude: bandung.lng,
    destination_latitude: cimahi.lat,
    destination_longitude: cimahi.lng,
    couriers: "gojek,grab",
  });
});

test("none is offered without a point, too far away, too heavy, or outside of the hours; where the buyer can help it, a sentence says how", async () => {
  const noPoint = await quoteOf(await makeBuyer(null), monday);
  expect([instants(noPoint.shop), noPoint.shop.instant_problem]).toEqual([
    [],
    "Toko ini juga memakai kurir instan. Letakkan titik peta di alamat Anda untuk melihat harganya.",
  ]);
  const evening = await quoteOf(await makeBuyer(), addDuration(monday, 8 * hour));
  expect([instants(evening.shop), evening.shop.instant_problem]).toEqual([
    [],
    "Kurir instan toko ini tersedia Senin–Jumat, 09.00–17.00 WIB.",
  ]);
  const before = biteship.calls.length;
  const far = await quoteOf(await makeBuyer({ lat: -6.2088, lng: 106.8456 }), monday);
  expect([instants(far.shop), far.shop.instant_problem]).toEqual([[], null]);
  expect(instants((await quoteOf(await makeBuyer(), monday, 21_000)).shop)).toEqual([]);
  // Nobody else learns where these buyers live.
  expect(biteship.calls.length).toBe(before);
});

test("when the platform does not answer, or its price changed, the buyer pays nothing that was not shown", async () => {
  const buyer = await makeBuyer();
  biteship.mood = "broken";
  const { quote: without, shop } = await quoteOf(buyer, monday, 700);
  biteship.mood = "well";
  expect([instants(shop), without.can_pay]).toEqual([[], true]);

  const fresh = { ...context, config: { ...context.config } };
  const choice = { addressId: buyer.addressId, shipping: { [shop.id]: "gojek-instant" }, paymentMethod: "va_bca" };
  const quote = await quoteCheckout(fresh, buyer.buyerId, choice, monday);
  expect(quote.shipping_total).toBe(18_000);
  biteship.prices.set("gojek instant", 25_000);
  const order = { ...choice, buyerId: buyer.buyerId, quoteId: quote.quote_id, idempotencyKey: "instan-1-instan-1" };
  const later = { ...context, config: { ...context.config } };
  expect(await outcome(placeOrder(later, order, monday))).toBe("checkout.quote_changed");
  biteship.prices.clear();
  const gone = { ...context, config: { ...context.config } };
  expect(await outcome(placeOrder(gone, { ...order, idempotencyKey: "instan-2-instan-2" }, monday))).toBe(
    "checkout.courier_not_offered",
  );
});

test("the seller has one of the pick-up hours to confirm and two to hand over, and a driver on the way is waited for", async () => {
  const made = await makeInstantOrder(makePaidOrder);
  expect(await dueOf(made)).toEqual(addDuration(monday, hour));
  // 16.30: half an hour is left today, and the rest is on Tuesday morning.
  const late = addDuration(monday, 6.5 * hour);
  await acceptOrder(context, bySeller(made), late);
  expect((await dueOf(made))?.toISOString()).toBe("2026-11-17T03:30:00.000Z");

  const called = await makeInstantOrder();
  expect(await dueOf(called)).toEqual(addDuration(monday, 2 * hour));
  await requestBooking(context, bySeller(called), monday);
  const due = addDuration(monday, 2 * hour);
  expect(await fireDeadline(context, called.orderId, due)).toBe(false);
  expect(lastDriver().status).toBe("confirmed");
  expect(await fireDeadline(context, called.orderId, addDuration(due, hour))).toBe(false);
  await turn(called, addDuration(due, hour + minute));
  expect(lastDriver().status).toBe("cancelled");
  expect(await fireDeadline(context, called.orderId, addDuration(due, hour + 2 * minute))).toBe(true);
  expect(await statusOf(called)).toBe("cancelled");
});

test("a vacation stops the clock of an instant order, and what was left goes on in the pick-up hours afterwards", async () => {
  const made = await makeInstantOrder();
  const noon = addDuration(monday, 2 * hour);
  expect(await dueOf(made)).toEqual(noon);
  // Closed from 11.30 to 22.00 WIB: half an hour is left, and drivers come again on Tuesday at 09.00.
  await context.db.run(sql`
    update shops set on_vacation = true, vacation_since = ${addDuration(monday, 1.5 * hour)} where id = ${made.shopId}`);
  expect(await fireDeadline(context, made.orderId, addDuration(noon, hour))).toBe(false);
  const reopened = addDuration(monday, 12 * hour);
  await context.db.run(
    sql`update shops set on_vacation = false, vacation_until = ${reopened} where id = ${made.shopId}`,
  );
  expect(await fireDeadline(context, made.orderId, addDuration(reopened, hour))).toBe(false);
  expect((await dueOf(made))?.toISOString()).toBe("2026-11-17T02:30:00.000Z");
});

test("the clock of an instant order runs at the shop's own time: in WITA and WIT its hours end earlier", async () => {
  const shopIn = async (regency: string) => {
    const shop = await makeInstantShop();
    await context.db.run(
      sql`update shops set regency_code = ${regency}, province_code = ${regency.slice(0, 2)} where id = ${shop.shopId}`,
    );
    return shop;
  };
  const dues = [];
  // 16.30 of WIB, WITA and WIT: half an hour before the shop closes.
  for (const [regency, now] of [
    ["32.73", "2026-11-16T09:30:00Z"],
    ["73.71", "2026-11-16T08:30:00Z"],
    ["91.71", "2026-11-16T07:30:00Z"],
  ] as const) {
    const { buyerId } = await makeBuyer();
    const made = await makePaidOrder(context, {
      shops: [await shopIn(regency)],
      buyerId,
      courier: "gojek-instant",
      now: new Date(now),
    });
    dues.push((await dueOf(made))?.toISOString());
  }
  // 09.30 of each zone on Tuesday.
  expect(dues).toEqual(["2026-11-17T02:30:00.000Z", "2026-11-17T01:30:00.000Z", "2026-11-17T00:30:00.000Z"]);
});

test("on a holiday the shop's own pick-up hours count, so a shop that closes then goes on vacation", async () => {
  // Idul Fitri, Saturday 21 March 2026, 10.00 WIB: the shop of this order hands parcels over on Saturdays.
  const holiday = new Date("2026-03-21T03:00:00Z");
  const { buyerId } = await makeBuyer();
  const shop = await makeInstantShop();
  await context.db.run(sql`update shops set pickup_days = '{6}' where id = ${shop.shopId}`);
  const made = await makePaidOrder(context, { shops: [shop], buyerId, courier: "gojek-instant", now: holiday });
  expect(await dueOf(made)).toEqual(addDuration(holiday, hour));
});

test("the deadline of an instant order fires within a minute of its time when its own job was lost", async () => {
  const made = await makeInstantOrder(makePaidOrder);
  await context.db.run(sql`select graphile_worker.remove_job(${`order-deadline:${made.orderId}`})`);
  const due = addDuration(monday, hour);
  await sweepDeadlines(context, addDuration(due, -1));
  expect(await statusOf(made)).toBe("awaiting_confirmation");
  await sweepDeadlines(context, addDuration(due, minute - 1));
  expect(await statusOf(made)).toBe("cancelled");
  expect((await notesOf(made.buyerId)).at(-1)).toBe("Pesanan dibatalkan");
});

test("the seller calls a driver, buyer and seller see who comes, and the parcel is shipped when he has it", async () => {
  const made = await makeInstantOrder();
  await requestBooking(context, bySeller(made), monday);
  const order = lastDriver();
  expect(order.body).toMatchObject({
    courier_company: "gojek",
    courier_type: "instant",
    delivery_type: "now",
    origin_coordinate: { latitude: bandung.lat, longitude: bandung.lng },
    destination_coordinate: { latitude: cimahi.lat, longitude: cimahi.lng },
  });
  expect((await view(made, "buyer")).driver?.state).toBe("Mencari pengemudi");
  order.status = "picking_up";
  order.driver = {
    driver_name: "Asep\u0000Sunandar",
    driver_phone: "+62 812-1111",
    driver_plate_number: "D 1234 AB",
    link: "javascript:alert(1)",
  };
  await turn(made, addDuration(monday, 5 * minute));
  for (const reader of ["buyer", "seller"] as const)
    expect((await view(made, reader)).driver).toEqual({
      state: "Pengemudi menuju toko",
      name: "Asep Sunandar",
      phone: "+628121111",
      plate: "D 1234 AB",
      url: "",
    });
  order.status = "picked";
  order.driver.link = "https://track.biteship.com/abc";
  await turn(made, addDuration(monday, 20 * minute));
  expect(await statusOf(made)).toBe("shipped");
  expect((await view(made, "buyer")).driver).toMatchObject({ url: "https://track.biteship.com/abc" });
  order.status = "delivered";
  await turn(made, addDuration(monday, hour));
  expect((await view(made, "buyer")).driver).toBeNull();
});

test("another driver is called once in place of one who does not come; after the second the order stays, and the seller reads what to do", async () => {
  const made = await makeInstantOrder();
  await requestBooking(context, bySeller(made), monday);
  lastDriver().status = "courier_not_found";
  await turn(made, addDuration(monday, 10 * minute));
  expect((await notesOf(made.sellerId)).at(-1)).toBe("Penjemputan dibatalkan kurir");
  let bookings = await bookingsOf(made);
  expect(bookings.map(({ state, by_system }) => [state, by_system])).toEqual([
    ["cancelled", false],
    ["requested", true],
  ]);
  expect(bookings[0]?.failure).toContain("Kami sudah memanggil pengemudi lain");
  await turn(made, addDuration(monday, 11 * minute));
  lastDriver().status = "cancelled";
  await turn(made, addDuration(monday, 30 * minute));
  bookings = await bookingsOf(made);
  expect(bookings.map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  expect(bookings[1]?.failure).toContain("Pesanan tetap berjalan: panggil pengemudi lain");
  expect(await statusOf(made)).toBe("processing");
  expect(await view(made, "seller")).toMatchObject({ can_book: true, courier_kept: 0 });
  await requestBooking(context, bySeller(made), addDuration(monday, 40 * minute));
  expect(lastDriver().status).toBe("confirmed");
});

test("no other driver is called after the pick-up hours, and none without the shop's point", async () => {
  const made = await makeInstantOrder();
  await requestBooking(context, bySeller(made), monday);
  lastDriver().status = "courier_not_found";
  await context.db.run(sql`update shops set pickup_closes = 600 where id = ${made.shopId}`);
  await turn(made, addDuration(monday, 30 * minute));
  expect((await bookingsOf(made)).map(({ state, failure }) => [state, failure?.slice(0, 71)])).toEqual([
    ["cancelled", "Pengemudi GoSend Instant tidak jadi datang, dan jam penjemputan toko su"],
  ]);
  const pointless = await makeInstantOrder();
  await context.db.run(sql`update shops set lat = null, lng = null where id = ${pointless.shopId}`);
  expect(await view(pointless, "seller")).toMatchObject({ has_pickup_place: false });
  expect(await outcome(requestBooking(context, bySeller(pointless), monday))).toBe("orders.shop_point_needed");
});

test("a parcel whose buyer is not at home comes back, and the order ends with the money back when nothing else arrives", async () => {
  const made = await makeInstantOrder();
  await requestBooking(context, bySeller(made), monday);
  const order = lastDriver();
  order.status = "picked";
  await turn(made, addDuration(monday, 20 * minute));
  const { waybill } = order;
  const plain = (waybill ?? "").replace(/[^A-Z0-9]/g, "");
  biteship.setParcel({ waybill: plain, company: "gojek", status: "returned", orderId: order.id });
  order.status = "return_in_transit";
  await turn(made, addDuration(monday, hour));
  expect((await view(made, "buyer")).driver?.state).toBe("Pengemudi membawa paket kembali ke toko");
  const row = await context.db.row<{ id: string }>(sql`select id from parcels where order_id = ${made.orderId}`);
  const back = addDuration(monday, 2 * hour);
  await recordScan(context, row?.id ?? "", { status: "returned", place: "", source: "biteship" }, back);
  expect(await statusOf(made)).toBe("shipped");
  for (const userId of [made.buyerId, made.sellerId])
    expect((await notesOf(userId)).at(-1)).toBe("Kurir mengembalikan paket");
  const due = await dueOf(made);
  expect(due).toEqual(addDuration(monday, 2 * day + 20 * minute));
  if (!due) throw new Error("no deadline");
  expect(await fireDeadline(context, made.orderId, due)).toBe(true);
  expect(await statusOf(made)).toBe("cancelled");
  expect((await notesOf(made.buyerId)).at(-1)).toBe("Pesanan dibatalkan");
});

test("a seller who chooses an instant courier says where drivers come; a shop outside of Indonesia cannot be stored", async () => {
  const shop = await makeShop(context);
  const change = (fields: Partial<Parameters<typeof changeShop>[2]>) =>
    outcome(
      changeShop(
        context,
        shop.shopId,
        {
          name: `Toko Titik ${shop.shopId.slice(-6)}`,
          tagline: "",
          description: "",
          regencyCode: "32.73",
          couriers: ["gojek-instant"],
          onVacation: false,
          street: "Jalan Braga 1",
          postcode: "40111",
          ...fields,
        },
        monday,
      ),
    );
  expect(await change({ point: null })).toBe("shops.point_needed");
  expect(await change({ point: bandung, street: "" })).toBe("shops.point_needed");
  expect(await change({ point: bandung, pickupHours: { days: [6, 7], opens: 600, closes: 900 } })).toBe("done");
  expect(
    await context.db.row(
      sql`select lat, lng, pickup_days, pickup_opens, pickup_closes from shops where id = ${shop.shopId}`,
    ),
  ).toEqual({ ...bandung, pickup_days: [6, 7], pickup_opens: 600, pickup_closes: 900 });
  await expect(context.db.run(sql`update shops set lat = 51.5, lng = -0.1 where id = ${shop.shopId}`)).rejects.toThrow(
    "shops_lat_check",
  );
});

test("a shop that moved after the sale cannot let the marketplace pay a longer way", async () => {
  const made = await makeInstantOrder();
  const request = () => outcome(requestBooking(context, bySeller(made), monday));
  const move = (lat: number) => context.db.run(sql`update shops set lat = ${lat} where id = ${made.shopId}`);
  await move(bandung.lat + 0.3);
  expect(await request()).toBe("orders.shop_point_moved");
  expect(biteship.orders).toHaveLength(0);
  await move(bandung.lat + 0.005);
  expect(await request()).toBe("done");
});

test("a shop has few couriers under way whose price nobody knows", async () => {
  const made = await makeInstantOrder();
  const { db } = context;
  await db.run(sql`
    insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', uuidv7(), 'invoice', 'INV/20261116/UJIANAAA' || n))).*
    from orders o, generate_series(10, ${9 + maxUnpricedBookings}) n where o.id = ${made.orderId}`);
  await db.run(sql`
    insert into courier_bookings (order_id, provider, state, insured, requested_by, created_at, updated_at)
    select id, 'biteship', 'requested', false, buyer_id, created_at, created_at from orders where shop_id = ${made.shopId} and id <> ${made.orderId}`);
  expect(await outcome(requestBooking(context, bySeller(made), monday))).toBe("orders.bookings_unpriced");
  // The bookings go with their orders.
  await db.run(sql`delete from orders where shop_id = ${made.shopId} and id <> ${made.orderId}`);
  expect(await outcome(requestBooking(context, bySeller(made), monday))).toBe("done");
});
