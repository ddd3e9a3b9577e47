import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { sellerBalance } from "#payments/ledger/ledger.ts";
import { payRefund } from "#payments/refunds/pay-refund.ts";
import { refundedFor, type SettlementOrder } from "#payments/settlement/rules.ts";
import { makeCompletedOrder, makeDeliveredOrder, type MadeOrder } from "../../test/make/orders.ts";
import { makeContext } from "../../test/make/context.ts";
import { lockOrder } from "./change-order.ts";
import { brokenInvariants } from "./invariants.ts";
import { receiveOrder } from "./receive-order.ts";
import { refundParts } from "./settle-order.ts";

let context: Awaited<ReturnType<typeof makeContext>>;

beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

/** Gives the buyer so much of the first line's price back. */
function refundGoods(made: MadeOrder, amount: Rupiah, cause: string): Promise<boolean> {
  const refund = (order: SettlementOrder): SettlementOrder => ({
    ...order,
    lines: order.lines.map((line, at) =>
      at === 0 ? { ...line, refunded: line.refunded + refundedFor(line, amount) } : line,
    ),
  });
  return context.db.transaction(async (tx) =>
    refundParts(tx, await lockOrder(tx, made.orderId, "anyone"), refund, {
      reason: "order_part_refunded",
      cause,
      now: context.clock.now(),
    }),
  );
}

const refundsOf = ({ orderId }: MadeOrder) =>
  context.db.rows<{ id: string; amount: number; status: string }>(
    sql`select id, amount, status from refunds where order_id = ${orderId} order by created_at, id`,
  );
test("a part that is refunded before completion comes out of escrow, and the seller gets the rest without its commission", async () => {
  const made = await makeDeliveredOrder(context, { price: 200_000 });
  await refundGoods(made, 50_000, "a first part");
  await refundGoods(made, 50_000, "a first part");
  await refundGoods(made, 20_000, "a second part");
  expect((await refundsOf(made)).map(({ amount }) => amount)).toEqual([50_000, 20_000]);
  expect(await brokenInvariants(context.db)).toEqual([]);
  await receiveOrder(context, { orderId: made.orderId, buyerId: made.buyerId }, context.clock.now());
  const { shipping_cost: shipping } = (await context.db.row<{ shipping_cost: number }>(
    sql`select shipping_cost from orders where id = ${made.orderId}`,
  )) ?? { shipping_cost: 0 };
  expect(await sellerBalance(context.db, made.shopId)).toBe(130_000 - 3250 + shipping);
  for (const { id } of await refundsOf(made)) await payRefund(context, id, context.clock.now());
  expect((await refundsOf(made)).map(({ status }) => status)).toEqual(["done", "done"]);
});

test("a refund after completion comes from the shop's balance, with its part of the commission from the marketplace", async () => {
  const made = await makeCompletedOrder(context, { price: 200_000 });
  const earned = await sellerBalance(context.db, made.shopId);
  await refundGoods(made, 100_000, "after completion");
  expect(await sellerBalance(context.db, made.shopId)).toBe(earned - 97_500);
  await refundGoods(made, 100_000, "the rest");
  expect((await refundsOf(made)).map(({ amount }) => amount)).toEqual([100_000, 100_000]);
  await expect(refundGoods(made, 1, "more than there is")).rejects.toThrow("exceeds");
});
