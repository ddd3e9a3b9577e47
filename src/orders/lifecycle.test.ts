import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { day, formatDateTime, hour, addDuration, minute, span } from "#lib/time.ts";
import { firstCommission } from "#payments/fees/rules.ts";
import { calculateFee, paymentDuration } from "#payments/rules.ts";
import { sellerBalance } from "#payments/ledger/ledger.ts";
import { makeContext } from "../../test/make/context.ts";
import {
  makeAcceptedOrder,
  makeDeliveredOrder,
  makePaidOrder,
  makePlacedOrder,
  makeShippedOrder,
  newTrackingNumber,
  scanParcel,
  receiveMoney,
} from "../../test/make/orders.ts";
import { makeShop } from "../../test/make/rows.ts";
import { raceRounds } from "../../test/race-rounds.ts";
import { byBuyer, bySeller, outcome, readOrders } from "../../test/read/orders.ts";
import { acceptOrder, rejectOrder } from "./accept-order.ts";
import { answerCancel, cancelOrder, requestCancel, withdrawCancel } from "./cancel-order.ts";
import { markCheckoutPaid } from "./checkout/mark-checkout-paid.ts";
import { fireDeadline, sweepDeadlines } from "./deadlines/fire-deadline.ts";
import {
  autoCompleteDuration,
  extensionDuration,
  firstScanDuration,
  lostParcelDuration,
  ownCourierDuration,
  shipDurationAfterRequest,
} from "./deadlines/rules.ts";
import { brokenInvariants } from "./invariants.ts";
import { orderJobs } from "./jobs.ts";
import { extendOrder, receiveOrder } from "./receive-order.ts";
import { shipOrder } from "./ship-order.ts";
import { cancelAnswerDuration, confirmationDuration, shipWorkingDays } from "#shipping/handling-rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let { stateOf, statusOf, stockOf, refundsOf, notesOf, paymentOf } = {} as ReturnType<typeof readOrders>;
/** A Monday, 10.00 WIB. */
const monday = new Date("2026-11-16T03:00:00Z");

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  ({ stateOf, statusOf, stockOf, refundsOf, notesOf, paymentOf } = readOrders(context));
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

