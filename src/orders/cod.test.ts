import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { paymentRefusals } from "#payments/contract.ts";
import { sellerBalance } from "#payments/ledger/ledger.ts";
import { findBalance } from "#payments/ledger/queries.ts";
import { makeCartLine } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import {
  makeAcceptedOrder,
  makeDeliveredOrder,
  makePaidOrder,
  makePlacedOrder,
  makeShippedOrder,
  newTrackingNumber,
  scanParcel,
  type MadeOrder,
} from "../../test/make/orders.ts";
import { makeAddress, makeProduct, makeShop, makeUser, verifyPhone } from "../../test/make/rows.ts";
import { byBuyer, bySeller, outcome, readOrders } from "../../test/read/orders.ts";
import { acceptOrder, rejectOrder } from "./accept-order.ts";
import { answerCancel, cancelOrder, requestCancel } from "./cancel-order.ts";
import { factsOf, lockOrder } from "./change-order.ts";
import { changeMethod } from "./checkout/change-method.ts";
import { codLimits } from "./checkout/cod-rules.ts";
import { checkoutRefusals } from "./checkout/contract.ts";
import { placeOrder } from "./checkout/place-order.ts";
import { quoteCheckout } from "./checkout/quote-checkout.ts";
import { orderRefusals } from "./contract.ts";
import { fireDeadline } from "./deadlines/fire-deadline.ts";
import { askedAgainDuration, lostParcelDuration } from "./deadlines/rules.ts";
import { brokenInvariants } from "./invariants.ts";
import { handOverOrder } from "./parcels/hand-over-order.ts";
import { confirmArrival, receiveOrder } from "./receive-order.ts";
import { refundPart } from "./settlement/refund-part.ts";
import { refuseParcel } from "./refuse-parcel.ts";
import { canOrder } from "./rules.ts";
import { shipOrder } from "./ship-order.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let { statusOf, stockOf, refundsOf } = {} as ReturnType<typeof readOrders>;
const cod = { method: "cod" } as const;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  ({ statusOf, stockOf, refundsOf } = readOrders(context));
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

async function stateOf({ orderId }: MadeOrder) {
  const row = await context.db.row<{ status: string; payment: string; paid_at: Date | null }>(sql`
    select o.status, o.paid_at, p.status as payment from orders o join payments p on p.checkout_id = o.checkout_id where o.id = ${orderId}`);
  if (!row) throw new Error("no order");
  return row;
}
async function notesTo(...userIds: string[]): Promise<string[]> {
  const rows = await context.db.rows<{ text: string }>(
    sql`select title || ': ' || description as text from notifications where user_id = any(${userIds}::uuid[])`,
  );
  return rows.map(({ text }) => text);
}
const owedBy = (courier: string) => findBalance(context.db, "cod_receivable", courier);
const escrowOf = ({ orderId }: MadeOrder) => findBalance(context.db, "escrow", orderId);
const deliver = ({ orderId }: MadeOrder) =>
  scanParcel(context, orderId, { status: "delivered", place: "Bandung" }, now());
const pickUp = ({ orderId }: MadeOrder) => scanParcel(context, orderId, { status: "picked", place: "Bandung" }, now());
/** When the latest day of every estimate has passed. */
const late = () => addDuration(now(), 20 * day);
const bringBack = ({ orderId }: MadeOrder, at = now()) =>
  scanParcel(context, orderId, { status: "returned", place: "Bandung" }, at);

