/**
 * The past of the demo marketplace: completed orders with their payments, ledger entries and reviews. It is written set
 * by set, because playing thousands of orders one by one would take minutes. It satisfies the same constraints and
 * invariants as real orders (db/demo/load.test.ts checks them).
 */
import { sql, type Tx } from "../../src/lib/database.ts";
import { compactDay, hour, addDuration } from "../../src/lib/time.ts";
import { firstCommission, firstServiceFee } from "../../src/payments/fees/rules.ts";
import { calculateFee } from "../../src/payments/rules.ts";
import type { ReviewKind, ReviewText } from "./content-schema.ts";
import { createPast, insertPastOrders } from "./past-orders.ts";
import { createRandom } from "./random.ts";

export type SoldProduct = {
  slug: string;
  reviewKind: ReviewKind;
  rating: number;
  minOrder: number;
  /** Decides the number of orders, see `ordersOf`. */
  popularity: number;
};
type VariantRow = {
  slug: string;
  product_id: string;
  variant_id: string;
  shop_id: string;
  name: string;
  variant_name: string;
  price: number;
  weight_g: number;
  picture_key: string | null;
};

const longestPast = 300;
const ordersAtMost = 60;
const reviewsAtMost = 14;
const shippingPrices = [9000, 11_000, 14_000, 18_000, 22_000, 27_000];

/** Writes the past of all products. `buyers` are demo users; `now` is the time of loading. */
export async function writeHistory(
  tx: Tx,
  products: readonly SoldProduct[],
  reviewTexts: readonly ReviewText[],
  buyers: readonly { id: string; address: object }[],
  now: Date,
): Promise<{ orders: number; reviews: number }> {
  const random = createRandom(20_231_120);
  const variants = await tx.rows<VariantRow>(sql`
    select distinct on (p.id) p.slug, p.id as product_id, v.id as variant_id, p.shop_id, p.name, concat_ws(', ', v.option1, v.option2) as variant_name, v.price, p.weight_g, pic.storage_key as picture_key
    from products p join variants v on v.product_id = p.id left join pictures pic on pic.id = p.cover_picture_id
    order by p.id, v.position`);
  const bySlug = new Map(variants.map((variant) => [variant.slug, variant]));
  const rows: Record<string, unknown>[] = [];
  const seenInvoices = new Set<string>();

  for (const product of products) {
    const variant = bySlug.get(product.slug);
    if (!variant) continue;
    const wanted = ordersOf(product.popularity);
    let reviews = 0;
    const fitting = reviewTexts.filter((review) => review.kind === product.reviewKind || review.kind === "umum");
    const used = new Set<string>();
    for (let index = 0; index < wanted; index += 1) {
      const buyer = random.pick(buyers);
      const placed = addDuration(now, -random.int(6 * 24, longestPast * 24) * hour - random.int(0, 3_599_999));
      const quantity = quantityOf(product.minOrder, variant.price, random);
      const goods = variant.price * quantity;
      const shipping = random.pick(shippingPrices);
      const stars = starsNear(product.rating, random.next());
      // Fewer than half of the buyers write a review. For a product with few orders nearly all do.
      const isReviewed = reviews < reviewsAtMost && random.next() < Math.max(0.4, 0.9 - wanted / 40);
      if (isReviewed) reviews += 1;
      const texts = fitting.filter((review) => review.stars === stars && !used.has(review.text));
      const review = isReviewed && texts.length > 0 ? random.pick(texts) : undefined;
      if (review) used.add(review.text);
      let invoice: string;
      do {
        invoice = `INV/${compactDay(placed)}/${Array.from({ length: 10 }, () => random.pick([..."ABCDEFGHJKLMNPQRSTUVWXYZ23456789"])).join("")}`;
      } while (seenInvoices.has(invoice));
      seenInvoices.add(invoice);
      rows.push({
        n: rows.length,
        buyer_id: buyer.id,
        address: buyer.address,
        shop_id: variant.shop_id,
        product_id: variant.product_id,
        variant_id: variant.variant_id,
        product_slug: variant.slug,
        name: variant.name,
        variant_name: variant.variant_name,
        picture_key: variant.picture_key,
        price: variant.price,
        quantity,
        weight_g: variant.weight_g,
        invoice,
        goods,
        shipping,
        fee: firstServiceFee.flat,
        total: goods + shipping + firstServiceFee.flat,
        commission: calculateFee(firstCommission, goods),
        tracking_number: `JNE${String(random.int(1_000_000_000, 9_999_999_999))}${String(rows.length).padStart(5, "0")}`,
        placed,
        paid: addDuration(placed, random.int(1, 90) * 60_000),
        shipped: addDuration(placed, random.int(8, 30) * hour),
        delivered: addDuration(placed, random.int(55, 100) * hour),
        completed: addDuration(placed, random.int(101, 130) * hour),
        stars: isReviewed ? stars : null,
        text: review?.text ?? "",
        reviewed: addDuration(placed, random.int(131, 142) * hour),
      });
    }
  }
  await insertHistory(tx, rows);
  return { orders: rows.length, reviews: rows.filter((row) => row.stars !== null).length };
}