describe("a successful order", () => {
  test("passes every status and brings the seller goods and shipping minus commission, to the rupiah", async () => {
    const made = await makePlacedOrder(context, { price: 123_457, quantity: 3, now: monday });
    expect(await stateOf(made)).toMatchObject({
      status: "awaiting_payment",
      due_at: addDuration(monday, paymentDuration()),
    });
    expect(await stockOf(made)).toBe(7);
    await receiveMoney(context, made, addDuration(monday, hour));
    await context.db.transaction((tx) => markCheckoutPaid(tx, context, made.checkoutId, addDuration(monday, hour)));
    expect(await stateOf(made)).toMatchObject({
      status: "awaiting_confirmation",
      due_at: addDuration(monday, hour + confirmationDuration()),
    });
    await acceptOrder(context, bySeller(made), addDuration(monday, 2 * hour));
    expect(await stateOf(made)).toMatchObject({
      status: "processing",
      due_at: addDuration(monday, 2 * hour + shipWorkingDays() * day),
    });
    const trackingNumber = newTrackingNumber();
    await shipOrder(
      context,
      { ...bySeller(made), trackingNumber: ` ${trackingNumber.toLowerCase()} ` },
      addDuration(monday, 3 * hour),
    );
    const shippedAt = addDuration(monday, 3 * hour);
    expect(await stateOf(made)).toMatchObject({
      status: "shipped",
      due_at: addDuration(shippedAt, firstScanDuration()),
    });
    await scanParcel(context, made.orderId, { status: "picked", place: "Bandung" }, addDuration(monday, 4 * hour));
    expect(await stateOf(made)).toMatchObject({
      status: "shipped",
      due_at: addDuration(shippedAt, lostParcelDuration()),
    });
    await scanParcel(context, made.orderId, { status: "delivered", place: "Bandung" }, addDuration(monday, 2 * day));
    expect(await stateOf(made)).toMatchObject({
      status: "delivered",
      due_at: addDuration(monday, 2 * day + autoCompleteDuration()),
    });
    expect(await sellerBalance(context.db, made.shopId)).toBe(0);
    await receiveOrder(context, byBuyer(made), addDuration(monday, 3 * day));
    expect(await stateOf(made)).toMatchObject({ status: "completed", due_at: null, stock_released: false });
    const sums = await context.db.row<{ shipping: number; tracking_number: string }>(
      sql`select o.shipping_cost as shipping, p.tracking_number from orders o join parcels p on p.order_id = o.id where o.id = ${made.orderId}`,
    );
    expect(sums?.tracking_number).toBe(trackingNumber);
    expect(await sellerBalance(context.db, made.shopId)).toBe(
      3 * 123_457 + (sums?.shipping ?? NaN) - calculateFee(firstCommission, 3 * 123_457),
    );
    expect(await stockOf(made)).toBe(7);
    expect(await refundsOf(made)).toBe(0);
    expect(
      await context.db.row(
        sql`select sold_count from products p join variants v on v.product_id = p.id where v.id = ${made.variantId}`,
      ),
    ).toEqual({ sold_count: 3 });
    expect(await notesOf(made.buyerId)).toEqual([
      "Pembayaran diterima",
      "Pesanan diproses",
      "Pesanan dikirim",
      "Paket sudah tiba",
      "Pesanan selesai",
    ]);
    expect(await notesOf(made.sellerId)).toEqual(["Pesanan baru", "Paket sudah tiba", "Pesanan selesai"]);
  });

  test("moves on once when the payment is reported twice", async () => {
    const made = await makePlacedOrder(context);
    const now = context.clock.now();
    await receiveMoney(context, made, now);
    const payload = { checkoutId: made.checkoutId, paymentId: made.paymentId };
    await Promise.all([
      orderJobs["payments.settled"]?.(payload, context),
      orderJobs["payments.settled"]?.(payload, context),
    ]);
    expect(await statusOf(made)).toBe("awaiting_confirmation");
    expect(await notesOf(made.sellerId)).toEqual(["Pesanan baru"]);
  });
});

