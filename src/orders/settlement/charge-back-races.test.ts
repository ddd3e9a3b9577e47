// A chargeback at the same moment as another change of the same refund.
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { sql, type Sql } from "#lib/database.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { chooseRefundAccount } from "#payments/refunds/choose-refund-account.ts";
import { closeChargedBackRefund } from "#payments/refunds/close-open-refunds.ts";
import { followRefunds, payRefund } from "#payments/refunds/pay-refund.ts";
import { makeContext } from "../../../test/make/context.ts";
import { attemptOf, makePaidOrder, movePaymentTo, reportChargeback } from "../../../test/make/orders.ts";
import { makeOwedRefund, openRefundsOf } from "../../../test/make/refunds.ts";
import { makeBankAccount, makeShop } from "../../../test/make/rows.ts";
import { raceRounds } from "../../../test/race-rounds.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { rejectOrder } from "../accept-order.ts";
import { brokenInvariants } from "../invariants.ts";
import { chargeBackCheckout } from "./charge-back.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const now = () => context.clock.now();
/** How many transactions wait for a lock. */
const waiting = async () =>
  (
    await context.db.rows(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length;
/** Locks rows in a transaction of its own. Returns what ends it, which the end of the test does too. */
async function hold(rows: Sql): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = context.db.transaction(async (tx) => {
    await tx.run(rows);
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, ended]);
  onTestFinished(() => released.resolve());
  return () => {
    released.resolve();
    return ended;
  };
}

test("a refund that fails while the job of a chargeback runs is closed, or the orders bear the chargeback, never both", async () => {
  const shops = [await makeShop(context), await makeShop(context)];
  const made = await makePaidOrder(context, { shops });
  const attempt = await attemptOf(context, made.paymentId);
  const { orderId, shopId, sellerId: userId, checkoutId, paymentId } = made;
  // The refund of the first order is on its way through the payment's provider.
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  const [refund] = await openRefundsOf(context, made);
  if (!refund) throw new Error("no refund");
  await reportChargeback(context, paymentId, refund.amount);
  // The job has closed the refunds that were open, and waits for the orders.
  const releaseOrders = await hold(sql`select from orders where checkout_id = ${checkoutId} for update`);
  const job = chargeBackCheckout(context, { checkoutId, attemptId: attempt.id }, now());
  await expect.poll(waiting).toBe(1);
  await followRefunds(context, attempt, [{ reference: refund.id, status: "failed", amount: refund.amount }], now());
  // Nobody bears the chargeback yet, so the refund's own job may close the refund. Both jobs wait for the payment.
  const releasePayment = await hold(sql`select from payments where id = ${paymentId} for update`);
  const closing = closeChargedBackRefund(context, refund.id, now());
  await expect.poll(waiting).toBe(2);
  await releaseOrders();
  await expect.poll(waiting).toBe(2);
  await releasePayment();
  await Promise.all([job, closing]);
  await runQueued(context);
  expect(
    await context.db.row(
      sql`select sum(amount)::bigint as amount from refunds where payment_id = ${paymentId} and way = 'chargeback'`,
    ),
  ).toEqual({ amount: refund.amount });
});

test("several chargebacks, the choice of an account and the transfer, all at once, close each rupiah of a refund once", async () => {
  for (let round = 0; round < raceRounds(6); round += 1) {
    const made = await makeOwedRefund(context);
    const { refundId, buyerId, checkoutId, paymentId, orderId } = made;
    const accountId = await makeBankAccount(context, buyerId);
    const attempt = await attemptOf(context, paymentId);
    // Each process read the attempt before another booked a chargeback.
    const report = (chargedBack: number) =>
      applyStatus(context, attempt, { status: "paid", receipts: [], refunds: [], chargedBack }, now());
    const choice = chooseRefundAccount(context, { refundId, buyerId, accountId }, now());
    await Promise.all([
      ...[10_000, 10_000, 40_000, 25_000].map(report),
      // A refund that is closed already needs no account.
      choice.catch((error: unknown) => expect(error).toMatchObject({ code: "refunds.account_not_needed" })),
      chargeBackCheckout(context, { checkoutId, attemptId: attempt.id }, now()),
      payRefund(context, refundId, now()),
    ]);
    await runQueued(context);
    expect(
      await context.db.row(sql`
        select sum(amount)::bigint as refunded, sum(amount) filter (where way = 'chargeback')::bigint as taken
        from refunds where order_id = ${orderId}`),
    ).toEqual({ refunded: attempt.amount, taken: 40_000 });
  }
});

test("a chargeback that was reported before its order was rejected, and is booked after, covers a part of the refund", async () => {
  const made = await makePaidOrder(context);
  await movePaymentTo(context, made.paymentId, "midtrans");
  const { orderId, shopId, sellerId: userId, paymentId } = made;
  const attempt = await attemptOf(context, paymentId);
  const reportedAt = now();
  const reported = { status: "paid" as const, receipts: [], refunds: [], chargedBack: 40_000 };
  await expect.poll(now).not.toEqual(reportedAt);
  // Both wait for the payment, and the rejection gets it first.
  const release = await hold(sql`select from payments where id = ${paymentId} for update`);
  const rejected = rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  await expect.poll(waiting).toBe(1);
  const booked = applyStatus(context, attempt, reported, reportedAt);
  await expect.poll(waiting).toBe(2);
  await release();
  await Promise.all([rejected, booked]);
  expect(await openRefundsOf(context, made)).toMatchObject([{ amount: attempt.amount - 40_000 }]);
});
