import { sql, type Database } from "#lib/database.ts";

/** The number of products on sale. */
export async function countListedProducts(db: Database): Promise<number> {
  const row = await db.row<{ n: number }>(sql`select count(*)::int as n from products where status = 'active'`);
  return row?.n ?? 0;
}

/** Slug and day of the last change of products on sale, ordered by id: part `part` (from 0) of `size` products. */
export async function listSitemapProducts(
  db: Database,
  part: number,
  size: number,
): Promise<{ slug: string; changed: string }[]> {
  return db.rows(sql`
    select slug, to_char(updated_at, 'YYYY-MM-DD') as changed
    from products where status = 'active' order by id offset ${part * size} limit ${size}`);
}

/** Slugs of the categories that have a listing, and of the shops with products on sale. */
export async function listSitemapPlaces(db: Database): Promise<{ categories: string[]; shops: string[] }> {
  const categories = await db.rows<{ slug: string }>(sql`select slug from categories where url is null order by slug`);
  const shops = await db.rows<{ slug: string }>(sql`
    select slug from shops s
    where exists (select from products p where p.shop_id = s.id and p.status = 'active')
    order by slug limit 40000`);
  return { categories: categories.map(({ slug }) => slug), shops: shops.map(({ slug }) => slug) };
}
