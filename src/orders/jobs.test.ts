import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { runJobs } from "#lib/jobs.ts";
import { createLog } from "#lib/log.ts";
import { day, hour, addDuration, second } from "#lib/time.ts";
import { settleAttempt } from "#payments/attempts/settle-attempt.ts";
import { makeContext } from "../../test/make/context.ts";
import { attemptOf, makePaidOrder, makePlacedOrder, receiveMoney } from "../../test/make/orders.ts";
import { acceptOrder } from "./accept-order.ts";
import { fireDeadline, sweepDeadlines } from "./deadlines/fire-deadline.ts";
import { brokenInvariants } from "./invariants.ts";
import { orderJobs } from "./jobs.ts";
import { resumeClocks } from "./vacation/vacation.ts";
import { confirmationDuration } from "#shipping/handling-rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let runner: Awaited<ReturnType<typeof runJobs>> | undefined;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
});
afterAll(async () => {
  await runner?.stop();
  await context.close();
});

const statusOf = async (orderId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;

test("at the start, missed deadlines fire; a deadline has a job at its moment, and does not fire before; later ones wait", async () => {
  const now = context.clock.now();
  const missed = await makePlacedOrder(context, { now: addDuration(now, -2 * day) });
  const next = await makePaidOrder(context, { now: addDuration(now, -confirmationDuration() + 2 * second) });
  const far = await makePaidOrder(context, { now });
  const answered = await makePaidOrder(context, { now: addDuration(now, -confirmationDuration() + 2 * second) });
  await acceptOrder(context, { orderId: answered.orderId, shopId: answered.shopId, userId: answered.sellerId }, now);
  const paid = await makePlacedOrder(context, { now });
  await receiveMoney(context, paid, now);
  const dueAt = addDuration(now, 2 * second);
  const queued = await context.db.rows<{ runAt: Date }>(sql`
    select j.run_at as "runAt" from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'orders.fire_deadline' and j.payload->>'orderId' = ${next.orderId}`);
  expect(queued).toEqual([{ runAt: dueAt }]);
  const elsewhere = { "payments.refund": done, "payments.cancel_charge": done };
  runner = await runJobs(context, context.db.pool, [orderJobs, elsewhere], []);
  await orderJobs["orders.sweep_deadlines"]?.({}, context);
  await expect.poll(() => statusOf(missed.orderId)).toBe("cancelled");
  await expect.poll(() => statusOf(next.orderId)).toBe("cancelled");
  await expect.poll(() => statusOf(paid.orderId)).toBe("awaiting_confirmation");
  expect(await statusOf(far.orderId)).toBe("awaiting_confirmation");
  expect(await statusOf(answered.orderId)).toBe("processing");
  const event = await context.db.row<{ at: Date }>(sql`
    select created_at as at from order_events where order_id = ${next.orderId} and action = 'silence_confirmation'`);
  expect(event?.at.getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
  expect(await brokenInvariants(context.db)).toEqual([]);
});

test("a charge that its bank closed unpaid expires its orders at once; a notification alone does not", async () => {
  const now = context.clock.now();
  const { orderId, paymentId, checkoutId } = await makePlacedOrder(context, { now });
  const { reference } = await attemptOf(context, paymentId);
  const expired = { reference, amount: null, claim: "expired" } as const;
  expect((await settleAttempt(context, expired, now)).verdict).toBe("ignored");
  await context.db.run(sql`update simulator_charges set status = 'expired' where reference = ${reference}`);
  expect((await settleAttempt(context, expired, now)).verdict).toBe("lapsed");
  await orderJobs["payments.lapsed"]?.({ checkoutId }, context);
  await orderJobs["payments.lapsed"]?.({ checkoutId }, context);
  expect(await statusOf(orderId)).toBe("cancelled");
  expect(await context.db.row(sql`select status from payments where id = ${paymentId}`)).toEqual({ status: "expired" });
  expect((await settleAttempt(context, expired, now)).verdict).toBe("ignored");
  expect(await brokenInvariants(context.db)).toEqual([]);
});

async function done(): Promise<void> {}

test("the sweep finds an order whose job was lost", async () => {
  const now = context.clock.now();
  await runner?.stop();
  runner = undefined;
  const first = await makePaidOrder(context, { now: addDuration(now, -3 * day) });
  const other = await makePaidOrder(context, { now: addDuration(now, -2 * day) });
  await orderJobs["orders.sweep_deadlines"]?.({}, context);
  expect([await statusOf(first.orderId), await statusOf(other.orderId)]).toEqual(["cancelled", "cancelled"]);
});

test("orders whose deadline fails each time do not delay the deadlines of others, even with a small batch", async () => {
  const now = context.clock.now();
  const bad = [
    await makePaidOrder(context, { now: addDuration(now, -5 * day) }),
    await makePaidOrder(context, { now: addDuration(now, -4 * day) }),
  ];
  const good = await makePaidOrder(context, { now: addDuration(now, -3 * day) });
  await failOn(bad.map(({ orderId }) => orderId));
  try {
    const quiet = { ...context, log: createLog("silent") };
    await expect(fireDeadline(quiet, bad[0]?.orderId ?? "", now)).rejects.toThrow("poisoned");
    for (const batch of [1, 2]) await sweepDeadlines(quiet, now, batch);
    expect(await statusOf(good.orderId)).toBe("cancelled");
  } finally {
    await context.db.run(sql`drop trigger poisoned on orders`);
  }
  await sweepDeadlines(context, now);
  for (const { orderId } of bad) expect(await statusOf(orderId)).toBe("cancelled");
});

test("an order that cannot be resumed after a vacation does not stop the shop's other orders", async () => {
  const now = context.clock.now();
  const first = await makePaidOrder(context, { now });
  const second = await makePaidOrder(context, { now, shops: [{ shopId: first.shopId, ownerId: first.sellerId }] });
  await context.db.run(sql`
    update shops set on_vacation = false, vacation_since = ${addDuration(now, hour)}, vacation_until = ${addDuration(now, 3 * hour)} where id = ${first.shopId}`);
  const dueOf = async ({ orderId }: { orderId: string }) =>
    (await context.db.row<{ due_at: Date }>(sql`select due_at from orders where id = ${orderId}`))?.due_at;
  const before = await dueOf(second);
  await failOn([first.orderId]);
  try {
    await expect(resumeClocks(context, first.shopId)).rejects.toThrow("poisoned");
  } finally {
    await context.db.run(sql`drop trigger poisoned on orders`);
  }
  expect(await dueOf(second)).toEqual(addDuration(before ?? now, 2 * hour));
});

/** Makes every change of these orders fail. */
async function failOn(orderIds: readonly string[]): Promise<void> {
  await context.db.run(
    sql`create or replace function poisoned() returns trigger language plpgsql as $$ begin raise 'poisoned'; end $$`,
  );
  const ids = orderIds.map((id) => `'${id}'`).join(",");
  await context.db.pool.query(
    `create trigger poisoned before update on orders for each row when (old.id in (${ids})) execute function poisoned()`,
  );
}
