/**
 * Design note. Stock is reserved inside the transaction that places the order. The variants are locked in the order of
 * their ids, so that two orders cannot deadlock, and the same statement takes all pieces or none. A CHECK on the
 * column keeps stock from going below zero. Where more pieces are there than are bought, the statement leaves together
 * with the commit, so that other buyers of the variant do not wait for our round trips. Not chosen: reservations as
 * rows that expire, because stock would then be recorded in two places.
 */
import type { Context } from "#lib/context.ts";
import { demanded, sql, type Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { addSoldCount } from "#shops/update-shop-counts.ts";
import { catalogRefusals, stockTag } from "../contract.ts";

/** Sent when a transaction that changed stock or sales has committed. */
const stockChangedSignal = "catalog.stock_changed";

/** Purges cached responses that show stock, each time stock has changed. Call it once when a process starts. */
export function purgeOnStockChange(context: Pick<Context, "db" | "pages">): void {
  context.db.onSignal(stockChangedSignal, () => context.pages.purge([stockTag]));
}

export type StockItem = { variantId: string; quantity: number };

function columns(items: readonly StockItem[]): { ids: string[]; quantities: number[] } {
  const sums = new Map<string, number>();
  for (const item of items) sums.set(item.variantId, (sums.get(item.variantId) ?? 0) + item.quantity);
  return { ids: [...sums.keys()], quantities: [...sums.values()] };
}

/**
 * Takes all pieces out of stock, or none. Refuses with `catalog.out_of_stock` and the `variantIds` that lack stock. The
 * caller's transaction must place an order or roll back.
 */
export async function reserveStock(tx: Tx, items: readonly StockItem[]): Promise<void> {
  const { ids, quantities } = columns(items);
  const reserved = await tx.rows<{ id: string; stock: number }>(sql`
    with ${lockedItems(ids, quantities)}
    update variants v set stock = v.stock - item.quantity, stock_version = v.stock_version + 1
    from item join locked on locked.id = item.id
    where v.id = item.id and v.is_active and v.stock >= item.quantity
    returning v.id, v.stock`);
  const short = ids.filter((id) => !reserved.some((variant) => variant.id === id));
  if (short.length > 0) throw new Refusal(catalogRefusals.outOfStock, undefined, { variantIds: short });
  // A product row is locked only when its last piece goes, so that orders of one product do not wait for each other.
  const gone = reserved.filter(({ stock }) => stock === 0).map(({ id }) => id);
  if (gone.length > 0) await refreshInStock(tx, gone);
  tx.signal(stockChangedSignal);
}

/**
 * Takes all pieces out of stock together with the commit. Unless pieces of every variant are left, the transaction
 * fails (`isUnmet`), because {@link reserveStock} must know the result then.
 */
export function reserveStockAtCommit(tx: Tx, items: readonly StockItem[]): void {
  const { ids, quantities } = columns(items);
  void tx.atCommit(sql`
    with ${ids.length === 1 ? oneReserved(ids[0], quantities[0]) : allReserved(ids, quantities)}
    select ${demanded(sql`count(*) = ${ids.length}`)} from reserved`);
  tx.signal(stockChangedSignal);
}

const allReserved = (ids: readonly string[], quantities: readonly number[]) => sql`
    ${lockedItems(ids, quantities)}, reserved as (
      update variants v set stock = v.stock - item.quantity, stock_version = v.stock_version + 1
      from item join locked on locked.id = item.id
      where v.id = item.id and v.is_active and v.stock > item.quantity
      returning v.id
    )`;

/** One variant needs no order of locks, and so neither a list nor a join. */
const oneReserved = (id: string | undefined, quantity: number | undefined) => sql`
    reserved as (
      update variants set stock = stock - ${quantity}::int, stock_version = stock_version + 1
      where id = ${id}::uuid and is_active and stock > ${quantity}::int
      returning id
    )`;

// The lists are hidden in subselects: PostgreSQL would plan this again each time if it could see their lengths.
const lockedItems = (ids: readonly string[], quantities: readonly number[]) => sql`
    item as (select * from unnest((select ${ids}::uuid[]), (select ${quantities}::int[])) as item (id, quantity)),
    locked as materialized (select id from variants where id = any((select ${ids}::uuid[])::uuid[]) order by id for no key update)`;

/** Puts pieces back into stock. The caller makes sure that this happens only once. */
export async function releaseStock(tx: Tx, items: readonly StockItem[]): Promise<void> {
  const { ids, quantities } = columns(items);
  await tx.run(sql`select 1 from variants where id = any(${ids}::uuid[]) order by id for no key update`);
  await tx.run(sql`
    update variants v set stock = v.stock + item.quantity, stock_version = v.stock_version + 1
    from unnest(${ids}::uuid[], ${quantities}::int[]) as item (id, quantity)
    where v.id = item.id`);
  await refreshInStock(tx, ids);
  tx.signal(stockChangedSignal);
}

/**
 * Adds the pieces of a completed order to the sales of products and shops. The caller makes sure that this happens only
 * once.
 */
export async function countSold(tx: Tx, items: readonly StockItem[]): Promise<void> {
  const { ids, quantities } = columns(items);
  const sold = await tx.rows<{ shopId: string; pieces: number }>(sql`
    update products p set sold_count = p.sold_count + sold.quantity
    from (select v.product_id, sum(item.quantity)::int as quantity
          from unnest(${ids}::uuid[], ${quantities}::int[]) as item (id, quantity) join variants v on v.id = item.id
          group by v.product_id order by v.product_id) sold
    where p.id = sold.product_id
    returning p.shop_id as "shopId", sold.quantity as pieces`);
  tx.signal(stockChangedSignal);
  const pieces = new Map<string, number>();
  for (const one of sold) pieces.set(one.shopId, (pieces.get(one.shopId) ?? 0) + one.pieces);
  await addSoldCount(
    tx,
    [...pieces].map(([shopId, count]) => ({ shopId, pieces: count })),
  );
}

/**
 * Updates `products.in_stock` from the variants, only where it changes. The products are locked first, so that two
 * transactions which change different variants of a product see each other's stock.
 */
export async function refreshInStock(tx: Tx, variantIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select from products where id in (select product_id from variants where id = any(${variantIds}::uuid[])) order by id for no key update`);
  await tx.run(sql`
    update products p set in_stock = now_in.any_left
    from (select v.product_id, bool_or(v.stock > 0 and v.is_active) as any_left
          from variants v where v.product_id in (select product_id from variants where id = any(${variantIds}::uuid[]))
          group by v.product_id) now_in
    where p.id = now_in.product_id and p.in_stock <> now_in.any_left`);
}
