/**
 * Design note. A listing first selects the ids of its page from one partial index (category and sort order), then joins
 * what a card shows. With a million products, joining first takes fifty times as long. A text search takes at most
 * `maxCandidates` products from the index of stems, those with most sales first, and ranks these (ranking.ts). Totals
 * and filter counts look at no more than `maxExactCount` products. Not chosen: trigrams of names (194 ms with a million
 * products) and exact counts of large categories.
 */
import { joinSql, sql, type Queryable, type Sql } from "#lib/database.ts";
import type { UnderstoodQuery } from "#search/understand-query.ts";
import { maxExactCount, type ListingSort } from "../rules.ts";
import { candidateColumns, maxCandidates, rankOf, scoredTexts } from "./ranking.ts";

export type CardRow = {
  id: string;
  slug: string;
  name: string;
  price_min: number;
  price_max: number;
  strike_price: number | null;
  rating_average: number;
  rating_count: number;
  sold_count: number;
  city_name: string;
  is_regional: boolean;
  in_stock: boolean;
  picture_key: string | null;
  picture_color: string | null;
};

export const cardColumns = sql`
  p.id, p.slug, p.name, p.price_min, p.price_max, p.strike_price, p.rating_average, p.rating_count, p.sold_count, p.city_name, p.is_regional, p.in_stock,
  pic.storage_key as picture_key, pic.color as picture_color`;

/** The filters of a listing, with ids instead of slugs. `query` is the text of a tsquery over stems. */
export type Filter = {
  categoryId?: string | undefined;
  rootCategoryId?: string | undefined;
  shopId?: string | undefined;
  query?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  provinces?: readonly string[] | undefined;
  condition?: string | undefined;
  rating?: number | undefined;
  discount?: boolean | undefined;
  regional?: boolean | undefined;
  preorder?: boolean | undefined;
};

// The conditions that no filter count leaves out: category, shop and search text.
function scopeCondition(filter: Filter): Sql[] {
  const parts = [sql`p.status = 'active'`];
  if (filter.categoryId) parts.push(sql`p.category_id = ${filter.categoryId}::uuid`);
  if (filter.rootCategoryId) parts.push(sql`p.root_category_id = ${filter.rootCategoryId}::uuid`);
  if (filter.shopId) parts.push(sql`p.shop_id = ${filter.shopId}::uuid`);
  if (filter.query) parts.push(sql`p.search_words @@ ${filter.query}::tsquery`);
  return parts;
}

// One condition for each filter, by name, so that a filter's own count can leave it out.
function filterCondition(filter: Filter): Map<string, Sql> {
  const parts = new Map<string, Sql>();
  if (filter.min !== undefined) parts.set("min", sql`p.price_min >= ${filter.min}::bigint`);
  if (filter.max !== undefined) parts.set("max", sql`p.price_min <= ${filter.max}::bigint`);
  if (filter.provinces?.length) parts.set("province", sql`p.province_code = any(${filter.provinces}::text[])`);
  if (filter.condition) parts.set("condition", sql`p.condition = ${filter.condition}`);
  if (filter.rating !== undefined) parts.set("rating", sql`p.rating_average >= ${filter.rating}::real`);
  if (filter.discount) parts.set("discount", sql`p.strike_price is not null`);
  if (filter.regional) parts.set("regional", sql`p.is_regional`);
  if (filter.preorder) parts.set("preorder", sql`p.preorder_days is not null`);
  return parts;
}

/** A sort order: its `order by`, the key that a cursor holds, and the condition for the products after that key. */
type Order = { by: Sql; key: Sql; after: (key: string, id: string) => Sql };

