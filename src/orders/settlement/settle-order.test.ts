import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { sellerBalance } from "#payments/ledger/ledger.ts";
import { payRefund } from "#payments/refunds/pay-refund.ts";
import { refundedFor, type SettlementOrder } from "#payments/settlement/rules.ts";
import {
  makeAcceptedOrder,
  makeCompletedOrder,
  makeDeliveredOrder,
  type MadeOrder,
} from "../../../test/make/orders.ts";
import { makeCartLine } from "../../../test/make/checkout.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { makeContext } from "../../../test/make/context.ts";
import { answerCancel, requestCancel } from "../cancel-order.ts";
import { lockOrder } from "../change-order.ts";
import { brokenInvariants } from "../invariants.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { quoteCheckout } from "../checkout/quote-checkout.ts";
import { receiveOrder } from "../receive-order.ts";
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

test("an insurance is paid once, goes to the shop with the shipping, and comes back with a whole refund", async () => {
  const made = await makeCompletedOrder(context, { price: 200_000, insured: true });
  const plain = await makeCompletedOrder(context, { price: 200_000 });
  expect(made.total - plain.total).toBe(400);
  expect((await sellerBalance(context.db, made.shopId)) - (await sellerBalance(context.db, plain.shopId))).toBe(400);

  const ended = await makeAcceptedOrder(context, { price: 200_000, insured: true });
  const { orderId, buyerId, shopId, sellerId: userId } = ended;
  const now = context.clock.now();
  await requestCancel(context, { orderId, buyerId, reason: "Berubah pikiran" }, now);
  await answerCancel(context, { orderId, shopId, userId, agreed: true }, now);
  expect((await refundsOf(ended)).map(({ amount }) => amount)).toEqual([ended.total]);
});

test("an insurance is refused where the courier does not insure, and is quoted before it is paid", async () => {
  const now = context.clock.now();
  const buyerId = await makeUser(context);
  const addressId = await makeAddress(context, buyerId);
  const { shopId } = await makeShop(context);
  const { variantIds } = await makeProduct(context, shopId, { price: 100_050 });
  await makeCartLine(context, buyerId, variantIds[0] ?? "");
  const choose = (courier: string, insured: string[]) => ({
    addressId,
    shipping: { [shopId]: courier },
    insured,
    paymentMethod: "va_bca",
  });
  const place = (choice: ReturnType<typeof choose>, quoteId: string) =>
    placeOrder(context, { ...choice, buyerId, quoteId, idempotencyKey: randomUUID() }, now);
  const plain = await quoteCheckout(context, buyerId, choose("jne-reg", []), now);
  const insured = await quoteCheckout(context, buyerId, choose("jne-reg", [shopId]), now);
  expect(insured).toMatchObject({ total: plain.total + 201, shops: [{ premium: 201, is_insured: true }] });
  await expect(place(choose("jne-reg", [shopId]), plain.quote_id)).rejects.toMatchObject({
    code: "checkout.quote_changed",
  });
  const pickup = await quoteCheckout(context, buyerId, choose("pickup", [shopId]), now);
  expect(pickup).toMatchObject({ shops: [{ premium: null, is_insured: false }] });
  await expect(place(choose("pickup", [shopId]), pickup.quote_id)).rejects.toMatchObject({
    code: "checkout.insurance_not_offered",
  });
  const placed = await placeOrder(
    context,
    {
      ...choose("jne-reg", [shopId]),
      buyerId,
      quoteId: insured.quote_id,
      idempotencyKey: randomUUID(),
      sender: { name: "Griya Ratna", phone: "+6281298765432" },
    },
    now,
  );
  expect(placed.total).toBe(insured.total);
  const stored = sql`select sender_name, sender_phone from orders where checkout_id = ${placed.checkout_id}`;
  expect(await context.db.row(stored)).toEqual({ sender_name: "Griya Ratna", sender_phone: "+6281298765432" });
});