describe("cancelling", () => {
  test("an unpaid checkout is cancelled as a whole: every shop's stock comes back, nothing is refunded", async () => {
    const shops = [await makeShop(context), await makeShop(context)];
    const made = await makePlacedOrder(context, { shops, quantity: 2 });
    await cancelOrder(context, byBuyer(made), context.clock.now());
    const rows = await context.db.rows<{ status: string }>(
      sql`select status from orders where checkout_id = ${made.checkoutId}`,
    );
    expect(rows.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(await stockOf(made)).toBe(10);
    expect(await refundsOf(made)).toBe(0);
    expect(await receiveMoney(context, made, context.clock.now())).toBe("late");
    expect(await statusOf(made)).toBe("cancelled");
  });

  test("a paid order is cancelled alone, with all its money back", async () => {
    const shops = [await makeShop(context), await makeShop(context)];
    const made = await makePaidOrder(context, { shops });
    await cancelOrder(context, { ...byBuyer(made), reason: "Salah alamat" }, context.clock.now());
    const rows = await context.db.rows<{ id: string; status: string }>(
      sql`select id, status from orders where checkout_id = ${made.checkoutId}`,
    );
    expect(rows.find(({ id }) => id === made.orderId)?.status).toBe("cancelled");
    expect(rows.find(({ id }) => id !== made.orderId)?.status).toBe("awaiting_confirmation");
    expect(await refundsOf(made)).toBe(1);
  });

  test("money that came a moment before the cancellation is refunded", async () => {
    const made = await makePlacedOrder(context);
    await receiveMoney(context, made, context.clock.now());
    await cancelOrder(context, byBuyer(made), context.clock.now());
    expect(await statusOf(made)).toBe("cancelled");
    expect(await refundsOf(made)).toBe(1);
    await orderJobs["payments.settled"]?.({ checkoutId: made.checkoutId, paymentId: made.paymentId }, context);
    expect(await statusOf(made)).toBe("cancelled");
    expect(await stockOf(made)).toBe(10);
  });

  test("a seller rejects with a reason and the buyer gets everything back", async () => {
    const made = await makePaidOrder(context);
    expect(await outcome(rejectOrder(context, { ...bySeller(made), reason: "" }, context.clock.now()))).toBe(
      "orders.reason_needed",
    );
    await rejectOrder(context, { ...bySeller(made), reason: "Barang rusak di gudang" }, context.clock.now());
    expect([await statusOf(made), await refundsOf(made), await stockOf(made)]).toEqual(["cancelled", 1, 10]);
  });

  test("a request to cancel blocks shipping until the seller answers, and can be made once", async () => {
    const made = await makeAcceptedOrder(context, { now: monday });
    await requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, addDuration(monday, hour));
    expect((await stateOf(made)).due_at).toEqual(addDuration(monday, hour + cancelAnswerDuration()));
    expect(
      await outcome(
        shipOrder(context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, addDuration(monday, hour)),
      ),
    ).toBe("orders.not_allowed");
    await answerCancel(
      context,
      { ...bySeller(made), agreed: false, reason: "Sudah dikemas" },
      addDuration(monday, 2 * hour),
    );
    expect((await stateOf(made)).due_at).toEqual(addDuration(monday, shipWorkingDays() * day));
    expect(
      await outcome(
        requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, addDuration(monday, 3 * hour)),
      ),
    ).toBe("orders.not_allowed");
    await shipOrder(context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, addDuration(monday, 4 * hour));
    expect(await statusOf(made)).toBe("shipped");
  });

  test("after a request to cancel is withdrawn the order continues with its own deadline and the seller is notified", async () => {
    const made = await makeAcceptedOrder(context, { now: monday });
    const { due_at: shipDue } = await stateOf(made);
    await requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, addDuration(monday, hour));
    await withdrawCancel(context, byBuyer(made), addDuration(monday, 2 * hour));
    expect(await stateOf(made)).toMatchObject({ status: "processing", due_at: shipDue });
    expect((await notesOf(made.sellerId)).at(-1)).toBe("Permintaan pembatalan ditarik");
    expect(await fireDeadline(context, made.orderId, addDuration(monday, hour + day))).toBe(false);
    expect(await outcome(withdrawCancel(context, byBuyer(made), addDuration(monday, 3 * hour)))).toBe(
      "orders.not_allowed",
    );
    expect(
      await outcome(
        requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, addDuration(monday, 3 * hour)),
      ),
    ).toBe("orders.not_allowed");
    await shipOrder(context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, addDuration(monday, 4 * hour));
    expect(await statusOf(made)).toBe("shipped");
  });

  test("a request that is withdrawn late leaves the seller 24 hours to ship, and the deadline still fires", async () => {
    const made = await makeAcceptedOrder(context, { now: monday });
    await requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, addDuration(monday, 40 * hour));
    await withdrawCancel(context, byBuyer(made), addDuration(monday, 47 * hour));
    expect((await stateOf(made)).due_at).toEqual(addDuration(monday, 47 * hour + shipDurationAfterRequest));
    expect(await fireDeadline(context, made.orderId, addDuration(monday, 47 * hour + shipDurationAfterRequest))).toBe(
      true,
    );
    expect([await statusOf(made), await refundsOf(made)]).toEqual(["cancelled", 1]);
  });

  test("an approved request refunds", async () => {
    const made = await makeAcceptedOrder(context);
    await requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, context.clock.now());
    await answerCancel(context, { ...bySeller(made), agreed: true }, context.clock.now());
    expect([await statusOf(made), await refundsOf(made)]).toEqual(["cancelled", 1]);
  });
});