// Sold-out products come last, so the key starts with 1 or 0, followed by the pieces sold.
const bySold: Order = {
  by: sql`p.in_stock desc, p.sold_count desc, p.id`,
  key: sql`(p.in_stock::int)::text || p.sold_count::text`,
  after: (key, id) => {
    const inStock = key.startsWith("1");
    const sold = key.slice(1);
    return sql`(p.in_stock < ${inStock}::boolean or (p.in_stock = ${inStock}::boolean
      and (p.sold_count < ${sold}::int or (p.sold_count = ${sold}::int and p.id > ${id}::uuid))))`;
  },
};
const orders: Record<ListingSort, Order> = {
  relevance: bySold,
  sold: bySold,
  // The key is in microseconds since 1970. A timestamp as text depends on the session's time zone, and a key in
  // milliseconds would skip products of the same millisecond.
  newest: {
    by: sql`p.created_at desc, p.id`,
    key: sql`(extract(epoch from p.created_at) * 1000000)::bigint::text`,
    after: (key, id) => {
      const moment = sql`(timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond')`;
      return sql`(p.created_at < ${moment} or (p.created_at = ${moment} and p.id > ${id}::uuid))`;
    },
  },
  rating: {
    by: sql`p.rating_score desc, p.id`,
    key: sql`p.rating_score::text`,
    after: (key, id) => sql`(p.rating_score < ${key}::real or (p.rating_score = ${key}::real and p.id > ${id}::uuid))`,
  },
  cheapest: {
    by: sql`p.price_min, p.id`,
    key: sql`p.price_min::text`,
    after: (key, id) => sql`(p.price_min, p.id) > (${key}::bigint, ${id}::uuid)`,
  },
  dearest: {
    by: sql`p.price_min desc, p.id desc`,
    key: sql`p.price_min::text`,
    after: (key, id) => sql`(p.price_min, p.id) < (${key}::bigint, ${id}::uuid)`,
  },
};

/** Format of the cursor's key, by sort order. A key with another format is refused. */
export const keyForms: Record<ListingSort, RegExp> = {
  relevance: /^[01]\d{1,9}$/,
  sold: /^[01]\d{1,9}$/,
  newest: /^\d{1,16}$/,
  rating: /^\d(\.\d{1,8})?$/,
  cheapest: /^\d{1,10}$/,
  dearest: /^\d{1,10}$/,
};

/** Where a page begins: after the product with this key and id, or after `offset` products. */
export type Start = { after: { key: string; id: string } } | { offset: number };

export type ListedRow = CardRow & { order_key: string; total: number | null };

/**
 * One page of products, each with its cursor key. With `counted`, each row also has the total as {@link countProducts}
 * counts it, which saves a second statement.
 */
export async function listProducts(
  db: Queryable,
  filter: Filter,
  order: { sort: ListingSort; start: Start; limit: number; counted: boolean; understood: UnderstoodQuery | null },
): Promise<ListedRow[]> {
  const where = [...scopeCondition(filter), ...filterCondition(filter).values()];
  const { start, limit } = order;
  const total = order.counted ? countOf(where) : sql`null::int`;
  if (order.sort === "relevance" && order.understood) {
    return db.rows(sql`
      with found as materialized (
        select ${candidateColumns} from products p
        where ${joinSql(where, sql` and `)} order by p.sold_count desc limit ${maxCandidates}
      ), ${scoredTexts(order.understood)}, ranked as (
        select id, ${rankOf(order.understood)} as rank from found join texts using (id)
      ), chosen as (
        select id, row_number() over (order by rank desc, id) as place from ranked order by place offset ${"offset" in start ? start.offset : 0} limit ${limit}
      )
      select ${cardColumns}, '' as order_key, ${total} as total from chosen join products p on p.id = chosen.id
      left join pictures pic on pic.id = p.cover_picture_id order by chosen.place`);
  }
  const { by, key, after } = orders[order.sort];
  const chosen = "after" in start ? [...where, after(start.after.key, start.after.id)] : where;
  return db.rows(sql`
    with chosen as materialized (
      select p.id from products p where ${joinSql(chosen, sql` and `)}
      order by ${by} offset ${"offset" in start ? start.offset : 0} limit ${limit}
    )
    select ${cardColumns}, ${key} as order_key, ${total} as total from chosen join products p on p.id = chosen.id
    left join pictures pic on pic.id = p.cover_picture_id order by ${by}`);
}

/**
 * Products that are similar to what was searched for, but do not match: the most similar first. A price in the search
 * text is no condition here; the nearer a product is to it, the earlier it comes.
 */
