import { randomUUID } from "node:crypto";
import { sql } from "../../src/lib/database.ts";
import type { ProductReviews } from "../../src/reviews/contract.ts";
import { reviewRoutes } from "../../src/reviews/routes.ts";
import { makeShopApi } from "./checkout.ts";
import { makeContext } from "./context.ts";
import { makeCompletedOrder } from "./orders.ts";

/** The body of a review. */
export const review = (fields: object = {}) => ({ rating: 5, text: "Rapi dan kuat.", picture_ids: [], ...fields });

/** What a product and its shop count after reviews of this product alone. */
export const counted = (sum: number, count: number) => ({
  rating_sum: sum,
  rating_count: count,
  shop_sum: sum,
  shop_count: count,
});

/** A marketplace with the API of reviews, orders that can be reviewed, and readers of what was stored. */
export async function makeReviewApi() {
  const context = await makeContext();
  const api = await makeShopApi(context, [reviewRoutes]);

  /** A completed order of one line with its buyer's and seller's clients. */
  async function bought(fields: Parameters<typeof makeCompletedOrder>[1] = {}) {
    const order = await makeCompletedOrder(context, fields);
    const line = await context.db.row<{ id: string; product_id: string; slug: string }>(
      sql`select id, product_id, product_slug as slug from order_lines where order_id = ${order.orderId}`,
    );
    if (!line) throw new Error("no line");
    const url = `/v1/reviews/lines/${line.id}`;
    return {
      ...order,
      lineId: line.id,
      productId: line.product_id,
      slug: line.slug,
      url,
      buyer: await api.as(order.buyerId),
      seller: await api.as(order.sellerId),
    };
  }

  async function counters(of: { productId: string; shopId: string }) {
    return context.db.row(sql`
      select p.rating_sum, p.rating_count, s.rating_sum as shop_sum, s.rating_count as shop_count
      from products p join shops s on s.id = p.shop_id where p.id = ${of.productId}`);
  }

  async function readReviews({ slug }: { slug: string }, query = ""): Promise<ProductReviews> {
    const { body } = await (await api.as(null))("GET", `/v1/products/${slug}/reviews${query}`);
    return body.result as unknown as ProductReviews;
  }

  async function makePicture(ownerId: string): Promise<string> {
    const row = await context.db.row<{ id: string }>(sql`
      insert into pictures (owner_id, storage_key, width, height, color, alt, created_at)
      values (${ownerId}, ${`u${randomUUID().replaceAll("-", "").slice(0, 30)}`}, 10, 10, '#aabbcc', '', now()) returning id`);
    return row?.id ?? "";
  }

  /** Moves everything that decides about the review of a line into the past. */
  async function age({ orderId, lineId }: { orderId: string; lineId: string }, days: number): Promise<void> {
    const moved = sql`make_interval(days => ${days}::int)`;
    await context.db.run(sql`update orders set completed_at = completed_at - ${moved} where id = ${orderId}`);
    await context.db.run(sql`update reviews set created_at = created_at - ${moved} where order_line_id = ${lineId}`);
  }

  async function close(): Promise<void> {
    await api.close();
    await context.close();
  }
  return { context, api, bought, counters, readReviews, makePicture, age, close };
}

/** A completed order of one line with its buyer's and seller's clients. */
export type Bought = Awaited<ReturnType<Awaited<ReturnType<typeof makeReviewApi>>["bought"]>>;