describe("shipping", () => {
  test("a tracking number must fit its courier and be new, also for another service of the same company", async () => {
    const first = await makeAcceptedOrder(context);
    const second = await makeAcceptedOrder(context);
    const trackingNumber = newTrackingNumber();
    expect(await outcome(shipOrder(context, { ...bySeller(first), trackingNumber: "12" }, context.clock.now()))).toBe(
      "orders.resi_invalid",
    );
    expect(
      await outcome(shipOrder(context, { ...bySeller(first), trackingNumber: undefined }, context.clock.now())),
    ).toBe("orders.resi_invalid");
    await shipOrder(context, { ...bySeller(first), trackingNumber }, context.clock.now());
    await context.db.run(sql`update parcels set courier = 'jne-yes' where order_id = ${first.orderId}`);
    expect(await outcome(shipOrder(context, { ...bySeller(second), trackingNumber }, context.clock.now()))).toBe(
      "orders.resi_used",
    );
    expect(await statusOf(second)).toBe("processing");
  });

  test("one tracking number used for two orders at the same moment ships one of them", async () => {
    const made = [await makeAcceptedOrder(context), await makeAcceptedOrder(context)];
    const trackingNumber = newTrackingNumber();
    const results = await Promise.all(
      made.map((one) => outcome(shipOrder(context, { ...bySeller(one), trackingNumber }, context.clock.now()))),
    );
    expect(results.sort()).toEqual(["done", "orders.resi_used"]);
  });

  test("pick-up needs no tracking number and has 15 days", async () => {
    const made = await makeAcceptedOrder(context, { courier: "pickup", now: monday });
    await shipOrder(context, { ...bySeller(made), trackingNumber: undefined }, monday);
    expect(await stateOf(made)).toMatchObject({ status: "shipped", due_at: addDuration(monday, ownCourierDuration()) });
    await fireDeadline(context, made.orderId, addDuration(monday, ownCourierDuration()));
    expect([await statusOf(made), await refundsOf(made)]).toEqual(["cancelled", 1]);
    const told = await context.db.rows<{ title: string; text: string }>(sql`
      select title, description as text from notifications where user_id = any(${[made.buyerId, made.sellerId]}::uuid[])`);
    const due = formatDateTime(addDuration(monday, 15 * day));
    expect(told.map(({ title }) => title)).toContain("Pesanan siap diambil");
    expect(told.find(({ title }) => title === "Pesanan siap diambil")?.text).toContain(`sebelum ${due}.`);
    expect(
      told.filter(({ text }) => text.includes("mengambil pesanan") || text.includes("tidak diambil")),
    ).toHaveLength(2);
    for (const { title, text } of told) expect(`${title} ${text}`).not.toMatch(/dikirim|[Pp]aket|kurir/);
  });
});

