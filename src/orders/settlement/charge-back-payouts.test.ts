// A refund whose transfer is being prepared when the buyer's bank takes the payment back, and money that paid twice.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { sellerBalance } from "#payments/ledger/ledger.ts";
import { advancePayout } from "#payments/payouts/advance-payout.ts";
import { holdPayouts, releasePayouts } from "#payments/payouts/hold-payouts.ts";
import { approvePayout } from "#payments/payouts/review/decide-payout.ts";
import { refundApprovalSetting } from "#payments/payouts/rules.ts";
import { payRefund } from "#payments/refunds/pay-refund.ts";
import { makeContext } from "../../../test/make/context.ts";
import {
  attemptOf,
  makeCompletedOrder,
  movePaymentTo,
  reportChargeback,
  type MadeOrder,
} from "../../../test/make/orders.ts";
import { makeOwedRefund, nameAccount, openRefundsOf, takeBack, type MadeRefund } from "../../../test/make/refunds.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { brokenInvariants } from "../invariants.ts";
import { refundPart } from "./refund-part.ts";
import { returnChargeback } from "./return-chargeback.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());
afterEach(async () => {
  applySettings({}, new Set());
  expect(await brokenInvariants(context.db)).toEqual([]);
});
const now = () => context.clock.now();

/** A refund whose buyer has named a bank account. */
async function makeRefund(): Promise<MadeRefund> {
  const made = await makeOwedRefund(context);
  await nameAccount(context, made);
  return made;
}
const totalOf = async (made: MadeOrder) => (await attemptOf(context, made.paymentId)).amount;
const payoutOf = (refundId: string) =>
  context.db.row<{ id: string; status: string }>(
    sql`select id, status from payouts where refund_id = ${refundId} order by id desc limit 1`,
  );
async function sendAll(refundId: string, from = now()): Promise<void> {
  const payout = await payoutOf(refundId);
  for (const turn of payout ? [0, 1, 2] : [])
    await advancePayout(context, payout?.id ?? "", addDuration(from, turn * hour));
}
async function expectClosed(refundId: string): Promise<void> {
  expect(await context.db.rows(sql`select way, status from refunds where id = ${refundId}`)).toEqual([
    { way: "chargeback", status: "done" },
  ]);
}
async function expectChargedBack(refundId: string): Promise<void> {
  await expectClosed(refundId);
  expect((await payoutOf(refundId))?.status).toBe("cancelled");
}

test("a refund that waits for an operator's approval is not sent when the buyer's bank takes the payment back", async () => {
  const made = await makeRefund();
  applySettings({ [refundApprovalSetting.key]: 1 }, new Set());
  await payRefund(context, made.refundId, now());
  const payout = await payoutOf(made.refundId);
  expect(payout?.status).toBe("requested");
  await takeBack(context, made, await totalOf(made));
  const operator = { userId: await makeUser(context, { type: "operator" }), operatorRole: "finance" };
  await expect(approvePayout(context, operator, payout?.id ?? "", now())).rejects.toMatchObject({
    code: "payouts.not_waiting",
  });
  await sendAll(made.refundId);
  await expectChargedBack(made.refundId);
});

test("an approved refund is not sent when the buyer's bank takes the payment back first, also before the job of the chargeback", async () => {
  for (const isJobDone of [true, false]) {
    const made = await makeRefund();
    await payRefund(context, made.refundId, now());
    expect((await payoutOf(made.refundId))?.status).toBe("approved");
    if (isJobDone) await takeBack(context, made, await totalOf(made));
    else await reportChargeback(context, made.paymentId, await totalOf(made));
    await sendAll(made.refundId);
    await runQueued(context);
    await expectChargedBack(made.refundId);
  }
});

test("a refund that a hold kept back is not sent after the hold when the buyer's bank took the payment back", async () => {
  const made = await makeRefund();
  await holdPayouts(context.db, { reason: "operator", note: "uji", now: now() });
  await payRefund(context, made.refundId, now());
  await sendAll(made.refundId);
  await takeBack(context, made, await totalOf(made));
  await releasePayouts(context.db, "operator");
  await sendAll(made.refundId, addDuration(now(), 2 * day));
  await expectChargedBack(made.refundId);
});

