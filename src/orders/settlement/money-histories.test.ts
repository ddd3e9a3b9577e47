/**
 * Design note. Random histories of purchases, vouchers, payments, cash on delivery, changes of method, refunds,
 * chargebacks, couriers, complaints, withdrawals and withheld tax (test/money-steps.ts). After each step every
 * invariant must hold. The audit reads the whole database, so some histories are played side by side in the same shops,
 * and one audit follows a step of each. Each run has a new database, so that a seed and path play it alone. The suite
 * plays a few histories; `HISTORIES=1000 SEED=random` plays a thousand in one run. A failure prints its seed; `seeds`
 * keeps those that once failed.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { computedShare } from "#payments/settlement/expected-share.ts";
import { settlementOf } from "#payments/settlement/rules.ts";
import { accepted, actionNames, countCorrections, takeStep } from "../../../test/money-steps.ts";
import { openMoneyWorld, type MoneyWorld, type Purchase, type Step } from "../../../test/money-world.ts";
import { sellerOrderEndpoints } from "../contract.ts";
import { brokenInvariants } from "../invariants.ts";
import { orderJson } from "../order-view/order-json.ts";
import { findOrder } from "../order-view/queries.ts";
import { readSettlementOrder } from "../queries.ts";
import { moneyOfSeller } from "./refund-part.ts";
import { costRows } from "../ui/cost-rows.ts";

const count = Number(process.env.HISTORIES ?? 5);
const steps = 30;
const atOnce = 5;
/** So many of these histories have one purchase, which comes further. */
const deepAtOnce = 2;
/** The audit costs more than the steps. A long hunt runs it after every third step, and after the last one. */
const auditEvery = count > 50 ? 3 : 1;
/** A long hunt prints how far it is after so many histories. */
const printedEvery = 50;
/** Histories that found a fault, by seed and path, of the first actions and of all. They run each time. */
const seeds = {
  first: [{ seed: -204093238, path: "14" }],
  // Money that came twice goes back twice.
  all: [{ seed: 4711, path: "69" }],
} as const;

let played = 0;

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.nat(999),
  which: fc.nat(999),
  part: fc.nat(999),
  amount: fc.nat(1000),
});

/** The sums that sellers read as their income to come are what the orders' settlements say. */
async function compareExpected({ context: { db } }: MoneyWorld, orderIds: readonly string[]): Promise<void> {
  const orders = await db.rows<{ id: string; shares: number[] }>(sql`
    select o.id, json_build_array((${computedShare})::bigint, coalesce(o.expected_share, ${computedShare})::bigint) as shares
    from orders o where o.id = any(${orderIds}::uuid[])`);
  expect(orders).toHaveLength(orderIds.length);
  for (const { id, shares } of orders) {
    const { seller } = settlementOf(await readSettlementOrder(db, id));
    expect(shares).toEqual([seller, seller]);
  }
}

/** The lines that buyer and seller read on an order's page add up to each sum below them. */
async function addUpCosts({ context }: MoneyWorld, orderIds: readonly string[]): Promise<void> {
  const now = context.clock.now();
  const orders = await context.db.rows<{ id: string; buyer_id: string; shop_id: string }>(
    sql`select id, buyer_id, shop_id from orders where id = any(${orderIds}::uuid[])`,
  );
  for (const { id, buyer_id: buyerId, shop_id: shopId } of orders)
    for (const reader of ["buyer", "seller"] as const) {
      const row = await findOrder(context.db, id, reader === "buyer" ? { buyerId } : { shopId });
      if (!row) throw new Error(`order ${id} has no ${reader}`);
      const money = reader === "seller" ? await moneyOfSeller(context.db, row, now) : null;
      let sum = 0;
      for (const cost of costRows(
        sellerOrderEndpoints["GET /v1/seller/orders/:orderId"].response.shape.result.parse(
          orderJson(context, row, reader, now, "WIB", money),
        ),
        reader,
      ))
        if (cost.isSum) expect([cost.label, cost.amount]).toEqual([cost.label, sum]);
        else sum += cost.amount;
    }
}

async function play(histories: readonly (readonly Step[])[], reach?: "first"): Promise<void> {
  const world = await openMoneyWorld();
  try {
    const running = histories.map((history, at) => ({
      history,
      purchases: [] as Purchase[],
      reach: reach ?? (at < deepAtOnce ? ("deep" as const) : ("wide" as const)),
    }));
    for (let at = 0; at < steps; at += 1) {
      for (const { history, purchases, reach: its } of running) {
        const one = history[at];
        if (one) await takeStep(world, purchases, one, its);
      }
      if ((at + 1) % auditEvery === 0 || at + 1 === steps) expect(await brokenInvariants(world.context.db)).toEqual([]);
    }
    const orderIds = running.flatMap(({ purchases }) => purchases.flatMap((one) => one.orderIds));
    await compareExpected(world, orderIds);
    await addUpCosts(world, orderIds);
    await countCorrections(world);
    played += histories.length;
    if (count > printedEvery && played % printedEvery === 0) process.stdout.write(`${played} histories\n`);
  } finally {
    await world.close();
  }
}

test("in random histories of money every invariant holds after each step", async () => {
  const history = fc.array(step, { minLength: steps, maxLength: steps });
  const first = fc.asyncProperty(history, (one) => play([one], "first"));
  for (const found of seeds.first) await fc.assert(first, { ...found, numRuns: 1, endOnFailure: true });
  const wide = fc.asyncProperty(fc.array(history, { minLength: atOnce, maxLength: atOnce }), (all) => play(all));
  for (const found of seeds.all) await fc.assert(wide, { ...found, numRuns: 1, endOnFailure: true });
  accepted.clear();
  played = 0;
  await fc.assert(wide, { numRuns: Math.ceil(count / atOnce), endOnFailure: true });
  // The histories were not idle.
  for (const name of ["payExactly", "accept", "ship"]) expect([...accepted.keys()]).toContain(name);
  if (process.env.HISTORIES) process.stdout.write(`${JSON.stringify(Object.fromEntries(accepted))}\n`);
  if (count >= 1000) expect([...actionNames].filter((name) => !accepted.has(name))).toEqual([]);
}, 3_600_000);
