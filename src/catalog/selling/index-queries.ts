import { sql, type Tx } from "#lib/database.ts";
import type { IndexedProduct } from "#search/text-analysis.ts";

/**
 * Locks the first products after an id in the order of ids, of all shops or of one. Returns the texts that the search
 * index contains.
 */
export async function listProductsForIndexing(
  tx: Tx,
  { shopId, after, limit }: { shopId?: string; after: string; limit: number },
): Promise<({ id: string; shop_id: string } & IndexedProduct)[]> {
  const ofShop = shopId === undefined ? sql`` : sql`p.shop_id = ${shopId} and`;
  return tx.rows(sql`
    select ${indexedColumns} from products p join categories c on c.id = p.category_id join categories r on r.id = p.root_category_id ${indexedShop}
    where ${ofShop} p.id > ${after}::uuid and p.status <> 'removed' order by p.id limit ${limit} for no key update of p`);
}

const indexedColumns = sql`
  p.id, p.shop_id, p.name, p.description, p.condition, p.is_regional, p.attributes, p.axes, jsonb_build_object('slug', c.slug, 'name', c.name) as category,
  jsonb_build_object('slug', r.slug, 'name', r.name) as root, s.name as shop, s.city_name as city, g.name as province`;
const indexedShop = sql`join shops s on s.id = p.shop_id join regions g on g.code = s.province_code`;

/**
 * Locks the first products after an id that are filed under one of these categories, removed ones included. Each comes
 * with the category and main category where it belongs now, and with the texts that the search index contains.
 */
export async function listProductsToRefile(
  tx: Tx,
  { categoryIds, after, limit }: { categoryIds: readonly string[]; after: string; limit: number },
): Promise<({ id: string; shop_id: string; category_id: string; root_category_id: string } & IndexedProduct)[]> {
  return tx.rows(sql`
    select ${indexedColumns}, c.id as category_id, r.id as root_category_id from products p join categories filed on filed.id = p.category_id
    join categories c on c.id = coalesce(filed.merged_into, filed.id) join categories r on r.id = coalesce(c.parent_id, c.id) ${indexedShop}
    where p.category_id = any(${categoryIds}::uuid[]) and p.id > ${after}::uuid order by p.id limit ${limit} for no key update of p`);
}

/** Files products under other categories, with their search words. */
export async function updateCategories(
  tx: Tx,
  products: readonly { id: string; category_id: string; root_category_id: string; words: string }[],
): Promise<void> {
  await tx.run(sql`
    update products p set category_id = g.category, root_category_id = g.root, search_words = g.words::tsvector
    from unnest(${products.map((one) => one.id)}::uuid[], ${products.map((one) => one.category_id)}::uuid[],
      ${products.map((one) => one.root_category_id)}::uuid[], ${products.map((one) => one.words)}::text[]) as g (id, category, root, words)
    where p.id = g.id`);
}

/** Stores the search words of products. */
export async function updateSearchWords(tx: Tx, products: readonly { id: string; words: string }[]): Promise<void> {
  await tx.run(sql`
    update products p set search_words = g.words::tsvector
    from unnest(${products.map((one) => one.id)}::uuid[], ${products.map((one) => one.words)}::text[]) as g (id, words)
    where p.id = g.id`);
}
