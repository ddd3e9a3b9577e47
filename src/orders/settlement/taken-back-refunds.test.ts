// Refunds that a chargeback closes in part, and what a dispute that is won gives back of them.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { addDuration, second } from "#lib/time.ts";
import { applyStatus, settleAttempt } from "#payments/attempts/settle-attempt.ts";
import { sellerBalance } from "#payments/ledger/ledger.ts";
import { accountHoldDuration } from "#payments/payouts/bank-accounts/rules.ts";
import { rejectPayout } from "#payments/payouts/review/decide-payout.ts";
import { refundApprovalSetting } from "#payments/payouts/rules.ts";
import { payRefund } from "#payments/refunds/pay-refund.ts";
import { startMidtransDouble } from "../../../test/doubles/midtrans.ts";
import { lineOf } from "../../../test/make/complaints.ts";
import { makeContext } from "../../../test/make/context.ts";
import {
  attemptOf,
  makeCompletedOrder,
  makePaidOrder,
  movePaymentTo,
  type MadeOrder,
} from "../../../test/make/orders.ts";
import {
  advancePayoutsTo,
  makeOwedRefund,
  nameAccount,
  openRefundsOf,
  payoutsTo,
  takeBack,
} from "../../../test/make/refunds.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { rejectOrder } from "../accept-order.ts";
import { brokenInvariants } from "../invariants.ts";
import { partRefund } from "../rules.ts";
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
const rest = 21_000;
const totalOf = async (made: MadeOrder) => (await attemptOf(context, made.paymentId)).amount;
const takeAllButRest = async (made: MadeOrder) => takeBack(context, made, (await totalOf(made)) - rest);
/** The bank gives back what it took, except `chargedBack`. */
async function giveBack(made: MadeOrder, chargedBack: number): Promise<void> {
  const { id: attemptId } = await attemptOf(context, made.paymentId);
  await returnChargeback(context, { attemptId, chargedBack }, now());
}
const owedTo = async (made: MadeOrder) =>
  (await openRefundsOf(context, made)).map(({ amount, status }) => [amount, status]);
/** What the seller has, and what the buyer is owed of each refund. */
const sharesOf = async (made: MadeOrder) => ({
  seller: await sellerBalance(context.db, made.shopId),
  owed: (await openRefundsOf(context, made)).map(({ amount }) => amount),
});

describe("the rest of a refund that a chargeback covers in part", () => {
  test("is not sent to an account that refused the refund", async () => {
    const made = await makeOwedRefund(context);
    await nameAccount(context, made, { number: "8880001111" }); // The simulated bank refuses it.
    await payRefund(context, made.refundId, now());
    await advancePayoutsTo(context, made.buyerId);
    expect((await payoutsTo(context, made.buyerId)).map(({ status }) => status)).toEqual(["failed"]);
    await takeAllButRest(made);
    expect(await owedTo(made)).toEqual([[rest, "needs_account"]]);
  });

  test("is not sent to an account for which an operator rejected the refund", async () => {
    const made = await makeOwedRefund(context);
    await nameAccount(context, made);
    // The rest is smaller than the limit, so nobody would look at it.
    applySettings({ [refundApprovalSetting.key]: rest + 1000 }, new Set());
    await payRefund(context, made.refundId, now());
    const [payout] = await payoutsTo(context, made.buyerId);
    const operator = { userId: await makeUser(context, { type: "operator" }), operatorRole: "finance" };
    await rejectPayout(context, operator, payout?.id ?? "", "Rekening bukan milik pembeli.", now());
    await takeAllButRest(made);
    await runQueued(context);
    await advancePayoutsTo(context, made.buyerId);
    expect(await owedTo(made)).toEqual([[rest, "needs_account"]]);
    expect((await payoutsTo(context, made.buyerId)).map(({ status }) => status)).toEqual(["cancelled"]);
  });

  test("is sent when its new account can be used", async () => {
    const made = await makeOwedRefund(context);
    const usableFrom = addDuration(now(), accountHoldDuration);
    await nameAccount(context, made, { usableFrom });
    await takeAllButRest(made);
    await runQueued(context);
    const [open] = await openRefundsOf(context, made);
    const refundId = open?.id ?? "";
    const jobs = await context.db.rows<{ run_at: Date }>(sql`
      select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'payments.refund' and j.payload->>'refundId' = ${refundId}`);
    expect(jobs).toEqual([{ run_at: usableFrom }]);
    expect(await payoutsTo(context, made.buyerId)).toEqual([]);
    await payRefund(context, refundId, usableFrom);
    await advancePayoutsTo(context, made.buyerId, usableFrom);
    expect(await payoutsTo(context, made.buyerId)).toMatchObject([{ amount: rest, status: "paid" }]);
  });

  test("waits for another account when its buyer has removed the one for the refund", async () => {
    const made = await makeOwedRefund(context);
    const accountId = await nameAccount(context, made);
    await context.db.run(sql`delete from bank_accounts where id = ${accountId}`);
    await takeAllButRest(made);
    await runQueued(context);
    expect(await owedTo(made)).toEqual([[rest, "needs_account"]]);
  });

  test("is never older than the refund, also when the run that finds the chargeback began before it", async () => {
    const began = now(); // A run of the poll uses this moment until it ends.
    const made = await makePaidOrder(context);
    await movePaymentTo(context, made.paymentId, "midtrans");
    const { orderId, shopId, sellerId: userId } = made;
    await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, addDuration(began, 20 * second));
    const reported = { status: "paid" as const, receipts: [], refunds: [], chargedBack: (await totalOf(made)) - rest };
    await applyStatus(context, await attemptOf(context, made.paymentId), reported, began);
    expect(await owedTo(made)).toEqual([[rest, "needs_account"]]);
    const early = sql`select id from refunds where order_id = ${orderId} and done_at < ${addDuration(began, 20 * second)}`;
    expect(await context.db.rows(early)).toEqual([]);
  });
});