export async function listSimilarProducts(
  db: Queryable,
  filter: Filter,
  search: { understood: UnderstoodQuery; without: readonly string[]; limit: number },
): Promise<CardRow[]> {
  const where = [...scopeCondition(filter), ...filterCondition(filter).values()];
  return db.rows(sql`
    with found as materialized (
      select ${candidateColumns} from products p
      where ${joinSql(where, sql` and `)} and p.id <> all(${search.without}::uuid[]) order by p.sold_count desc limit ${maxCandidates}
    ), ${scoredTexts(search.understood, { similar: true })}, ranked as (
      select id, ${rankOf(search.understood, { similar: true })} as rank from found join texts using (id)
    ), chosen as (
      select id, row_number() over (order by rank desc, id) as place from ranked order by place limit ${search.limit}
    )
    select ${cardColumns} from chosen join products p on p.id = chosen.id
    left join pictures pic on pic.id = p.cover_picture_id order by chosen.place`);
}

function countOf(where: readonly Sql[]): Sql {
  return sql`(select count(*)::int from (select 1 from products p where ${joinSql(where, sql` and `)} limit ${maxExactCount + 1}) counted)`;
}

/** How many products match, counted up to one more than `maxExactCount`. */
export async function countProducts(db: Queryable, filter: Filter): Promise<number> {
  const where = [...scopeCondition(filter), ...filterCondition(filter).values()];
  return (await db.row<{ n: number }>(sql`select ${countOf(where)} as n`))?.n ?? 0;
}

export type FacetRow = { facet: string; value: string; name: string; count: number };

/**
 * The total, and for each value of each filter how many products would be left if it were selected. A filter's own
 * condition does not apply to its counts; all others do. Categories are counted within the listing's root category, or
 * root categories if the listing has none.
 */
export async function countFacets(db: Queryable, filter: Filter): Promise<FacetRow[]> {
  const parts = filterCondition(filter);
  const all = (...without: string[]) => {
    const held = [...parts].filter(([name]) => !without.includes(name)).map(([name]) => flagName(name));
    return held.length === 0 ? sql`true` : joinSql(held, sql` and `);
  };
  const flags = [...parts].map(([name, condition]) => sql`, (${condition}) as ${flagName(name)}`);
  const wide = { ...filter, categoryId: undefined };
  const grouped = filter.rootCategoryId ? sql`category_id` : sql`root_category_id`;
  const inCategory = filter.categoryId ? sql`category_id = ${filter.categoryId}::uuid` : sql`true`;
  return db.rows<FacetRow>(sql`
    with base as materialized (
      select p.category_id, p.root_category_id, p.province_code, p.condition, p.rating_average >= 4 as good, p.strike_price is not null as cut,
        p.is_regional, p.preorder_days is not null as ordered ${flags.length > 0 ? joinSql(flags, sql` `) : sql``}
      from products p where ${joinSql(scopeCondition(wide), sql` and `)} limit ${maxExactCount + 1}
    )
    select 'total' as facet, '' as value, '' as name, count(*)::int as count from base where ${inCategory} and ${all()}
    union all select 'category', c.slug, c.name, counted.n from (select ${grouped} as id, count(*)::int as n from base where ${all()} group by 1) counted join categories c on c.id = counted.id
    union all select 'province', r.code, r.name, counted.n from (select province_code, count(*)::int as n from base where ${inCategory} and ${all("province")} group by 1) counted join regions r on r.code = counted.province_code
    union all select 'condition', condition, '', count(*)::int from base where ${inCategory} and ${all("condition")} group by condition
    union all select 'rating', '4', '', count(*)::int from base where ${inCategory} and ${all("rating")} and good
    union all select 'discount', '1', '', count(*)::int from base where ${inCategory} and ${all("discount")} and cut
    union all select 'regional', '1', '', count(*)::int from base where ${inCategory} and ${all("regional")} and is_regional
    union all select 'preorder', '1', '', count(*)::int from base where ${inCategory} and ${all("preorder")} and ordered`);
}

const flagColumns: Record<string, Sql> = {
  min: sql`f_min`,
  max: sql`f_max`,
  province: sql`f_province`,
  condition: sql`f_condition`,
  rating: sql`f_rating`,
  discount: sql`f_discount`,
  regional: sql`f_regional`,
  preorder: sql`f_preorder`,
};
const flagName = (name: string): Sql => flagColumns[name] ?? sql`true`;

/** Id of the shop with this slug. */
export async function findShopId(db: Queryable, slug: string): Promise<string | undefined> {
  return (await db.row<{ id: string }>(sql`select id from shops where slug = ${slug}`))?.id;
}
