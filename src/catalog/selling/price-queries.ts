/** The prices of a product: what its variants cost, the former price, and the copies that listings sort by. */
import { type Queryable, sql, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { FormerPrice } from "../rules.ts";

/** A product's lowest price as stored and as its variants have it now, and what a reduction is compared with. */
export type PricesOfProduct = {
  old: Rupiah;
  price: Rupiah;
  lowest: Rupiah;
  strike_price: Rupiah | null;
  strike_until: Date | null;
  /** Null while the product is hidden. */
  on_sale_since: Date | null;
};

/**
 * Locks a product and reads its prices; `lowest` is the lowest one since `since`. Undefined when it has no variant on
 * sale. The lock is a statement of its own, so that the next ones see what a concurrent order has sold.
 */
export async function lockPrices(tx: Tx, productId: string, since: Date): Promise<PricesOfProduct | undefined> {
  await tx.run(sql`select from products where id = ${productId} for no key update`);
  return tx.row<PricesOfProduct>(sql`
    select p.price_min as old, v.low as price, p.strike_price, p.strike_until, case when p.status = 'active' then p.on_sale_since end as on_sale_since,
      least(p.price_min, (select min(f.price) from former_prices f where f.product_id = p.id and f.ended_at > ${since})) as lowest
    from products p
    cross join (select min(price) as low from variants where product_id = ${productId} and is_active) v
    where p.id = ${productId} and v.low is not null`);
}

/** Updates prices and `in_stock` of a locked product from its variants, and its former price. */
export async function updateProductCopies(tx: Tx, productId: string, former: FormerPrice | null): Promise<void> {
  await tx.run(sql`
    update products p set price_min = v.low, price_max = v.high, in_stock = v.any_left,
      strike_price = ${former?.strikePrice ?? null}::bigint, strike_until = ${former?.strikeUntil ?? null}::timestamptz
    from (select min(price) as low, max(price) as high, bool_or(stock > 0) as any_left from variants where product_id = ${productId} and is_active) v
    where p.id = ${productId} and v.low is not null`);
}

/** Stores what a product cost until now. */
export async function insertFormerPrice(tx: Tx, productId: string, price: Rupiah, endedAt: Date): Promise<void> {
  await tx.run(sql`
    insert into former_prices (product_id, price, ended_at) values (${productId}, ${price}, ${endedAt})
    on conflict (product_id, ended_at) do update set price = least(former_prices.price, excluded.price)`);
}

/** Removes the former prices of `limit` products that have shown them long enough. Returns whose pages show them. */
export async function endReductions(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<{ id: string; shop_id: string }[]> {
  return db.rows(sql`
    update products set strike_price = null, strike_until = null
    where id in (select id from products where strike_until <= ${now} order by strike_until limit ${limit}) and strike_until <= ${now}
    returning id, shop_id`);
}

/** Deletes former prices that no reduction is compared with any more. */
export async function deleteFormerPrices(db: Queryable, endedBefore: Date): Promise<void> {
  await db.run(sql`delete from former_prices where ended_at < ${endedBefore}`);
}
