import { sql, type Database } from "#lib/database.ts";

/** How many products can be bought, for the number of parts of the site map. */
export async function countListedProducts(db: Database): Promise<number> {
  const row = await db.row<{ n: number }>(sql`select count(*)::int as n from products where status = 'active'`);
  return row?.n ?? 0;
}

/** Slug and day of the last change of listed products, by id: `size` of them from the `part`th thousand on. */
export async function listedProducts(
  db: Database,
  part: number,
  size: number,
): Promise<{ slug: string; changed: string }[]> {
  return db.rows(sql`
    select slug, to_char(updated_at, 'YYYY-MM-DD') as changed
    from products where status = 'active' order by id offset ${part * size} limit ${size}`);
}

/** Slugs of categories that lead to a listing of ours, and of shops with something to buy. */
export async function listedPlaces(db: Database): Promise<{ categories: string[]; shops: string[] }> {
  const categories = await db.rows<{ slug: string }>(sql`select slug from categories where url is null order by slug`);
  const shops = await db.rows<{ slug: string }>(sql`
    select slug from shops s
    where exists (select from products p where p.shop_id = s.id and p.status = 'active')
    order by slug limit 40000`);
  return { categories: categories.map(({ slug }) => slug), shops: shops.map(({ slug }) => slug) };
}
