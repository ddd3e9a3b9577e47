import { sql, type Database, type Queryable, type Sql, type Tx } from "#lib/database.ts";

/**
 * How many parts products and shops have. Before the first night all are in one part; without products there is none.
 */
export async function countSitemapParts(db: Database): Promise<{ products: number; shops: number }> {
  const row = await db.row<{ products: number; shops: number; any: boolean }>(sql`
    select (select count(*)::int from sitemap_parts where kind = 'product') as products, (select count(*)::int from sitemap_parts where kind = 'shop') as shops,
      exists (select from products where status = 'active') as any`);
  return { products: Math.max(row?.products ?? 0, row?.any ? 1 : 0), shops: Math.max(row?.shops ?? 0, 1) };
}

/** Whether the row's id belongs to this part. The first part has what is before the second; the last one is open. */
function inPart(kind: "product" | "shop", part: number): Sql {
  const first = (number: number) =>
    sql`(select first_id from sitemap_parts where kind = ${kind} and number = ${number})`;
  return sql`id >= coalesce(${first(part)}, case when ${part}::int = 1 then '00000000-0000-0000-0000-000000000000'::uuid end)
    and id < coalesce(${first(part + 1)}, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)`;
}

/** Slug and day of the last change of the products on sale in a part, ordered by id, `limit` at most. */
export async function listSitemapProducts(
  db: Database,
  part: number,
  limit: number,
): Promise<{ slug: string; changed: string }[]> {
  return db.rows(sql`
    select slug, to_char(updated_at, 'YYYY-MM-DD') as changed
    from products where status = 'active' and ${inPart("product", part)} order by id limit ${limit}`);
}

/** Slugs of the categories that have a listing. */
export async function listSitemapCategories(db: Database): Promise<string[]> {
  const rows = await db.rows<{
    slug: string;
  }>(sql`select c.slug from categories c left join categories parent on parent.id = c.parent_id
    where c.url is null and c.merged_into is null and not c.is_hidden and parent.is_hidden is not true order by c.slug`);
  return rows.map(({ slug }) => slug);
}

/** Slugs of the texts of operators that people read at `now`. */
export async function listSitemapPages(db: Database, now: Date): Promise<string[]> {
  const rows = await db.rows<{ slug: string }>(sql`
    select slug from (
      select distinct on (slug) slug, withdrawn_at from information_page_versions where effective_at <= ${now}
      order by slug, effective_at desc, version desc) v
    where withdrawn_at is null order by slug`);
  return rows.map(({ slug }) => slug);
}

/** Slugs of the shops with products on sale in a part, ordered by id, `limit` at most. */
export async function listSitemapShops(db: Queryable, part: number, limit: number): Promise<string[]> {
  const rows = await db.rows<{ slug: string }>(sql`
    select slug from shops where product_count > 0 and ${inPart("shop", part)} order by id limit ${limit}`);
  return rows.map(({ slug }) => slug);
}

/** Stores where the parts begin, so that each has `size` products on sale, or shops that sell. */
export async function divideSitemap(tx: Tx, size: number): Promise<void> {
  await tx.run(sql`set local statement_timeout = '10min'`);
  await tx.run(sql`delete from sitemap_parts`);
  await tx.run(sql`
    insert into sitemap_parts (kind, number, first_id)
    select 'product', (place - 1) / ${size}::int + 1, case place when 1 then '00000000-0000-0000-0000-000000000000' else id end
    from (select id, row_number() over (order by id) as place from products where status = 'active') p where (place - 1) % ${size}::int = 0
    union all
    select 'shop', (place - 1) / ${size}::int + 1, case place when 1 then '00000000-0000-0000-0000-000000000000' else id end
    from (select id, row_number() over (order by id) as place from shops where product_count > 0) s where (place - 1) % ${size}::int = 0`);
}
