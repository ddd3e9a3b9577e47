// Refunds that fail after orders bore a chargeback of their payment: the buyer has the money from the bank.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { describeStory } from "#operator/orders/describe-story.ts";
import { listStory } from "#operator/orders/queries.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { sellerBalance } from "#payments/ledger/ledger.ts";
import { advancePayout } from "#payments/payouts/advance-payout.ts";
import { markSending } from "#payments/payouts/sending-queries.ts";
import { followRefunds, payRefund } from "#payments/refunds/pay-refund.ts";
import { makeContext } from "../../../test/make/context.ts";
import {
  attemptOf,
  makeCompletedOrder,
  makePaidOrder,
  movePaymentTo,
  type MadeOrder,
} from "../../../test/make/orders.ts";
import { advancePayoutsTo, nameAccount, openRefundsOf, payoutsTo, takeBack } from "../../../test/make/refunds.ts";
import { makeShop } from "../../../test/make/rows.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { rejectOrder } from "../accept-order.ts";
import { brokenInvariants } from "../invariants.ts";
import { chargeBackCheckout } from "./charge-back.ts";
import { moveChargebackToRefund } from "./move-chargeback.ts";
import { refundPart } from "./refund-part.ts";
import { returnChargeback } from "./return-chargeback.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());
afterEach(async () => {
  expect(await brokenInvariants(context.db)).toEqual([]);
});
const now = () => context.clock.now();

/** An account to which the simulated bank transfers, and which sends the money back later. */
const returningAccount = "8880002222";

const openOf = async (made: MadeOrder) => (await openRefundsOf(context, made)).map(({ amount }) => amount);
const refundOf = async (made: MadeOrder) => (await openRefundsOf(context, made))[0]?.id ?? "";
/** The provider reports that the refund failed. */
const fail = async (made: MadeOrder, refundId: string, amount: number) =>
  followRefunds(
    context,
    await attemptOf(context, made.paymentId),
    [{ reference: refundId, status: "failed", amount }],
    now(),
  );

