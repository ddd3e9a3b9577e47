import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { lockOrder } from "#orders/change-order.ts";
import { refundPart } from "#orders/settlement/refund-part.ts";
import { refundParts } from "#orders/settlement/settle-order.ts";
import { withRefund } from "#payments/settlement/rules.ts";
import { reportChargeback } from "../../test/make/orders.ts";
import { counted, makeReviewApi, review, type Bought } from "../../test/make/review-api.ts";
import { voidRefundedReviews } from "./void-refunded-reviews.ts";

let { context, bought, counters, readReviews, close } = {} as Awaited<ReturnType<typeof makeReviewApi>>;
beforeAll(async () => {
  ({ context, bought, counters, readReviews, close } = await makeReviewApi());
});
afterAll(() => close());

const refund = (order: Bought, amount: number) =>
  refundPart(
    context,
    {
      orderId: order.orderId,
      shopId: order.shopId,
      userId: order.sellerId,
      idempotencyKey: randomUUID(),
      lines: [{ line_id: order.lineId, amount }],
      shipping: 0,
      reason: "Barang cacat",
    },
    context.clock.now(),
  );

test("a line that was refunded whole cannot be reviewed; one that was refunded in part can", async () => {
  const order = await bought({ price: 50_000 });
  await refund(order, 20_000);
  expect((await order.buyer("PUT", order.url, review())).status).toBe(200);
  const whole = await bought({ price: 50_000 });
  await refund(whole, 50_000);
  const { status, body } = await whole.buyer("PUT", whole.url, review());
  expect([status, body.code]).toEqual([409, "reviews.refunded"]);
  expect((await whole.buyer("GET", "/v1/reviews")).body.result).toEqual([]);
});

/** The buyer's bank takes this amount of the line back. */
async function chargeBack(order: Bought, amount: number): Promise<void> {
  await reportChargeback(context, order.paymentId, amount);
  await context.db.transaction(async (tx) => {
    const amounts = { lines: new Map([[order.lineId, amount]]), shipping: 0, fees: 0 };
    await refundParts(
      tx,
      await lockOrder(tx, order.orderId, { shopId: order.shopId }),
      (before) => withRefund(before, amounts),
      {
        reason: "chargeback",
        cause: `chargeback ${order.orderId}`,
        now: context.clock.now(),
      },
    );
  });
}

test("a seller who refunds a line after a bad review keeps the review and its star, marked for readers", async () => {
  const order = await bought({ price: 50_000 });
  await order.buyer("PUT", order.url, review({ rating: 1 }));
  await refund(order, 50_000);
  await voidRefundedReviews(context, order.orderId, context.clock.now());
  expect(await counters(order)).toEqual(counted(1, 1));
  const { reviews, integrity } = await readReviews(order);
  expect(reviews).toMatchObject([{ rating: 1, is_refunded: false, is_paid_back: true }]);
  expect(integrity.refunded).toBe(0);
  // Nor can good stars be had for the money.
  expect((await order.buyer("PUT", order.url, review({ rating: 5 }))).body.code).toBe("reviews.refunded");
});

test("what the seller gave back before a review counts with a chargeback after it", async () => {
  const order = await bought({ price: 50_000 });
  await refund(order, 20_000);
  await context.db.run(
    sql`update refunds set created_at = created_at - interval '1 hour' where order_id = ${order.orderId}`,
  );
  await order.buyer("PUT", order.url, review({ rating: 2 }));
  await chargeBack(order, 30_000);
  await voidRefundedReviews(context, order.orderId, context.clock.now());
  expect(await counters(order)).toEqual(counted(0, 0));
});

test("when most of the price was paid back, a review has at most 3 stars, and keeps what it had before", async () => {
  const order = await bought({ price: 50_000 });
  await refund(order, 40_000);
  const { status, body } = await order.buyer("PUT", order.url, review({ rating: 4 }));
  expect([status, body.code, Object.keys(body.data)]).toEqual([422, "reviews.paid_back", ["rating"]]);
  expect((await order.buyer("PUT", order.url, review({ rating: 3 }))).status).toBe(200);
  expect((await readReviews(order)).reviews).toMatchObject([{ rating: 3, is_paid_back: true }]);
  const earlier = await bought({ price: 50_000 });
  await earlier.buyer("PUT", earlier.url, review({ rating: 4 }));
  await refund(earlier, 40_000);
  expect((await earlier.buyer("PUT", earlier.url, review({ rating: 5 }))).body.code).toBe("reviews.paid_back");
  expect((await earlier.buyer("PUT", earlier.url, review({ rating: 4, text: "Baru." }))).status).toBe(200);
});

test("a review whose line is charged back whole stays readable, is marked and counts no more", async () => {
  const order = await bought({ price: 50_000 });
  await order.buyer("PUT", order.url, review({ rating: 1 }));
  await chargeBack(order, 50_000);
  const jobs = await context.db.rows<{ payload: { orderId: string } }>(sql`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'orders.lines_refunded' and j.payload->>'orderId' = ${order.orderId}`);
  expect(jobs).toHaveLength(1);
  for (let run = 0; run < 2; run += 1) await voidRefundedReviews(context, order.orderId, context.clock.now());
  expect(await counters(order)).toEqual(counted(0, 0));
  const { rating_count, reviews, integrity } = await readReviews(order);
  expect([rating_count, integrity.refunded]).toEqual([0, 1]);
  expect(reviews).toMatchObject([{ rating: 1, is_refunded: true }]);
  expect((await order.buyer("PUT", order.url, review())).body.code).toBe("reviews.refunded");
  expect((await order.buyer("DELETE", order.url)).status).toBe(200);
  expect(await counters(order)).toEqual(counted(0, 0));
});

test("after these refunds every rating is the sum of the reviews that count", async () => {
  expect(await brokenInvariants(context.db)).toEqual([]);
});