/** The number of past orders of a product: a few dozen for most, at most `ordersAtMost`. */
function ordersOf(popularity: number): number {
  return Math.min(ordersAtMost, Math.max(popularity > 0 ? 1 : 0, Math.round(Math.sqrt(popularity) / 1.25)));
}

/** Pieces of one order: at least the product's minimum, and several of a cheap product. */
function quantityOf(minOrder: number, price: number, random: ReturnType<typeof createRandom>): number {
  if (minOrder > 1) return minOrder * random.int(1, 3);
  if (random.next() < 0.7) return 1;
  return price < 50_000 ? random.int(2, 6) : price < 300_000 ? random.int(2, 3) : 1;
}

/** A number of stars whose mean over many draws is near `rating`. */
function starsNear(rating: number, draw: number): 1 | 2 | 3 | 4 | 5 {
  const five = Math.max(0.3, Math.min(0.96, (rating - 3.9) / 1.1));
  if (draw < five) return 5;
  if (draw < five + (1 - five) * 0.75) return 4;
  if (draw < five + (1 - five) * 0.93) return 3;
  return draw < five + (1 - five) * 0.98 ? 2 : 1;
}

async function insertHistory(tx: Tx, rows: readonly Record<string, unknown>[]): Promise<void> {
  await createPast(tx);
  await tx.run(sql`
    insert into past (checkout_id, order_id, payment_id, line_id, status, n, buyer_id, address, shop_id, product_id, variant_id, product_slug, name, variant_name, picture_key,
      price, quantity, weight_g, invoice, goods, shipping, fee, total, commission, tracking_number, placed, paid, shipped, delivered, completed, stars, text, reviewed)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'completed', r.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      n int, buyer_id uuid, address jsonb, shop_id uuid, product_id uuid, variant_id uuid, product_slug text, name text, variant_name text, picture_key text,
      price bigint, quantity int, weight_g int, invoice text, goods bigint, shipping bigint, fee bigint, total bigint, commission bigint, tracking_number text,
      placed timestamptz, paid timestamptz, shipped timestamptz, delivered timestamptz, completed timestamptz, stars smallint, text text, reviewed timestamptz)`);
  await insertPastOrders(tx);
  for (const statement of [
    sql`update products p set rating_sum = r.total, rating_count = r.n
        from (select product_id, sum(rating) as total, count(*)::int as n from reviews group by 1) r where r.product_id = p.id`,
    sql`update shops s set rating_sum = r.total, rating_count = r.n
        from (select shop_id, sum(rating) as total, count(*)::int as n from reviews group by 1) r where r.shop_id = s.id`,
    sql`update products p set sold_count = l.n
        from (select product_id, sum(quantity)::int as n from past group by 1) l where l.product_id = p.id`,
    sql`update shops s set sold_count = p.sold, product_count = p.n
        from (select shop_id, sum(sold_count)::int as sold, count(*)::int as n from products group by 1) p where p.shop_id = s.id`,
  ])
    await tx.run(statement);
}
