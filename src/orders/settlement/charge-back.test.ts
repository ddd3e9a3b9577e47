import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { findAttemptByReference } from "#payments/attempts/queries.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { chooseRefundAccount } from "#payments/refunds/choose-refund-account.ts";
import { followRefunds, payRefund } from "#payments/refunds/pay-refund.ts";
import { sellerBalance, sellerDebt } from "#payments/ledger/ledger.ts";
import { makeContext } from "../../../test/make/context.ts";
import {
  attemptOf,
  makeCompletedOrder,
  makePaidOrder,
  makePlacedOrder,
  makeShippedOrder,
  movePaymentTo,
  reportChargeback,
  type MadeOrder,
} from "../../../test/make/orders.ts";
import { makeBankAccount, makeShop } from "../../../test/make/rows.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { followReturnedChargeback, returnChargeback } from "./return-chargeback.ts";
import { rejectOrder } from "../accept-order.ts";
import { chargeBackCheckout } from "./charge-back.ts";
import { brokenInvariants } from "../invariants.ts";
import { receiveOrder } from "../receive-order.ts";
import { refundPart } from "./refund-part.ts";

let context: Awaited<ReturnType<typeof makeContext>>;

beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

/** The provider reports that the buyer's bank has taken back so much in all. Returns the verdict. */
async function takeBack(made: MadeOrder, chargedBack: number): Promise<string> {
  const verdict = await reportChargeback(context, made.paymentId, chargedBack);
  const { id: attemptId } = await attemptOf(context, made.paymentId);
  await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId }, context.clock.now());
  return verdict;
}
const totalOf = async (made: MadeOrder) => (await attemptOf(context, made.paymentId)).amount;
const statusOf = async (orderId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;
const platformBalance = async (kind: string) =>
  (
    await context.db.row<{ balance: number }>(
      sql`select coalesce(sum(balance), 0)::bigint as balance from ledger_accounts where kind = ${kind}`,
    )
  )?.balance;

test("an order that is not shipped is cancelled when its buyer's bank takes the payment back, and no money is sent", async () => {
  const made = await makePaidOrder(context);
  const total = await totalOf(made);
  expect([await takeBack(made, total), await takeBack(made, total)]).toEqual(["charged_back", "ignored"]);
  expect(await statusOf(made.orderId)).toBe("cancelled");
  expect(await context.db.rows(sql`select amount, way, status from refunds where order_id = ${made.orderId}`)).toEqual([
    { amount: total, way: "chargeback", status: "done" },
  ]);
  expect(await platformBalance("chargeback_receivable")).toBe(0);
});

test("a parcel under way stays under way, and its seller gets nothing for it", async () => {
  const made = await makeShippedOrder(context);
  await takeBack(made, await totalOf(made));
  expect(await statusOf(made.orderId)).toBe("shipped");
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, context.clock.now());
  expect(await sellerBalance(context.db, made.shopId)).toBe(0);
});

test("two sellers of a checkout bear a part that is taken back in proportion, and the rest later", async () => {
  const shops = [await makeShop(context), await makeShop(context)];
  const made = await makeCompletedOrder(context, { shops });
  const total = await totalOf(made);
  await takeBack(made, 33_333);
  await takeBack(made, 50_001);
  const rows = await context.db.rows<{ amount: number }>(
    sql`select sum(r.amount)::bigint as amount from refunds r where r.payment_id = ${made.paymentId} group by r.order_id`,
  );
  expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(50_001);
  await takeBack(made, total);
  expect(await sellerBalance(context.db, made.shopId)).toBe(0);
  expect(await sellerDebt(context.db, made.shopId)).toBe(0);
});

test("what was refunded before and is then taken back too stays a loss that operators see", async () => {
  const made = await makePaidOrder(context);
  const total = await totalOf(made);
  await rejectOrder(
    context,
    { orderId: made.orderId, shopId: made.shopId, userId: made.sellerId, reason: "Stok habis." },
    context.clock.now(),
  );
  const refund = await context.db.row<{ id: string }>(sql`select id from refunds where order_id = ${made.orderId}`);
  await payRefund(context, refund?.id ?? "", context.clock.now());
  await takeBack(made, total);
  expect(await platformBalance("chargeback_receivable")).toBe(-total);
});