test("of a refund larger than what the buyer's bank took back only the rest is sent, also when it takes more later", async () => {
  for (const isSending of [true, false]) {
    const made = await makeRefund();
    const total = await totalOf(made);
    if (isSending) await payRefund(context, made.refundId, now());
    await takeBack(context, made, total - 21_000);
    await expectClosed(made.refundId);
    const rest = await openRefundsOf(context, made);
    expect(rest.map(({ amount, status }) => [amount, status])).toEqual([[21_000, "pending"]]);
    await takeBack(context, made, total - 1000);
    await runQueued(context);
    for (const { id } of await context.db.rows<{ id: string }>(
      sql`select id from refunds where payment_id = ${made.paymentId}`,
    ))
      await sendAll(id);
    expect(
      await context.db.rows(
        sql`select amount, status from payouts where user_id = ${made.buyerId} and status <> 'cancelled'`,
      ),
    ).toEqual([{ amount: 1000, status: "paid" }]);
    expect(await openRefundsOf(context, made)).toEqual([]);
    // The dispute is won: the buyer gets the rest of the money of the cancelled order.
    const { id: attemptId } = await attemptOf(context, made.paymentId);
    await returnChargeback(context, { attemptId, chargedBack: 0 }, now());
    expect((await openRefundsOf(context, made)).reduce((sum, { amount }) => sum + amount, 0)).toBe(total - 1000);
  }
});

test("of two refunds that wait for an account, a chargeback covers one and a part of the other", async () => {
  const made = await makeCompletedOrder(context);
  await movePaymentTo(context, made.paymentId, "midtrans");
  const line = await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`);
  const { orderId, shopId, sellerId: userId } = made;
  const part = { orderId, shopId, userId, shipping: 0, reason: "Warnanya sedikit berbeda." };
  for (const amount of [10_000, 20_000]) {
    const lines = [{ line_id: line?.id ?? "", amount }];
    await refundPart(context, { ...part, idempotencyKey: randomUUID(), lines }, now());
  }
  const balance = await sellerBalance(context.db, shopId);
  await takeBack(context, made, 25_000);
  expect((await openRefundsOf(context, made)).map(({ amount }) => amount)).toEqual([5000]);
  await takeBack(context, made, 30_000);
  expect(await openRefundsOf(context, made)).toEqual([]);
  expect(await sellerBalance(context.db, shopId)).toBe(balance);
});

test("account, payout and chargeback at the same moment give the money back once", async () => {
  for (let round = 0; round < 8; round += 1) {
    const made = await makeRefund();
    const total = await totalOf(made);
    await Promise.all([takeBack(context, made, total), payRefund(context, made.refundId, now())]);
    await sendAll(made.refundId);
    await runQueued(context);
    const refund = sql`select way, status from refunds where id = ${made.refundId}`;
    expect(await context.db.rows(refund)).toEqual([{ way: "chargeback", status: "done" }]);
    expect((await payoutOf(made.refundId))?.status ?? "cancelled").toBe("cancelled");
  }
});

test.each([
  ["the whole second payment", (total: number) => total],
  ["some rupiah too many", () => 7000],
])("a seller bears nothing of a chargeback that what was paid too much covers: %s", async (_title, moreOf) => {
  const made = await makeCompletedOrder(context);
  await movePaymentTo(context, made.paymentId, "midtrans");
  const before = await attemptOf(context, made.paymentId);
  const earned = await sellerBalance(context.db, made.shopId);
  const more = moreOf(before.amount);
  const receipts = [{ reference: `${before.reference}-lagi`, amount: more, receivedAt: now() }];
  await applyStatus(context, before, { status: "paid", receipts, refunds: [], chargedBack: 0 }, now());
  await takeBack(context, made, more);
  expect(await sellerBalance(context.db, made.shopId)).toBe(earned);
  const receivable = sql`select from ledger_accounts where kind = 'chargeback_receivable' and owner = ${made.paymentId} and balance <> 0`;
  expect(await context.db.rows(receivable)).toEqual([]);
});