describe("a COD order", () => {
  test("reaches its seller at once, and nothing is booked before the courier has the cash", async () => {
    const made = await makePlacedOrder(context, cod);
    expect(await stateOf(made)).toMatchObject({ status: "awaiting_confirmation", paid_at: null });
    expect(await escrowOf(made)).toBe(0);
    expect((await stateOf(made)).payment).toBe("pending");
    expect((await notesTo(made.sellerId)).join()).toMatch(/Pesanan baru, bayar di tempat.*Kurir menagih/);
  });

  test("is paid by its delivery: the courier owes the cash, and the buyer's receipt pays the seller", async () => {
    const owed = await owedBy("jne");
    const made = await makeShippedOrder(context, { ...cod, price: 123_457, quantity: 2 });
    await deliver(made);
    expect(await stateOf(made)).toMatchObject({ status: "delivered", paid_at: expect.any(Date) });
    expect((await stateOf(made)).payment).toBe("paid");
    expect(await owedBy("jne")).toBe(owed - made.total);
    expect(await escrowOf(made)).toBe(made.total);
    await receiveOrder(context, byBuyer(made), now());
    expect(await escrowOf(made)).toBe(0);
    expect(await sellerBalance(context.db, made.shopId)).toBeGreaterThan(200_000);
    expect(await owedBy("jne")).toBe(owed - made.total);
  });

  test("is not paid by its buyer's word: two accomplices make no money of a parcel that nobody paid", async () => {
    const owed = await owedBy("jne");
    const made = await makeShippedOrder(context, cod);
    await scanParcel(context, made.orderId, { status: "picked", place: "Bandung" }, now());
    for (const say of [receiveOrder, confirmArrival])
      expect(await outcome(say(context, byBuyer(made), now()))).toBe(orderRefusals.notAllowed.code);
    await handOverOrder(context, { ...bySeller(made), code: "000000" }, now()).catch(() => undefined);
    expect(await stateOf(made)).toMatchObject({ status: "shipped", paid_at: null, payment: "pending" });
    await fireDeadline(context, made.orderId, addDuration(now(), lostParcelDuration()));
    expect(await stateOf(made)).toMatchObject({ status: "cancelled", paid_at: null, payment: "cancelled" });
    expect([await owedBy("jne"), await escrowOf(made), await refundsOf(made)]).toEqual([owed, 0, 0]);
    expect(await sellerBalance(context.db, made.shopId)).toBe(0);
    expect(await stockOf(made)).toBe(10);
  });

  test("is not shipped where nothing reports its courier's scans any more, and ends without money", async () => {
    const silent = { ...context, config: { ...context.config, production: true, demo: false } };
    const made = await makeAcceptedOrder(context, cod);
    const shipping = { ...bySeller(made), trackingNumber: newTrackingNumber() };
    expect(await outcome(shipOrder(silent, shipping, now()))).toBe(orderRefusals.codUnreported.code);
    await fireDeadline(context, made.orderId, addDuration(now(), 30 * day));
    expect(await stateOf(made)).toMatchObject({ status: "cancelled", paid_at: null, payment: "cancelled" });
  });

  test("whose scans stopped is never assumed to have arrived: it is lost after the usual time", async () => {
    const made = await makeShippedOrder(context, cod);
    await context.db.run(sql`update parcels set scan_source = null where order_id = ${made.orderId}`);
    for (let days = 1; days < 30; days += 4) await fireDeadline(context, made.orderId, addDuration(now(), days * day));
    expect(await outcome(confirmArrival(context, byBuyer(made), now()))).toBe(orderRefusals.notAllowed.code);
    expect(await stateOf(made)).toMatchObject({ status: "shipped", paid_at: null });
    await fireDeadline(context, made.orderId, addDuration(now(), lostParcelDuration() + hour));
    expect(await stateOf(made)).toMatchObject({ status: "cancelled", paid_at: null });
    expect(await stockOf(made)).toBe(10);
  });

  test("waits while its courier's platform does not answer", async () => {
    const made = await makeShippedOrder(context, cod);
    await scanParcel(context, made.orderId, { status: "picked", place: "Bandung" }, now());
    await context.db.run(sql`
      insert into tracking_polls (parcel_id, provider, courier, tracking_number, followed_at, poll_at, failures)
      select id, 'biteship', courier, tracking_number, now(), now(), 3 from parcels where order_id = ${made.orderId}`);
    const lost = addDuration(now(), lostParcelDuration());
    await fireDeadline(context, made.orderId, lost);
    expect(await statusOf(made)).toBe("shipped");
    await fireDeadline(context, made.orderId, addDuration(lost, askedAgainDuration.silent));
    expect(await statusOf(made)).toBe("shipped");
    await context.db.run(sql`
      update tracking_polls set failures = 0, answered_at = ${lost}, reached_at = ${lost}, digest = 'same', recorded_digest = 'same'`);
    await fireDeadline(context, made.orderId, lost);
    expect(await statusOf(made)).toBe("cancelled");
  });

  test.each<[string, (made: MadeOrder) => Promise<unknown>]>([
    ["its buyer cancels", (made) => cancelOrder(context, byBuyer(made), now())],
    ["its seller rejects", (made) => rejectOrder(context, { ...bySeller(made), reason: "Stok keliru" }, now())],
    ["its seller is silent", (made) => fireDeadline(context, made.orderId, addDuration(now(), 30 * day))],
    [
      "a request to cancel is approved",
      async (made) => {
        await acceptOrder(context, bySeller(made), now());
        await requestCancel(context, { ...byBuyer(made), reason: "Salah pilih ukuran" }, now());
        await answerCancel(context, { ...bySeller(made), agreed: true }, now());
      },
    ],
    [
      "nobody scans its parcel",
      async (made) => {
        await acceptOrder(context, bySeller(made), now());
        await shipOrder(context, { ...bySeller(made), trackingNumber: newTrackingNumber() }, now());
        await fireDeadline(context, made.orderId, addDuration(now(), 30 * day));
      },
    ],
  ])("ends without money when %s", async (_title, end) => {
    const made = await makePlacedOrder(context, cod);
    expect(await stockOf(made)).toBe(9);
    await end(made);
    expect(await stateOf(made)).toMatchObject({ status: "cancelled", paid_at: null });
    expect((await stateOf(made)).payment).toBe("cancelled");
    expect(await stockOf(made)).toBe(10);
    expect(await refundsOf(made)).toBe(0);
    for (const note of await notesTo(made.buyerId, made.sellerId))
      expect(note).not.toMatch(/dikembalikan kepada Anda|uang kembali/);
  });

  test("that the buyer refuses ends when the courier brings the parcel back", async () => {
    const made = await makeShippedOrder(context, cod);
    await bringBack(made);
    expect(await stateOf(made)).toMatchObject({ status: "cancelled", paid_at: null });
    expect(await stockOf(made)).toBe(10);
    expect((await stateOf(made)).payment).toBe("cancelled");
    await deliver(made);
    expect(await stateOf(made)).toMatchObject({ status: "cancelled", paid_at: null });
  });

  test("cannot be reported as refused by its seller before the courier had it and its estimate passed", async () => {
    const made = await makeShippedOrder(context, cod);
    const refusal = { ...bySeller(made), reason: "Pembeli tidak mau membayar" };
    expect(await outcome(refuseParcel(context, refusal, late()))).toBe(orderRefusals.returnEarly.code);
    await pickUp(made);
    expect(await outcome(refuseParcel(context, refusal, now()))).toBe(orderRefusals.returnEarly.code);
    expect(await statusOf(made)).toBe("shipped");
    await refuseParcel(context, refusal, late());
    expect(await statusOf(made)).toBe("cancelled");
    expect((await notesTo(made.buyerId)).join()).toMatch(/Menurut penjual.*hubungi kami/);
  });

  test("can be reported as refused by its seller, with a reason, and only while it is under way and unpaid", async () => {
    const made = await makeShippedOrder(context, cod);
    await pickUp(made);
    const refusal = { ...bySeller(made), reason: "Pembeli tidak mau membayar" };
    const stranger = await makeShop(context);
    expect(
      await outcome(refuseParcel(context, { ...refusal, shopId: stranger.shopId, userId: stranger.ownerId }, late())),
    ).toBe("request.not_found");
    await refuseParcel(context, refusal, late());
    expect(await statusOf(made)).toBe("cancelled");
    expect(await outcome(refuseParcel(context, refusal, late()))).toBe(orderRefusals.notAllowed.code);
    for (const other of [
      await makeDeliveredOrder(context, cod),
      await makeShippedOrder(context),
      await makeAcceptedOrder(context, cod),
    ])
      expect(await outcome(refuseParcel(context, { ...bySeller(other), reason: "Tidak mau" }, late()))).toBe(
        orderRefusals.notAllowed.code,
      );
  });

  test("gives nothing back before it is paid, and afterwards to a bank account", async () => {
    const made = await makeShippedOrder(context, cod);
    const line = await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`);
    const part = () => ({
      ...bySeller(made),
      idempotencyKey: randomUUID(),
      lines: [{ line_id: line?.id ?? "", amount: 10_000 }],
      shipping: 0,
      reason: "Kemasan penyok",
    });
    expect(await outcome(refundPart(context, part(), now()))).toBe(orderRefusals.notAllowed.code);
    await deliver(made);
    await refundPart(context, part(), now());
    const [refund] = await context.db.rows(
      sql`select amount, way, status from refunds where order_id = ${made.orderId}`,
    );
    expect(refund).toEqual({ amount: 10_000, way: "bank_account", status: "needs_account" });
  });

  test("opens no complaint while nothing is paid", async () => {
    const made = await makeShippedOrder(context, cod);
    const canDispute = () =>
      context.db.transaction(async (tx) => {
        const order = await lockOrder(tx, made.orderId, "anyone");
        return canOrder("dispute", order.status, "buyer", factsOf(order));
      });
    expect(await canDispute()).toBe(false);
    await deliver(made);
    expect(await canDispute()).toBe(true);
  });

  test("keeps its way to pay, and no other order changes to it", async () => {
    const made = await makePlacedOrder(context, cod);
    const change = (one: MadeOrder, method: string) =>
      outcome(changeMethod(context, { paymentId: one.paymentId, buyerId: one.buyerId, method }, now()));
    expect(await change(made, "qris")).toBe(paymentRefusals.notPayable.code);
    const unpaid = await makePlacedOrder(context, { shops: [await makeShop(context, { hasCod: true })] });
    expect(await change(unpaid, "cod")).toBe(paymentRefusals.methodUnknown.code);
  });
});

describe("two events at the same moment", () => {
  test("two scans of the delivery collect the cash once", async () => {
    for (let round = 0; round < 3; round += 1) {
      const owed = await owedBy("jne");
      const made = await makeShippedOrder(context, cod);
      await Promise.allSettled([
        deliver(made),
        scanParcel(context, made.orderId, { status: "delivered", place: "Cimahi" }, now()),
        receiveOrder(context, byBuyer(made), now()),
      ]);
      expect((await stateOf(made)).paid_at).not.toBeNull();
      expect(await owedBy("jne")).toBe(owed - made.total);
    }
  });

  test("a refusal and a delivery have one winner", async () => {
    for (let round = 0; round < 4; round += 1) {
      const owed = await owedBy("jne");
      const made = await makeShippedOrder(context, cod);
      await pickUp(made);
      const events = [() => deliver(made), () => bringBack(made), () => refuse(made)];
      await Promise.allSettled((round % 2 === 0 ? events : events.toReversed()).map((event) => event()));
      const { status, paid_at } = await stateOf(made);
      expect([status, paid_at === null]).toEqual(status === "delivered" ? ["delivered", false] : ["cancelled", true]);
      expect(await owedBy("jne")).toBe(status === "delivered" ? owed - made.total : owed);
    }
  });

  const refuse = (made: MadeOrder) => refuseParcel(context, { ...bySeller(made), reason: "Tidak mau bayar" }, late());
});

describe("at the checkout, cash on delivery", () => {
  async function request(fields: {
    shops: readonly { shopId: string }[];
    price?: number;
    courier?: string;
    buyerId?: string;
  }) {
    const buyerId = fields.buyerId ?? (await makeUser(context));
    await verifyPhone(context, buyerId);
    const known = await context.db.row<{ id: string }>(sql`select id from addresses where user_id = ${buyerId}`);
    const addressId = known?.id ?? (await makeAddress(context, buyerId));
    for (const { shopId } of fields.shops) {
      const { variantIds } = await makeProduct(context, shopId, { price: fields.price ?? 50_000, stock: 10 });
      await makeCartLine(context, buyerId, variantIds[0] ?? "", 1);
    }
    const shipping = Object.fromEntries(fields.shops.map(({ shopId }) => [shopId, fields.courier ?? "jne-reg"]));
    const choice = { addressId, shipping, paymentMethod: "cod" };
    const quote = await quoteCheckout(context, buyerId, choice, now());
    const place = () =>
      placeOrder(context, { ...choice, buyerId, quoteId: quote.quote_id, idempotencyKey: randomUUID() }, now());
    return { quote, place, buyerId };
  }

  test.each<[string, RegExp, () => Promise<Parameters<typeof request>[0]>]>([
    [
      "goods of two shops",
      /satu toko/,
      async () => ({ shops: [await makeShop(context, { hasCod: true }), await makeShop(context, { hasCod: true })] }),
    ],
    ["a shop without COD", /Toko ini tidak menerima COD/, async () => ({ shops: [await makeShop(context)] })],
    [
      "pick-up",
      /Kurir yang dipilih/,
      async () => ({ shops: [await makeShop(context, { hasCod: true })], courier: "pickup" }),
    ],
    [
      "a sum above the limit",
      /Rp3\.000\.000/,
      async () => ({ shops: [await makeShop(context, { hasCod: true })], price: 3_000_000 }),
    ],
  ])("is refused for %s, with the reason in the quote", async (_title, reason, fields) => {
    const { quote, place } = await request(await fields());
    expect(quote.cod_problem).toMatch(reason);
    expect(await outcome(place())).toBe(checkoutRefusals.codNotOffered.code);
  });

  test("is refused with a new quote when the shop switched it off since the quote", async () => {
    const shop = await makeShop(context, { hasCod: true });
    const { quote, place } = await request({ shops: [shop] });
    expect(quote.cod_problem).toBeNull();
    await context.db.run(sql`update shops set has_cod = false where id = ${shop.shopId}`);
    await expect(place()).rejects.toMatchObject({
      code: checkoutRefusals.codNotOffered.code,
      kind: { status: 409 },
      extra: { quote: { cod_problem: expect.stringMatching(/tidak menerima COD/), quote_id: quote.quote_id } },
    });
    await context.db.run(sql`update shops set has_cod = true where id = ${shop.shopId}`);
    await expect(place()).resolves.toBeDefined();
  });

  test("is lost after two refused parcels within 60 days, and comes back afterwards", async () => {
    const buyerId = await makeUser(context);
    const shop = await makeShop(context, { hasCod: true });
    const first = await makeShippedOrder(context, { ...cod, buyerId, shops: [shop] });
    await bringBack(first);
    expect((await request({ shops: [shop], buyerId })).quote.cod_problem).toBeNull();
    const second = await makeShippedOrder(context, { ...cod, buyerId, shops: [shop] });
    await bringBack(second);
    const { quote, place } = await request({ shops: [shop], buyerId });
    expect(quote.cod_problem).toMatch(/2 paket COD Anda tidak jadi dibayar/);
    expect(await outcome(place())).toBe(checkoutRefusals.codNotOffered.code);
    await context.db.run(sql`
      update order_events set created_at = created_at - interval '61 days' where order_id = ${first.orderId}`);
    expect((await request({ shops: [shop], buyerId })).quote.cod_problem).toBeNull();
  });

  test("is not lost because one seller says so, however often", async () => {
    const buyerId = await makeUser(context);
    const shop = await makeShop(context, { hasCod: true });
    const other = await makeShippedOrder(context, { ...cod, buyerId });
    for (let times = 0; times < 3; times += 1) {
      const made = await makeShippedOrder(context, { ...cod, buyerId, shops: [shop] });
      await pickUp(made);
      await refuseParcel(context, { ...bySeller(made), reason: "Pembeli tidak ada" }, late());
    }
    expect((await request({ shops: [shop], buyerId })).quote.cod_problem).toBeNull();
    await pickUp(other);
    await refuseParcel(context, { ...bySeller(other), reason: "Pembeli tidak ada" }, late());
    expect((await request({ shops: [shop], buyerId })).quote.cod_problem).toMatch(
      /2 paket COD Anda tidak jadi dibayar/,
    );
  });

  test("is lost too after parcels that were lost under way, but not after parcels that no courier ever had", async () => {
    const buyerId = await makeUser(context);
    const shop = await makeShop(context, { hasCod: true });
    for (const isScanned of [false, false, true, true]) {
      expect((await request({ shops: [shop], buyerId })).quote.cod_problem).toBeNull();
      const made = await makeShippedOrder(context, { ...cod, buyerId, shops: [shop] });
      if (isScanned) await pickUp(made);
      await fireDeadline(context, made.orderId, addDuration(now(), lostParcelDuration() + hour));
      expect(await statusOf(made)).toBe("cancelled");
    }
    expect((await request({ shops: [shop], buyerId })).quote.cod_problem).toMatch(/tidak jadi dibayar/);
  });

  test("is limited to a number of orders under way, and free again when one arrives", async () => {
    const buyerId = await makeUser(context);
    const shop = await makeShop(context, { hasCod: true });
    const made: MadeOrder[] = [];
    for (let at = 0; at < codLimits().maxOpen; at += 1)
      made.push(await makePaidOrder(context, { ...cod, buyerId, shops: [shop] }));
    const { quote, place } = await request({ shops: [shop], buyerId });
    expect(quote.cod_problem).toMatch(/belum tiba/);
    expect(await outcome(place())).toBe(checkoutRefusals.codNotOffered.code);
    const [first] = made;
    if (first) await cancelOrder(context, byBuyer(first), addDuration(now(), hour));
    expect((await request({ shops: [shop], buyerId })).quote.cod_problem).toBeNull();
  });
});
