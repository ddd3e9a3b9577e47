// A refund that fails before a chargeback, and one that fails after it, leave everybody with the same money.
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { followRefunds } from "#payments/refunds/pay-refund.ts";
import { makeContext } from "../../../test/make/context.ts";
import { attemptOf, makeCompletedOrder, makePaidOrder, makeShippedOrder } from "../../../test/make/orders.ts";
import { openRefundsOf, takeBack } from "../../../test/make/refunds.ts";
import { makeShop } from "../../../test/make/rows.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { rejectOrder } from "../accept-order.ts";
import { brokenInvariants } from "../invariants.ts";
import { refundPart } from "./refund-part.ts";
import { returnChargeback } from "./return-chargeback.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());
const now = () => context.clock.now();

const makers = { paid: makePaidOrder, shipped: makeShippedOrder, completed: makeCompletedOrder };
/** A rupiah for each part into which an amount is split twice: parts of lines, shipping and fees of three orders. */
const maxRounding = 12;

const anyHistory = fc.record({
  shops: fc.integer({ min: 1, max: 3 }),
  price: fc.integer({ min: 50_000, max: 200_000 }),
  state: fc.constantFrom("paid", "shipped", "completed"),
  insured: fc.boolean(),
  parts: fc.array(fc.integer({ min: 1, max: 15_000 }), { minLength: 1, maxLength: 3 }),
  fails: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  /** What the bank has taken in all, after each chargeback, in thousandths of the price. */
  taken: fc.tuple(fc.nat(1000), fc.nat(1000)),
  /** What it still has after the disputes. */
  left: fc.option(fc.nat(1000), { nil: null }),
});
type History = typeof anyHistory extends fc.Arbitrary<infer T> ? T : never;

/** Plays a history, in which refunds fail before or after the chargebacks. Returns who has how much in the end. */
async function play(one: History, when: "before" | "after"): Promise<Record<string, number>> {
  const { price, state, insured } = one;
  const shops: Awaited<ReturnType<typeof makeShop>>[] = [];
  for (let made = 0; made < one.shops; made += 1) shops.push(await makeShop(context));
  const made = await makers[state](context, { shops, price, insured });
  const { orderId, shopId, sellerId: userId, paymentId } = made;
  if (state === "paid") await rejectOrder(context, { orderId, shopId, userId, reason: "Stok habis." }, now());
  const line = await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${orderId}`);
  for (const amount of state === "paid" ? [] : one.parts) {
    const lines = [{ line_id: line?.id ?? "", amount }];
    const part = {
      orderId,
      shopId,
      userId,
      shipping: 0,
      reason: "Warnanya berbeda.",
      idempotencyKey: randomUUID(),
      lines,
    };
    await refundPart(context, part, now());
  }
  // All refunds are on their way.
  const refunds = await openRefundsOf(context, made);
  await context.db.run(sql`update refunds set status = 'sent', sent_at = ${now()} where payment_id = ${paymentId}`);
  await context.db.run(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))`);
  const fail = async () => {
    for (const [at, { id: reference, amount }] of refunds.entries())
      if (one.fails[at])
        await followRefunds(
          context,
          await attemptOf(context, paymentId),
          [{ reference, status: "failed", amount }],
          now(),
        );
    await runQueued(context);
  };
  const amountOf = (share: number) => Math.round((price * share) / 1000);
  if (when === "before") await fail();
  for (const share of one.taken.toSorted((a, b) => a - b)) {
    await takeBack(context, made, amountOf(share));
    await runQueued(context);
  }
  if (when === "after") await fail();
  if (one.left !== null) {
    const { id: attemptId, charged_back: taken } = await attemptOf(context, paymentId);
    await returnChargeback(context, { attemptId, chargedBack: Math.min(taken, amountOf(one.left)) }, now());
    await runQueued(context);
  }
  const owners = [...shops.map(({ shopId: id }) => id), made.buyerId, paymentId];
  const accounts = await context.db.rows<{ name: string; balance: number }>(sql`
    select kind || ' ' || array_position(${owners}::text[], owner) as name, balance from ledger_accounts
    where owner = any(${owners}::text[]) and balance <> 0`);
  return Object.fromEntries(accounts.map(({ name, balance }) => [name, balance]));
}

test("who has how much does not depend on whether refunds fail before or after a chargeback", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (one) => {
      const [before, after] = [await play(one, "before"), await play(one, "after")];
      for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
        expect(Math.abs((before[name] ?? 0) - (after[name] ?? 0)), name).toBeLessThanOrEqual(maxRounding);
    }),
    { numRuns: 12 },
  );
  expect(await brokenInvariants(context.db)).toEqual([]);
});
