import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, hour, minute } from "#lib/time.ts";
import { settleAttempt } from "#payments/attempts/settle-attempt.ts";
import { updateChargeStatus } from "#payments/providers/simulator/queries.ts";
import { maxAttempts, paymentDuration } from "#payments/rules.ts";
import { makeContext } from "../../../test/make/context.ts";
import { attemptOf, makePlacedOrder, type MadeOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { fireDeadline } from "../deadlines/fire-deadline.ts";
import { brokenInvariants } from "../invariants.ts";
import { changeMethod } from "./change-method.ts";
import { markCheckoutPaid } from "./mark-checkout-paid.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
const now = new Date("2026-11-21T03:00:00Z");

beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const change = (made: MadeOrder, method: string, at = now) =>
  changeMethod(context, { paymentId: made.paymentId, buyerId: made.buyerId, method }, at);
const chargeOf = (reference: string) =>
  context.db.row<{ status: string }>(sql`select status from simulator_charges where reference = ${reference}`);
const attemptsOf = (made: MadeOrder) =>
  context.db.rows<{ method: string; status: string }>(
    sql`select method, status from payment_attempts where payment_id = ${made.paymentId} order by id`,
  );
const pay = async (reference: string) => {
  await context.db.run(
    sql`update simulator_charges set status = 'paid', paid_at = ${now} where reference = ${reference}`,
  );
  return (await settleAttempt(context, { reference, amount: null, claim: "paid" }, now)).verdict;
};
const dueOf = async (made: MadeOrder) =>
  (await context.db.row<{ due: Date }>(sql`select due_at as due from orders where id = ${made.orderId}`))?.due;

test("a buyer changes from QRIS to a virtual account: the QR code is closed first, and the orders wait a day from the purchase", async () => {
  const made = await makePlacedOrder(context, { now, method: "qris" });
  const qris = await attemptOf(context, made.paymentId);
  expect(await dueOf(made)).toEqual(addDuration(now, hour));
  await change(made, "va_bni", addDuration(now, 50 * minute));
  expect(await chargeOf(qris.reference)).toEqual({ status: "cancelled" });
  expect(await attemptsOf(made)).toEqual([
    { method: "qris", status: "cancelled" },
    { method: "va_bni", status: "pending" },
  ]);
  expect(await dueOf(made)).toEqual(addDuration(now, 24 * hour));
  await fireDeadline(context, made.orderId, addDuration(now, 2 * hour));
  const { reference, due_at } = await attemptOf(context, made.paymentId);
  expect(due_at).toEqual(addDuration(now, 24 * hour));
  expect(reference).not.toBe(qris.reference);
});

test("changing to the same method changes nothing, and a shorter method does not shorten the deadline", async () => {
  const made = await makePlacedOrder(context, { now });
  await change(made, "va_bca");
  expect(await attemptsOf(made)).toHaveLength(1);
  await change(made, "qris", addDuration(now, hour));
  expect(await dueOf(made)).toEqual(addDuration(now, 24 * hour));
  expect((await attemptOf(context, made.paymentId)).due_at).toEqual(addDuration(now, 2 * hour));
});

test("money that came for the old number before the change pays the order, and nothing is changed", async () => {
  const made = await makePlacedOrder(context, { now });
  const { reference } = await attemptOf(context, made.paymentId);
  await updateChargeStatus(context.db, reference, "paid", now);
  await expect(change(made, "qris")).rejects.toMatchObject({ code: "payments.already_paid" });
  expect(await attemptsOf(made)).toEqual([{ method: "va_bca", status: "paid" }]);
});

test("the first full payment wins, also one to the old number; the second is owed back once", async () => {
  const made = await makePlacedOrder(context, { now });
  const old = await attemptOf(context, made.paymentId);
  await change(made, "qris");
  const next = await attemptOf(context, made.paymentId);
  await context.db.run(
    sql`insert into simulator_charges (reference, method, amount, due_at, created_at) values (${next.reference}, 'qris', ${next.amount}, ${next.due_at}, ${now})`,
  );
  expect(await pay(old.reference)).toBe("settled");
  expect(await pay(next.reference)).toBe("late");
  expect(await pay(next.reference)).toBe("already_known");
  await context.db.transaction((tx) => markCheckoutPaid(tx, context, made.checkoutId, now));
  expect(await context.db.rows(sql`select reason, amount from refunds where payment_id = ${made.paymentId}`)).toEqual([
    { reason: "late_payment", amount: made.total },
  ]);
});

test("twenty changes at the same moment leave one open attempt", async () => {
  const made = await makePlacedOrder(context, { now });
  const methods = ["qris", "va_bni", "gopay", "va_bri"];
  await Promise.allSettled(Array.from({ length: 20 }, (_, at) => change(made, methods[at % 4] ?? "qris")));
  const attempts = await attemptsOf(made);
  expect(attempts.filter(({ status }) => status === "pending")).toHaveLength(1);
});

test("another person's payment, an unknown method, a closed payment and too many changes are refused", async () => {
  const made = await makePlacedOrder(context, { now });
  const stranger = await makeUser(context);
  await expect(
    changeMethod(context, { paymentId: made.paymentId, buyerId: stranger, method: "qris" }, now),
  ).rejects.toMatchObject({ code: "payments.not_found" });
  await expect(change(made, "cek")).rejects.toMatchObject({ code: "payments.method_unknown" });
  for (let at = 1; at < maxAttempts; at += 1) await change(made, at % 2 === 1 ? "qris" : "va_bca");
  await expect(change(made, "gopay")).rejects.toMatchObject({ code: "payments.too_many_attempts" });
  await fireDeadline(context, made.orderId, addDuration(now, paymentDuration() + hour));
  await expect(change(made, "gopay")).rejects.toMatchObject({ code: "payments.not_payable" });
});