/** A completed order of Rp200.000, of which the seller gave a part back; the refund is under way. */
async function makePartRefund(amount: number): Promise<MadeOrder & { refundId: string; balance: number }> {
  const made = await makeCompletedOrder(context, { price: 200_000 });
  const line = await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`);
  const { orderId, shopId, sellerId: userId } = made;
  const lines = [{ line_id: line?.id ?? "", amount }];
  const reason = "Warnanya sedikit berbeda.";
  await refundPart(
    context,
    { orderId, shopId, userId, shipping: 0, reason, idempotencyKey: randomUUID(), lines },
    now(),
  );
  return { ...made, refundId: await refundOf(made), balance: await sellerBalance(context.db, shopId) };
}

test("a refund that its provider cannot pay, because the bank took as much meanwhile, costs the seller nothing more", async () => {
  const made = await makePartRefund(50_000);
  await takeBack(context, made, 50_000);
  expect(await sellerBalance(context.db, made.shopId)).toBeLessThan(made.balance);
  await fail(made, made.refundId, 50_000);
  await runQueued(context);
  expect([await sellerBalance(context.db, made.shopId), await openOf(made)]).toEqual([made.balance, []]);

  const texts = await context.db.rows<{ user_id: string; title: string }>(sql`
    select user_id, title from notifications where transaction_id = ${made.orderId} and title in ('Penarikan bank tidak lagi ditanggung pesanan', 'Pengembalian dana sudah lewat bank Anda', 'Pilih rekening untuk pengembalian dana') order by title desc`);
  expect(texts.map((one) => [one.title, one.user_id])).toEqual([
    ["Pengembalian dana sudah lewat bank Anda", made.buyerId],
    ["Penarikan bank tidak lagi ditanggung pesanan", made.sellerId],
  ]);
  const order = { siblings: 0, adjustments: [{ kind: "service_fee", bearer: "platform", amount: 1_000 }] };
  const story = describeStory(await listStory(context.db, made), order).map(({ text, amount }) => [text, amount]);
  expect(story).toContainEqual(["Penarikan bank pembeli dipindah ke pengembalian yang gagal", 50_000]);
  expect(story).not.toContainEqual(["Pengembalian sampai", 50_000]);

  // When the dispute is won, what the refund would have brought is owed to the buyer, and the seller keeps the rest.
  const { id: attemptId } = await attemptOf(context, made.paymentId);
  await returnChargeback(context, { attemptId, chargedBack: 0 }, now());
  expect([await sellerBalance(context.db, made.shopId), await openOf(made)]).toEqual([made.balance, [50_000]]);
});

test("a refund larger than what the order bore is owed by the difference, and with a smaller one the order bears the difference", async () => {
  const larger = await makePartRefund(50_000);
  await takeBack(context, larger, 20_000);
  await fail(larger, larger.refundId, 50_000);
  await runQueued(context);
  expect([await sellerBalance(context.db, larger.shopId), await openOf(larger)]).toEqual([larger.balance, [30_000]]);

  const smaller = await makePartRefund(20_000);
  await takeBack(context, smaller, 50_000);
  await fail(smaller, smaller.refundId, 20_000);
  await runQueued(context);
  const other = await makePartRefund(20_000);
  await takeBack(context, other, 30_000);
  expect(await openOf(smaller)).toEqual([]);
  expect(await sellerBalance(context.db, smaller.shopId)).toBe(await sellerBalance(context.db, other.shopId));
});

test("money that was paid twice and came back from the buyer's account after the chargeback costs the seller nothing", async () => {
  const made = await makeCompletedOrder(context);
  await movePaymentTo(context, made.paymentId, "midtrans");
  const earned = await sellerBalance(context.db, made.shopId);
  const before = await attemptOf(context, made.paymentId);
  const receipts = [{ reference: randomUUID(), amount: before.amount, receivedAt: now() }];
  await applyStatus(context, before, { status: "paid", receipts, refunds: [], chargedBack: 0 }, now());
  const refundId = await refundOf(made);
  await nameAccount(context, { refundId, buyerId: made.buyerId }, { number: returningAccount });
  await payRefund(context, refundId, now());
  const payout = await context.db.row<{ id: string }>(sql`select id from payouts where refund_id = ${refundId}`);
  await advancePayout(context, payout?.id ?? "", now());
  await takeBack(context, made, before.amount);
  expect(await sellerBalance(context.db, made.shopId)).toBe(0);
  await advancePayout(context, payout?.id ?? "", addDuration(now(), 2 * day));
  expect(await context.db.row(sql`select status from payouts where id = ${payout?.id ?? ""}`)).toEqual({
    status: "returned",
  });
  await runQueued(context);
  expect([await sellerBalance(context.db, made.shopId), await openOf(made)]).toEqual([earned, []]);
});

test("a refund that is younger than the chargeback is paid, and what the orders bore stays", async () => {
  const shops = [await makeShop(context), await makeShop(context)];
  const made = await makePaidOrder(context, { shops });
  await movePaymentTo(context, made.paymentId, "midtrans");
  await takeBack(context, made, 10_000);
  const left = async () =>
    context.db.rows(
      sql`select amount from refunds where payment_id = ${made.paymentId} and way = 'chargeback' order by id`,
    );
  const borne = await left();
  const { orderId, shopId, sellerId: userId } = made;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, addDuration(now(), 1000));
  await runQueued(context);
  expect(await left()).toEqual(borne);
  expect(await openOf(made)).toHaveLength(1);
});

test("an order that the chargeback cancelled gets nothing back, so the refund of the other order waits for an account", async () => {
  const shops = [await makeShop(context), await makeShop(context)];
  const made = await makePaidOrder(context, { shops });
  await movePaymentTo(context, made.paymentId, "midtrans");
  const { amount } = await attemptOf(context, made.paymentId);
  const { orderId, shopId, sellerId: userId } = made;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  const [refunded = 0] = await openOf(made);
  // It is on its way when the bank takes everything else.
  await context.db.run(
    sql`update refunds set way = 'provider', status = 'sent' where payment_id = ${made.paymentId} and status <> 'done'`,
  );
  await takeBack(context, made, amount - refunded);
  expect(
    await context.db.rows(sql`select status from orders where checkout_id = ${made.checkoutId} order by status`),
  ).toEqual([{ status: "cancelled" }, { status: "cancelled" }]);
  await fail(made, await refundOf(made), refunded);
  await runQueued(context);
  expect(await openOf(made)).toEqual([refunded]);
});

test("a transfer of a killed process is not sent again when an order bore the chargeback meanwhile", async () => {
  const made = await makePartRefund(50_000);
  await context.db.run(
    sql`update refunds set way = 'bank_account', status = 'needs_account' where id = ${made.refundId}`,
  );
  await nameAccount(context, made);
  await payRefund(context, made.refundId, now());
  const [payout] = await payoutsTo(context, made.buyerId);
  await markSending(context.db, payout?.id ?? "", "simulator", now());
  await takeBack(context, made, 50_000);
  await advancePayoutsTo(context, made.buyerId, addDuration(now(), hour));
  await runQueued(context);
  expect((await payoutsTo(context, made.buyerId)).map(({ status }) => status)).toEqual(["failed"]);
  expect([await sellerBalance(context.db, made.shopId), await openOf(made)]).toEqual([made.balance, []]);
});

test("a refund that its provider was not asked for yet is not sent when the order bears the chargeback", async () => {
  const made = await makePartRefund(50_000);
  const { reference } = await attemptOf(context, made.paymentId);
  await takeBack(context, made, 50_000);
  await payRefund(context, made.refundId, now());
  await runQueued(context);
  expect(
    await context.db.rows(sql`select amount from simulator_refunds where charge_reference = ${reference}`),
  ).toEqual([]);
  expect([await sellerBalance(context.db, made.shopId), await openOf(made)]).toEqual([made.balance, []]);
});

test("a buyer who names an account before the chargeback is moved is not paid twice", async () => {
  const made = await makePartRefund(50_000);
  await takeBack(context, made, 40_000);
  await fail(made, made.refundId, 50_000);
  await nameAccount(context, made);
  await payRefund(context, made.refundId, now());
  await runQueued(context);
  await runQueued(context);
  await advancePayoutsTo(context, made.buyerId);
  // Only the rest is paid, to the account that the buyer has named.
  expect((await payoutsTo(context, made.buyerId)).map(({ amount, status }) => [amount, status])).toEqual([
    [10_000, "paid"],
  ]);
  expect([await sellerBalance(context.db, made.shopId), await openOf(made)]).toEqual([made.balance, []]);
});

test("when a chargeback that nobody bears divides a refund, the rest counts as old as the whole was", async () => {
  const made = await makePartRefund(150_000);
  const { amount } = await attemptOf(context, made.paymentId);
  // The order bears all that is left of it, and nobody the other Rp10.000.
  await takeBack(context, made, amount - 150_000 + 10_000);
  await fail(made, made.refundId, 150_000);
  await runQueued(context);
  expect([await sellerBalance(context.db, made.shopId), await openOf(made)]).toEqual([
    made.balance,
    [150_000 - (amount - 150_000 + 10_000)],
  ]);
});

test("a refund that was made while the job of the chargeback waited for the order is older than the chargeback", async () => {
  const began = addDuration(now(), -5);
  const made = await makePartRefund(50_000);
  const attempt = await attemptOf(context, made.paymentId);
  await applyStatus(context, attempt, { status: "paid", receipts: [], refunds: [], chargedBack: 50_000 }, now());
  await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: attempt.id }, began);
  await fail(made, made.refundId, 50_000);
  await runQueued(context);
  expect([await sellerBalance(context.db, made.shopId), await openOf(made)]).toEqual([made.balance, []]);
});

test("two processes move a chargeback to a refund once", async () => {
  for (let round = 0; round < 10; round += 1) {
    const made = await makePartRefund(50_000);
    await takeBack(context, made, 50_000);
    await fail(made, made.refundId, 50_000);
    await Promise.all([1, 2, 3].map(() => moveChargebackToRefund(context, made.refundId, now())));
    expect([await sellerBalance(context.db, made.shopId), await openOf(made)]).toEqual([made.balance, []]);
  }
});

test("a refund that its provider was not asked for yet is not sent when the bank took the money of a rejected order", async () => {
  const made = await makePaidOrder(context, { method: "qris" });
  const { orderId, shopId, sellerId: userId, checkoutId } = made;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  const refundId = await refundOf(made);
  const attempt = await attemptOf(context, made.paymentId);
  await applyStatus(
    context,
    attempt,
    { status: "paid", receipts: [], refunds: [], chargedBack: attempt.amount },
    now(),
  );
  await chargeBackCheckout(context, { checkoutId, attemptId: attempt.id }, now());
  await payRefund(context, refundId, now());
  await runQueued(context);
  expect(await openOf(made)).toEqual([]);
  const sent = sql`select amount from simulator_refunds where charge_reference = ${attempt.reference}`;
  expect(await context.db.rows(sent)).toEqual([]);
});
