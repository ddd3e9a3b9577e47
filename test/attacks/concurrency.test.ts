import { afterAll, beforeAll, expect, test } from "vitest";

import { sql } from "../../src/lib/database.ts";
import { day, addDuration } from "../../src/lib/time.ts";
import { sweepDeadlines } from "../../src/orders/deadlines/fire-deadline.ts";
import { brokenInvariants } from "../../src/orders/invariants.ts";
import { signNotification } from "../../src/payments/providers/simulator/provider.ts";
import { makePlacedOrder } from "../make/orders.ts";
import { runQueued } from "../run-all-jobs.ts";
import { makeWorld, type World } from "./make-world.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** A fair order of the things that happen, other in each round, the same in each run. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const order = (at: number) => Math.sin(seed * 1000 + at * 7.31) * 10_000;
  return list
    .map((one, at) => ({ one, rank: order(at) - Math.floor(order(at)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

test("RACE-03 RACE-06 RACE-07 when buyer, sellers, bank, courier and clock act at the same moment, no rupiah and no stock is lost", async () => {
  const { context, buyer, seller, otherSeller } = world;
  const shops = [
    { shopId: world.shopId, ownerId: seller.id },
    { shopId: world.otherShopId, ownerId: otherSeller.id },
  ];
  const ends = new Map<string, number>();
  for (let round = 1; round <= 14; round += 1) {
    const made = await makePlacedOrder(context, { shops, buyerId: buyer.id, quantity: 2 });
    const found = await context.db.row<{ reference: string; amount: number }>(
      sql`select reference, amount from payment_attempts where payment_id = ${made.paymentId}`,
    );
    const { reference, amount } = found ?? { reference: "", amount: 0 };
    const paid = signNotification(context, reference, "paid", amount);
    const bank = (action: string) => () => buyer.call("POST", `/v1/simulator/payments/${reference}`, { action });
    const notify = () => world.nobody.call("POST", "/v1/payments/notifications/simulator", paid);
    const reason = "Tidak jadi saja, terima kasih";
    const each = made.orderIds.flatMap((id, at) => {
      const shop = [seller, otherSeller][at % 2] ?? seller;
      const ofShop = (what: string, body?: object) => () => shop.call("POST", `/v1/seller/orders/${id}/${what}`, body);
      const ofBuyer = (what: string, body?: object) => () => buyer.call("POST", `/v1/orders/${id}/${what}`, body);
      return [
        ofShop("accept"),
        ofShop("reject", { reason }),
        ofShop("ship", { resi: `TLJR${String(round).padStart(6, "0")}${String(at).padStart(6, "0")}` }),
        ofShop("approve-cancel"),
        ofBuyer("request-cancel", { reason }),
        ofBuyer("withdraw-cancel"),
        ofBuyer("receive"),
        ...(round % 3 === 0 ? [ofBuyer("cancel", { reason })] : []),
        () => buyer.call("POST", `/v1/simulator/orders/${id}/seller`),
        () => buyer.call("POST", `/v1/simulator/orders/${id}/scan`),
      ];
    });
    const sweep = (days: number) => async () => {
      await sweepDeadlines(context, addDuration(context.clock.now(), days * day));
      return { status: 200, text: "" };
    };
    const work = async () => {
      await runQueued(context);
      return { status: 200, text: "" };
    };
    const clock = round % 2 === 0 ? [sweep(2)] : [];
    const happenings = [
      bank("pay"),
      notify,
      notify,
      ...(round % 4 === 0 ? [bank("expire")] : []),
      ...each,
      ...clock,
      work,
    ];
    const answers = await Promise.all(shuffled(happenings, round).map((happen) => happen()));
    for (const { status, text } of answers) expect(status, text.slice(0, 200)).toBeLessThan(500);
    await runQueued(context);
    const again = await Promise.all(shuffled([...each, notify], round + 0.5).map((happen) => happen()));
    for (const { status, text } of again) expect(status, text.slice(0, 200)).toBeLessThan(500);
    await runQueued(context);
    expect(await brokenInvariants(context.db), `round ${round}`).toEqual([]);
    const rows = await context.db.rows<{ status: string }>(
      sql`select status from orders where id = any(${made.orderIds}::uuid[])`,
    );
    for (const { status } of rows) ends.set(status, (ends.get(status) ?? 0) + 1);
    // The deadlines end all open orders, so that the next round has stock.
    await sweepDeadlines(context, addDuration(context.clock.now(), 40 * day));
    await runQueued(context);
  }
  expect(ends.size, JSON.stringify([...ends])).toBeGreaterThan(1);
  expect(await brokenInvariants(context.db)).toEqual([]);
});