test("a seller gives parts back by line and of the shipping, once for each key, never more than was paid", async () => {
  const made = await makeShippedOrder(context, { price: 200_000 });
  const { id: lineId = "" } =
    (await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`)) ?? {};
  const give = (amount: number, shipping = 0, idempotencyKey: string = randomUUID()) =>
    refundPart(
      context,
      {
        orderId: made.orderId,
        shopId: made.shopId,
        userId: made.sellerId,
        idempotencyKey,
        lines: [{ line_id: lineId, amount }],
        shipping,
        reason: "Warnanya sedikit berbeda",
      },
      context.clock.now(),
    );
  const key = randomUUID();
  await Promise.all(Array.from({ length: 5 }, () => give(50_000, 1000, key)));
  expect(
    await context.db.row(
      sql`select count(*)::int as n, sum(amount)::bigint as sum from refunds where order_id = ${made.orderId}`,
    ),
  ).toEqual({ n: 1, sum: 51_000 });
  await expect(give(150_001)).rejects.toMatchObject({ code: "orders.refund_too_large" });
  await expect(give(0)).rejects.toMatchObject({ code: "orders.refund_empty" });
  const atOnce = await Promise.allSettled(Array.from({ length: 8 }, () => give(50_000)));
  expect(atOnce.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, context.clock.now());
});

test("a refund that waits for a bank account is not sent once the buyer's bank has taken the money back", async () => {
  const made = await makePaidOrder(context);
  const total = await totalOf(made);
  await movePaymentTo(context, made.paymentId, "midtrans");
  const { orderId, shopId, sellerId: userId } = made;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, context.clock.now());
  await takeBack(made, total);
  expect(await context.db.rows(sql`select way, status from refunds where order_id = ${orderId}`)).toEqual([
    { way: "chargeback", status: "done" },
  ]);
});

/** A refund that its provider has accepted, and whose money the buyer's bank takes back too. */
async function makeRefundedAndChargedBack() {
  const made = await makePaidOrder(context);
  const { orderId, shopId, sellerId: userId } = made;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, context.clock.now());
  const refund = await context.db.row<{ id: string; amount: number }>(
    sql`select id, amount from refunds where order_id = ${orderId}`,
  );
  const report = async (status: "done" | "failed") =>
    followRefunds(
      context,
      await attemptOf(context, made.paymentId),
      [{ reference: refund?.id ?? "", status, amount: refund?.amount ?? 0 }],
      context.clock.now(),
    );
  return { made, refundId: refund?.id ?? "", report };
}
const takenBackOnly = [{ way: "chargeback", status: "done" }];
const waysOf = ({ orderId }: MadeOrder) =>
  context.db.rows(sql`select way, status from refunds where order_id = ${orderId}`);

test("a refund that its provider cannot do after the buyer's bank took the money back is not asked an account for", async () => {
  const open = await platformBalance("chargeback_receivable");
  const { made, refundId, report } = await makeRefundedAndChargedBack();
  await takeBack(made, await totalOf(made));
  await report("failed");
  await runQueued(context);
  expect(await waysOf(made)).toEqual(takenBackOnly);
  expect(await platformBalance("chargeback_receivable")).toBe(open);
  expect(await titlesOf(made.buyerId)).not.toEqual(["Pilih rekening untuk pengembalian dana"]);
  await giveBack(made, 0);
  expect((await refundsOf(made)).map(({ amount, way }) => [Math.sign(amount), way])).toEqual([
    [1, "chargeback"],
    [-1, "chargeback"],
    [1, "bank_account"],
  ]);
  expect(refundId).not.toBe("");
});

test("a refund that failed while a chargeback was booked is closed by the chargeback's job, also if its buyer was asked", async () => {
  const { made, refundId } = await makeRefundedAndChargedBack();
  const attempt = await attemptOf(context, made.paymentId);
  const reported = { status: "paid" as const, receipts: [], refunds: [], chargedBack: attempt.amount };
  expect(await applyStatus(context, attempt, reported, context.clock.now())).toBe("charged_back");
  // A failure that was stored in that moment: neither of both transactions saw the other.
  await context.db.run(
    sql`update refunds set way = 'bank_account', status = 'needs_account', refused_at = ${context.clock.now()} where id = ${refundId}`,
  );
  await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: attempt.id }, context.clock.now());
  expect(await waysOf(made)).toEqual(takenBackOnly);
});

test("a refund that fails at the moment of a chargeback waits for it, and its buyer is not asked for an account", async () => {
  const { made, report } = await makeRefundedAndChargedBack();
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const count = async () => (await context.db.rows(waiting)).length;
  const both: Promise<unknown>[] = [];
  await context.db.transaction(async (tx) => {
    await tx.run(sql`select from payments where id = ${made.paymentId} for update`);
    both.push(takeBack(made, await totalOf(made)));
    await expect.poll(count).toBe(1);
    both.push(report("failed"));
    await expect.poll(count).toBe(2);
  });
  await Promise.all(both);
  await runQueued(context);
  expect(await waysOf(made)).toEqual(takenBackOnly);
  expect(await titlesOf(made.buyerId)).not.toEqual(["Pilih rekening untuk pengembalian dana"]);
});

test("a buyer who names a bank account before that is known gets nothing twice", async () => {
  const { made, refundId, report } = await makeRefundedAndChargedBack();
  await takeBack(made, await totalOf(made));
  await report("failed");
  const accountId = await makeBankAccount(context, made.buyerId);
  await expect(
    chooseRefundAccount(context, { refundId, buyerId: made.buyerId, accountId }, context.clock.now()),
  ).rejects.toMatchObject({ code: "refunds.account_not_needed" });
  expect(await waysOf(made)).toEqual(takenBackOnly);
});

test("money is taken back of a refund too that its provider reported as done and then as failed", async () => {
  const { made, report } = await makeRefundedAndChargedBack();
  await report("done");
  await report("failed");
  expect(await takeBack(made, await totalOf(made))).toBe("charged_back");
  expect(await waysOf(made)).toEqual(takenBackOnly);
});

test("money that paid for no order and is taken back costs no seller anything", async () => {
  const made = await makePaidOrder(context);
  const paid = await attemptOf(context, made.paymentId);
  const { id: lateId = "" } =
    (await context.db.row<{ id: string }>(sql`
      insert into payment_attempts (payment_id, provider, method, amount, status, reference, due_at, created_at)
      values (${made.paymentId}, 'simulator', 'qris', ${paid.amount}, 'cancelled', ${`${paid.reference}-A`}, now(), now() - interval '1 hour') returning id`)) ??
    {};
  const late = await findAttemptByReference(context.db, `${paid.reference}-A`);
  if (!late) throw new Error("no attempt");
  const receipts = [{ reference: late.reference, amount: late.amount, receivedAt: context.clock.now() }];
  const reported = { status: "paid" as const, receipts, refunds: [] };
  await applyStatus(context, late, { ...reported, chargedBack: 0 }, context.clock.now());
  const again = await findAttemptByReference(context.db, late.reference);
  if (!again) throw new Error("no attempt");
  await applyStatus(context, again, { ...reported, chargedBack: late.amount }, context.clock.now());
  await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: lateId }, context.clock.now());
  expect(await statusOf(made.orderId)).toBe("awaiting_confirmation");
});

test("a chargeback that is reported together with its payment is borne too, whichever job runs first", async () => {
  const made = await makePlacedOrder(context);
  const attempt = await attemptOf(context, made.paymentId);
  const receipts = [{ reference: attempt.reference, amount: attempt.amount, receivedAt: context.clock.now() }];
  const reported = { status: "paid" as const, receipts, refunds: [], chargedBack: attempt.amount };
  await applyStatus(context, attempt, { ...reported, chargedBack: 0 }, context.clock.now());
  await applyStatus(context, await attemptOf(context, made.paymentId), reported, context.clock.now());
  await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: attempt.id }, context.clock.now());
  expect(await statusOf(made.orderId)).toBe("cancelled");
});

/** The provider reports that only so much is still charged back. */
async function giveBack(made: MadeOrder, chargedBack: number): Promise<void> {
  const attempt = await attemptOf(context, made.paymentId);
  const reported = { status: "paid" as const, receipts: [], refunds: [], chargedBack };
  await applyStatus(context, attempt, reported, context.clock.now());
  const queued = sql`
    select j.payload->>'attemptId' as id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'payments.chargeback_returned' and j.payload->>'attemptId' = ${attempt.id}`;
  if (chargedBack < attempt.charged_back) expect(await context.db.rows(queued)).toEqual([{ id: attempt.id }]);
  await Promise.all(
    [1, 2].map(() => returnChargeback(context, { attemptId: attempt.id, chargedBack }, context.clock.now())),
  );
}
const refundsOf = ({ paymentId }: MadeOrder) =>
  context.db.rows<{ amount: number; way: string; status: string }>(
    sql`select amount, way, status from refunds where payment_id = ${paymentId} order by id`,
  );
const titlesOf = async (userId: string) =>
  (
    await context.db.rows<{ title: string }>(
      sql`select title from notifications where user_id = ${userId} order by id desc limit 1`,
    )
  ).map(({ title }) => title);

test("a dispute that is won gives the seller and the marketplace back what the chargeback cost them, and tells both", async () => {
  const made = await makeCompletedOrder(context);
  const before = await sellerBalance(context.db, made.shopId);
  const fees = [await platformBalance("commission"), await platformBalance("service_fee")];
  await takeBack(made, await totalOf(made));
  expect(await sellerBalance(context.db, made.shopId)).toBe(0);
  await giveBack(made, 0);
  expect(await sellerBalance(context.db, made.shopId)).toBe(before);
  expect([await platformBalance("commission"), await platformBalance("service_fee")]).toEqual(fees);
  // What happened stays, and what came again is a row of its own.
  const total = await totalOf(made);
  expect(await refundsOf(made)).toEqual([
    { amount: total, way: "chargeback", status: "done" },
    { amount: -total, way: "chargeback", status: "done" },
  ]);
  expect([await titlesOf(made.sellerId), await titlesOf(made.buyerId)]).toEqual([
    ["Pembayaran yang ditarik bank kembali"],
    ["Penarikan pembayaran dibatalkan"],
  ]);
});

test("a dispute that is won pays off the debt that its chargeback left, and can be lost again", async () => {
  const made = await makeCompletedOrder(context);
  const total = await totalOf(made);
  const before = await sellerBalance(context.db, made.shopId);
  await takeBack(made, 40_000);
  await takeBack(made, total);
  await giveBack(made, 15_000);
  const kept = await sellerBalance(context.db, made.shopId);
  expect(kept).toBeGreaterThan(0);
  const taken = await refundsOf(made);
  expect(
    taken
      .map(({ amount }) => amount)
      .toSorted((a, b) => a - b)
      .slice(2),
  ).toEqual([total - 40_000, 40_000]);
  expect(taken.reduce((sum, { amount }) => sum + amount, 0)).toBe(15_000);
  await takeBack(made, total);
  expect(await sellerBalance(context.db, made.shopId)).toBe(0);
  await giveBack(made, 0);
  expect(await sellerBalance(context.db, made.shopId)).toBe(before);
});

test("the buyer of an order that was cancelled for its chargeback gets the money that comes again", async () => {
  const made = await makePaidOrder(context);
  const total = await totalOf(made);
  await takeBack(made, total);
  await giveBack(made, 30_000);
  const first = [
    { amount: total, way: "chargeback", status: "done" },
    { amount: 30_000 - total, way: "chargeback", status: "done" },
    { amount: total - 30_000, way: "bank_account", status: "needs_account" },
  ];
  expect(await refundsOf(made)).toEqual(first);
  await giveBack(made, 0);
  expect(await refundsOf(made)).toEqual([
    ...first,
    { amount: -30_000, way: "chargeback", status: "done" },
    { amount: 30_000, way: "bank_account", status: "needs_account" },
  ]);
});

test("a dispute that is won and then lost again before the buyer got the money is booked twice and owes nothing", async () => {
  const owed = await platformBalance("chargeback_receivable");
  const made = await makePaidOrder(context);
  const total = await totalOf(made);
  await takeBack(made, total);
  await giveBack(made, 0);
  await takeBack(made, total);
  expect(await refundsOf(made)).toEqual(
    [total, -total, total].map((amount) => ({ amount, way: "chargeback", status: "done" })),
  );
  expect(await platformBalance("chargeback_receivable")).toBe(owed);
});

test("what no order bore of a chargeback is the marketplace's when it comes again", async () => {
  const owed = await platformBalance("chargeback_receivable");
  const made = await makePaidOrder(context);
  const { orderId, shopId, sellerId: userId } = made;
  await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, context.clock.now());
  await takeBack(made, await totalOf(made));
  await giveBack(made, 0);
  expect(await platformBalance("chargeback_receivable")).toBe(owed);
  expect(await refundsOf(made)).toMatchObject([{ way: "provider", status: "pending" }]);
});

test("a provider that does not know the payment, or does not say what is charged back, gives nothing back", async () => {
  const made = await makeCompletedOrder(context);
  await takeBack(made, await totalOf(made));
  const attempt = await attemptOf(context, made.paymentId);
  await context.db.run(
    sql`update simulator_charges set status = 'pending', paid_at = null where reference = ${attempt.reference}`,
  );
  await followReturnedChargeback(context, attempt.id, context.clock.now());
  expect(await sellerBalance(context.db, made.shopId)).toBe(0);
});