describe("deadlines", () => {
  const past = {
    awaiting_payment: paymentDuration(),
    awaiting_confirmation: confirmationDuration(),
    processing: shipWorkingDays() * day,
    shipped: firstScanDuration(),
    delivered: autoCompleteDuration(),
  } as const;
  const makers = {
    awaiting_payment: makePlacedOrder,
    awaiting_confirmation: makePaidOrder,
    processing: makeAcceptedOrder,
    shipped: makeShippedOrder,
    delivered: makeDeliveredOrder,
  };

  for (const status of Object.keys(past) as (keyof typeof past)[]) {
    test(`of an order that is ${status} fires once, not a minute early, even with two sweeps at the same moment`, async () => {
      const made = await makers[status](context, { now: monday });
      expect(await fireDeadline(context, made.orderId, addDuration(monday, past[status] - minute))).toBe(false);
      const due = addDuration(monday, past[status]);
      const fired = await Promise.all([1, 2, 3].map(() => fireDeadline(context, made.orderId, due)));
      expect(fired.filter(Boolean)).toHaveLength(1);
      const end = await stateOf(made);
      expect(end).toMatchObject({ status: status === "delivered" ? "completed" : "cancelled", due_at: null });
      expect(await stockOf(made)).toBe(status === "delivered" ? 9 : 10);
      expect(await refundsOf(made)).toBe(status === "delivered" || status === "awaiting_payment" ? 0 : 1);
    });
  }

  test("an unpaid checkout of two shops expires as a whole, and money that comes later is returned", async () => {
    const shops = [await makeShop(context), await makeShop(context)];
    const made = await makePlacedOrder(context, { shops, now: monday });
    await Promise.all(made.orderIds.map((orderId) => fireDeadline(context, orderId, addDuration(monday, day))));
    const rows = await context.db.rows<{ status: string }>(
      sql`select status from orders where checkout_id = ${made.checkoutId}`,
    );
    expect(rows.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(await receiveMoney(context, made, addDuration(monday, day + hour))).toBe("late");
  });

  test("money that came in time saves an order even when its deadline is checked first", async () => {
    const made = await makePlacedOrder(context, { now: monday });
    await receiveMoney(context, made, addDuration(monday, day - minute));
    await fireDeadline(context, made.orderId, addDuration(monday, day));
    expect(await statusOf(made)).toBe("awaiting_confirmation");
  });

  test("an unanswered request to cancel counts as yes", async () => {
    const made = await makeAcceptedOrder(context, { now: monday });
    await requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, monday);
    expect(await fireDeadline(context, made.orderId, addDuration(monday, day))).toBe(true);
    expect([await statusOf(made), await refundsOf(made)]).toEqual(["cancelled", 1]);
  });

  /** When an extended order completes that was delivered on Monday. */
  const end = () => addDuration(monday, autoCompleteDuration() + extensionDuration());
  test("the buyer takes three more days once", async () => {
    const made = await makeDeliveredOrder(context, { now: monday });
    await extendOrder(context, byBuyer(made), addDuration(monday, day));
    expect(await outcome(extendOrder(context, byBuyer(made), addDuration(monday, day)))).toBe("orders.not_allowed");
    expect(await fireDeadline(context, made.orderId, addDuration(end(), -minute))).toBe(false);
    expect(await fireDeadline(context, made.orderId, end())).toBe(true);
    expect(await statusOf(made)).toBe("completed");
  });

  test("after an extension the notifications name the new deadline, and both sides are notified of the completion", async () => {
    const made = await makeDeliveredOrder(context, { now: monday });
    await extendOrder(context, byBuyer(made), addDuration(monday, day));
    await fireDeadline(context, made.orderId, end());
    const notified = await context.db.rows<{ side: string; title: string; text: string }>(sql`
      select user_type as side, title, description as text from notifications
      where transaction_id = ${made.orderId} and created_at >= ${addDuration(monday, day)} order by created_at, user_type`);
    expect(notified.map(({ side, title }) => [side, title])).toEqual([
      ["buyer", "Waktu periksa bertambah"],
      ["seller", "Pembeli menambah waktu periksa"],
      ["buyer", "Pesanan selesai"],
      ["seller", "Pesanan selesai"],
    ]);
    for (const { text } of notified.slice(0, 2)) expect(text).toContain(formatDateTime(end()));
    const arrived = await context.db.row<{ text: string }>(sql`
      select description as text from notifications
      where transaction_id = ${made.orderId} and title = 'Paket sudah tiba' and user_type = 'buyer'`);
    expect(arrived?.text).toContain(`dalam ${span(autoCompleteDuration())}`);
    expect(arrived?.text).toContain(`tambahan waktu ${span(extensionDuration())}`);
  });

  test("a national holiday is no working day for shipping", async () => {
    const beforeChristmas = new Date("2026-12-24T03:00:00Z");
    const made = await makeAcceptedOrder(context, { now: beforeChristmas });
    expect((await stateOf(made)).due_at).toEqual(new Date("2026-12-29T03:00:00Z"));
  });

  test("a pre-order has the calendar days that the buyer saw, whatever the seller writes afterwards", async () => {
    const made = await makePaidOrder(context, { now: monday, preorderDays: 12 });
    await context.db.run(sql`update products set preorder_days = 90 where shop_id = ${made.shopId}`);
    await acceptOrder(context, bySeller(made), monday);
    expect((await stateOf(made)).due_at).toEqual(addDuration(monday, 12 * day));
  });

  test("the sweep finds a deadline whose job was lost", async () => {
    const made = await makePaidOrder(context, { now: monday });
    await sweepDeadlines(context, addDuration(monday, confirmationDuration()));
    expect(await statusOf(made)).toBe("cancelled");
  });
});