describe("money that was paid too much", () => {
  async function makeOverpaid() {
    const made = await makeCompletedOrder(context);
    await movePaymentTo(context, made.paymentId, "midtrans");
    const before = await attemptOf(context, made.paymentId);
    const earned = await sellerBalance(context.db, made.shopId);
    const receipts = [{ reference: `${before.reference}-lagi`, amount: before.amount, receivedAt: now() }];
    await applyStatus(context, before, { status: "paid", receipts, refunds: [], chargedBack: 0 }, now());
    const [refund] = await openRefundsOf(context, made);
    return { ...made, refundId: refund?.id ?? "", total: before.amount, earned };
  }

  test("is not sent back after the buyer's bank took it back, and the seller keeps the order's money", async () => {
    const made = await makeOverpaid();
    await nameAccount(context, made);
    await payRefund(context, made.refundId, now());
    await takeBack(context, made, made.total);
    await runQueued(context);
    await advancePayoutsTo(context, made.buyerId);
    expect(await payoutsTo(context, made.buyerId)).toMatchObject([{ status: "cancelled" }]);
    expect(await sharesOf(made)).toEqual({ seller: made.earned, owed: [] });
  });

  test("stays with the bank when the dispute about both payments is won for one of them: the seller gets that one", async () => {
    const made = await makeOverpaid();
    await takeBack(context, made, 2 * made.total);
    expect(await sharesOf(made)).toEqual({ seller: 0, owed: [] });
    await giveBack(made, made.total);
    await runQueued(context);
    expect(await sharesOf(made)).toEqual({ seller: made.earned, owed: [] });
  });
});

describe("a seller's refunds of parts", () => {
  async function makeParts(amounts: number[]) {
    const made = await makeCompletedOrder(context, { price: 200_000 });
    await movePaymentTo(context, made.paymentId, "midtrans");
    const { orderId, shopId, sellerId: userId } = made;
    const line_id = await lineOf(context, orderId);
    const fixed = { orderId, shopId, userId, shipping: 0, reason: "Warnanya sedikit berbeda." };
    const give = (amount: number) =>
      refundPart(context, { ...fixed, idempotencyKey: randomUUID(), lines: [{ line_id, amount }] }, now());
    for (const amount of amounts) await give(amount);
    return { made, give, earned: await sellerBalance(context.db, shopId) };
  }

  test("count once each for the limit of an order, however often chargebacks close a part of them", async () => {
    const { made, give } = await makeParts([10_000]);
    for (let taken = 1; taken <= partRefund.max; taken += 1) await takeBack(context, made, taken);
    for (let given = 1; given < partRefund.max - 1; given += 1) await give(1000);
    for (const more of [10_000, 10_500, 11_500]) await takeBack(context, made, more);
    await give(1000);
    await expect(give(1000)).rejects.toMatchObject({ code: "orders.too_many_refunds" });
  });

  test("stay closed when a dispute is won for no more than what the order bore besides", async () => {
    const { made, earned } = await makeParts([50_000]);
    await takeBack(context, made, 100_000);
    await giveBack(made, 50_000);
    expect(await sharesOf(made)).toEqual({ seller: earned, owed: [] });
  });

  test("are owed once in all when disputes about them are won, lost and won again in parts", async () => {
    const { made, earned } = await makeParts([10_000, 20_000, 30_000]);
    await takeBack(context, made, 25_000);
    await takeBack(context, made, 55_000);
    expect(await sharesOf(made)).toEqual({ seller: earned, owed: [5000] });
    await takeBack(context, made, 100_000);
    await giveBack(made, 70_000);
    await giveBack(made, 3);
    await takeBack(context, made, 44_444);
    await giveBack(made, 0);
    const { seller, owed } = await sharesOf(made);
    expect(seller).toBe(earned);
    expect(owed.reduce((sum, amount) => sum + amount, 0)).toBe(60_000);
  });
});

test("a refund that Midtrans refuses after a chargeback of a part asks for an account for the rest alone", async () => {
  const midtrans = await startMidtransDouble();
  const paid = await makeContext(midtrans.settings);
  try {
    const made = await makePaidOrder(paid, { method: "qris", payAt: (reference) => midtrans.pay(reference) });
    const { reference, amount } = await attemptOf(paid, made.paymentId);
    const { orderId, shopId, sellerId: userId } = made;
    await rejectOrder(paid, { orderId, shopId, userId, reason: "Stok habis." }, paid.clock.now());
    const chargedBack = { transaction_status: "partial_chargeback", chargeback_amount: `${amount - rest}.00` };
    midtrans.change(reference, chargedBack);
    await settleAttempt(paid, { reference, amount: null, claim: "refund" }, paid.clock.now());
    await runQueued(paid);
    const open = await openRefundsOf(paid, made);
    expect(open.map((one) => [one.amount, one.status])).toEqual([[rest, "needs_account"]]);
    expect(midtrans.charges.get(reference)?.refunds).toEqual([]);
    expect(await brokenInvariants(paid.db)).toEqual([]);
  } finally {
    await paid.close();
    await midtrans.close();
  }
});
