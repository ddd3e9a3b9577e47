/** Complaints about orders whose payment the buyer's bank took back meanwhile. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { lineOf, makeComplaint, type MadeComplaint } from "../../test/make/complaints.ts";
import { makeContext } from "../../test/make/context.ts";
import { runQueued } from "../../test/run-all-jobs.ts";
import { attemptOf, makeDeliveredOrder, type MadeOrder } from "../../test/make/orders.ts";
import { sql } from "#lib/database.ts";
import { chargeBackCheckout } from "#orders/settlement/charge-back.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { returnChargeback } from "#orders/settlement/return-chargeback.ts";
import { findOrderMoney } from "#orders/settlement/settle-dispute.ts";
import { applyStatus } from "#payments/attempts/settle-attempt.ts";
import { sellerBalance } from "#payments/ledger/ledger.ts";
import { refundableOf } from "#payments/settlement/rules.ts";
import { acceptOffer } from "./answer-complaint.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
const now = () => context.clock.now();

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

async function takeBack({ paymentId, checkoutId }: MadeOrder): Promise<void> {
  const attempt = await attemptOf(context, paymentId);
  const chargedBack = attempt.amount;
  await applyStatus(context, attempt, { status: "paid", receipts: [], refunds: [], chargedBack }, now());
  await chargeBackCheckout(context, { checkoutId, attemptId: attempt.id }, now());
}
async function giveBack({ paymentId }: MadeComplaint, chargedBack: number): Promise<void> {
  const { id: attemptId } = await attemptOf(context, paymentId);
  await returnChargeback(context, { attemptId, chargedBack }, now());
  await runQueued(context);
}
const agree = (made: MadeComplaint) =>
  acceptOffer(context, { complaintId: made.complaintId, actor: made.seller, offerId: made.openingId }, now());
const statusOf = async ({ orderId }: MadeComplaint) =>
  (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;
/** What the buyer is owed or got, without what the bank took. */
const owedTo = async ({ orderId }: MadeComplaint) =>
  (
    await context.db.row<{ sum: number }>(
      sql`select coalesce(sum(amount), 0)::bigint as sum from refunds where order_id = ${orderId} and way <> 'chargeback'`,
    )
  )?.sum;

test("a part that a case agreed on stays a part when the bank takes everything meanwhile, and is paid when the chargeback is won", async () => {
  const made = await makeComplaint(context, { price: 60_000, amount: 20_000 });
  const attempt = await attemptOf(context, made.paymentId);
  await takeBack(made);
  await agree(made);
  expect(await statusOf(made)).toBe("completed");
  expect(await sellerBalance(context.db, made.shopId)).toBe(0);
  // First less than the part comes again, then all of it.
  await giveBack(made, attempt.amount - 5_000);
  expect(await owedTo(made)).toBeLessThanOrEqual(5_000);
  await giveBack(made, 0);
  await giveBack(made, 0);

  const other = await makeComplaint(context, { price: 60_000, amount: 20_000 });
  await agree(other);
  expect([await owedTo(made), await owedTo(other)]).toEqual([20_000, 20_000]);
  expect(await sellerBalance(context.db, made.shopId)).toBe(await sellerBalance(context.db, other.shopId));
  expect(
    await context.db.rows(
      sql`select distinct refunded from complaints where id = any(${[made.complaintId, other.complaintId]}::uuid[])`,
    ),
  ).toEqual([{ refunded: 20_000 }]);
});

test("all that a case agreed on is a whole refund also after the bank took everything, and a won chargeback goes to the buyer", async () => {
  const order = await makeDeliveredOrder(context, { price: 60_000 });
  const { shipping } = refundableOf(await findOrderMoney(context.db, order.orderId));
  const wanted = {
    kind: "refund" as const,
    lines: [{ line_id: await lineOf(context, order.orderId), amount: 60_000 }],
    shipping,
  };
  const made = await makeComplaint(context, { order, opening: { wanted } });
  await takeBack(made);
  await agree(made);
  expect(await statusOf(made)).toBe("refunded");
  await giveBack(made, 0);
  expect(await owedTo(made)).toBe((await attemptOf(context, made.paymentId)).amount);
  expect(await sellerBalance(context.db, made.shopId)).toBe(0);
});

test("a case about an order that its buyer's bank took back wholly ends as a whole refund", async () => {
  const order = await makeDeliveredOrder(context, { price: 60_000 });
  await takeBack(order);
  const made = await makeComplaint(context, { order, opening: { wanted: { kind: "refund", lines: [], shipping: 0 } } });
  await agree(made);
  expect(await statusOf(made)).toBe("refunded");
});