describe("two at the same moment", () => {
  test("an event by a process whose clock is behind is sorted after the event that it follows", async () => {
    const made = await makePaidOrder(context, { now: monday });
    await acceptOrder(context, bySeller(made), addDuration(monday, -5));
    expect(
      await context.db.rows(
        sql`select action from order_events where order_id = ${made.orderId} and created_at < ${monday}`,
      ),
    ).toEqual([]);
  });

  const rounds = raceRounds(10);

  test("a payment and a cancellation end cancelled, with the money back exactly once", async () => {
    const shop = await makeShop(context);
    for (let round = 0; round < rounds; round += 1) {
      const made = await makePlacedOrder(context, { shops: [shop] });
      const now = context.clock.now();
      await Promise.all([
        receiveMoney(context, made, now).then((verdict) =>
          verdict === "settled"
            ? context.db.transaction((tx) => markCheckoutPaid(tx, context, made.checkoutId, now))
            : 0,
        ),
        cancelOrder(context, byBuyer(made), now),
      ]);
      expect([await statusOf(made), await stockOf(made)]).toEqual(["cancelled", 10]);
      const back = await context.db.row<{ n: number; amount: number }>(
        sql`select count(*)::int as n, sum(amount)::bigint as amount from refunds where payment_id = ${made.paymentId}`,
      );
      expect(back).toEqual({ n: 1, amount: (await paymentOf(made)).amount });
      expect((await paymentOf(made)).received).toBe(back?.amount);
    }
  });

  test("shipping and a request to cancel: exactly one wins", async () => {
    const shop = await makeShop(context);
    for (let round = 0; round < rounds; round += 1) {
      const made = await makeAcceptedOrder(context, { shops: [shop] });
      const now = context.clock.now();
      const results = await Promise.all([
        outcome(requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, now)),
        outcome(shipOrder(context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, now)),
      ]);
      expect([...results].sort()).toEqual(["done", "orders.not_allowed"]);
      expect(await statusOf(made)).toBe(results[1] === "done" ? "shipped" : "processing");
    }
  });

  test("withdrawing a request and the seller's answer to it: exactly one wins", async () => {
    const shop = await makeShop(context);
    for (let round = 0; round < rounds; round += 1) {
      const made = await makeAcceptedOrder(context, { shops: [shop], now: monday });
      await requestCancel(context, { ...byBuyer(made), reason: "Berubah pikiran" }, addDuration(monday, hour));
      const now = addDuration(monday, 2 * hour);
      const answer =
        round % 2 === 0 ? ({ agreed: true } as const) : ({ agreed: false, reason: "Sudah dikemas" } as const);
      const results = await Promise.all([
        outcome(withdrawCancel(context, byBuyer(made), now)),
        outcome(answerCancel(context, { ...bySeller(made), ...answer }, now)),
      ]);
      expect([...results].sort()).toEqual(["done", "orders.not_allowed"]);
      const cancelled = answer.agreed && results[1] === "done";
      expect([await statusOf(made), await refundsOf(made), await stockOf(made)]).toEqual(
        cancelled ? ["cancelled", 1, 10] : ["processing", 0, 9],
      );
    }
  });

  test("accepting, rejecting, cancelling and the deadline: exactly one wins", async () => {
    const shop = await makeShop(context);
    for (let round = 0; round < rounds / 2; round += 1) {
      const made = await makePaidOrder(context, { shops: [shop], now: monday });
      const now = addDuration(monday, day);
      const results = await Promise.all([
        outcome(acceptOrder(context, bySeller(made), now)),
        outcome(cancelOrder(context, byBuyer(made), now)),
        outcome(rejectOrder(context, { ...bySeller(made), reason: "Stok keliru" }, now)),
        fireDeadline(context, made.orderId, now).then((fired) => (fired ? "done" : "nothing")),
      ]);
      expect(results.filter((one) => one === "done")).toHaveLength(1);
      expect(await refundsOf(made)).toBe((await statusOf(made)) === "processing" ? 0 : 1);
    }
  });
});
