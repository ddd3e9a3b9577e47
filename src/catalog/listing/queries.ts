/**
 * Design note. A listing first selects the ids of its page from one partial index (category and sort order), then joins
 * what a card shows. With a million products, joining first takes fifty times as long. A text search takes at most
 * `maxCandidates` products from the index of stems, the best-selling first, and ranks these (ranking.ts). Totals look
 * at no more than `maxExactCount` products, filter counts at no more than `maxCountedProducts`. Not chosen: trigrams
 * of names (194 ms with a million products) and exact counts of large categories.
 */
import { identifier, joinFixed, joinSql, sql, type Queryable, type Sql } from "#lib/database.ts";
import type { UnderstoodQuery } from "#search/understand-query.ts";
import { maxCountedProducts, maxExactCount } from "../rules.ts";
import {
  attributeFacet,
  chosenOf,
  conditionOf,
  deliveryFields,
  deliveryFilter,
  nearTiers,
  productFacets,
  filterFields,
  sortOrders,
  type CountedValue,
  type DeliveryLimit,
  type Facet,
  type FilterField,
  type Filter,
  type SortOrder,
} from "./filters.ts";
import { candidateColumns, maxCandidates, rankOf, scoredTexts } from "./ranking.ts";
import type { FacetRow, FindRequest, ListedRow } from "./search-engine.ts";

export type CardRow = {
  id: string;
  slug: string;
  name: string;
  price_min: number;
  price_max: number;
  strike_price: number | null;
  rating_average: number;
  rating_count: number;
  min_order: number;
  sold_count: number;
  shop_name: string;
  city_name: string;
  is_regional: boolean;
  in_stock: boolean;
  picture_key: string | null;
  picture_color: string | null;
};

export const cardColumns = sql`
  p.id, p.slug, p.name, p.price_min, p.price_max, p.strike_price, p.rating_average, p.rating_count, p.min_order, p.sold_count, (select s.name from shops s where s.id = p.shop_id) as shop_name, p.city_name, p.is_regional, p.in_stock,
  pic.storage_key as picture_key, pic.color as picture_color`;

// The conditions that no filter count leaves out: category, shop and search text.
function scopeCondition(filter: Filter): Sql[] {
  const parts = [sql`p.status = 'active'`];
  if (filter.categoryId) parts.push(sql`p.category_id = ${filter.categoryId}::uuid`);
  if (filter.rootCategoryId) parts.push(sql`p.root_category_id = ${filter.rootCategoryId}::uuid`);
  if (filter.shopId) parts.push(sql`p.shop_id = ${filter.shopId}::uuid`);
  if (filter.query) parts.push(sql`p.search_words @@ ${filter.query}::tsquery`);
  return parts;
}

// Where each city has rates of its own, there are thousands of limits: PostgreSQL would plan them for seconds.
const maxSpelledLimits = 100;

/** Whether a product is within one of these limits. */
function withinLimits(limits: readonly DeliveryLimit[]): Sql {
  const { services, grams, cubicCm } = deliveryFields;
  if (limits.length === 0) return sql`false`;
  if (limits.length <= maxSpelledLimits) {
    const within = limits.map(
      (one) =>
        sql`p.regency_code = any(${one.origins}::text[]) and ${services.column} && ${one.couriers}::text[] and ${grams.column} <= ${one.maxGrams} and ${cubicCm.column} <= ${one.maxCubicCm}`,
    );
    return sql`(${joinSql(within, sql` or `)})`;
  }
  const ofCity: Record<string, Pick<DeliveryLimit, "couriers" | "maxGrams" | "maxCubicCm">[]> = {};
  for (const { origins, ...limit } of limits) for (const origin of origins) (ofCity[origin] ??= []).push(limit);
  return sql`exists (
    select from jsonb_to_recordset(${JSON.stringify(ofCity)}::jsonb -> p.regency_code) as one (couriers text[], "maxGrams" bigint, "maxCubicCm" bigint)
    where ${services.column} && one.couriers and ${grams.column} <= one."maxGrams" and ${cubicCm.column} <= one."maxCubicCm")`;
}

// One condition for each filter, by name, so that a filter's own count can leave it out.
function filterCondition(filter: Filter): Map<string, Sql> {
  const ofAttributes = (filter.attributes ?? []).map(({ name, tokens }): [string, Sql] => [
    attributeFacet(name),
    sql`p.search_words @@ ${tokens.map((token) => `'${token}'`).join(" | ")}::tsquery`,
  ]);
  const ofDelivery: [string, Sql][] = filter.delivery ? [[deliveryFilter, withinLimits(filter.delivery)]] : [];
  return new Map([
    ...ofDelivery,
    ...chosenOf(filter).map((chosen): [string, Sql] => [chosen.name, conditionOf(chosen)]),
    ...ofAttributes,
  ]);
}

/** A sort order in SQL: `order by`, the key that a cursor holds, and the condition for the products after that key. */
type Order = { by: Sql; key: Sql; after: (key: string, id: string) => Sql };

const stockedOrders: Record<Exclude<SortOrder, "nearest">, Order> = {
  // Sold-out products come last, so the key starts with 1 or 0, followed by the pieces sold.
  best: {
    by: sql`p.in_stock desc, p.sold_count desc, p.id`,
    key: sql`(p.in_stock::int)::text || p.sold_count::text`,
    after: (key, id) => {
      const inStock = key.startsWith("1");
      const sold = key.slice(1);
      return sql`(p.in_stock < ${inStock}::boolean or (p.in_stock = ${inStock}::boolean
        and (p.sold_count < ${sold}::int or (p.sold_count = ${sold}::int and p.id > ${id}::uuid))))`;
    },
  },
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

// The tier comes before the key of `best`.
function nearestFrom(regency: string): Order {
  const { best } = stockedOrders;
  const { city, province, elsewhere } = nearTiers;
  const tier = sql`case when p.regency_code = ${regency} then ${city}::int when p.province_code = ${regency.slice(0, 2)} then ${province}::int else ${elsewhere}::int end`;
  return {
    by: sql`${tier}, ${best.by}`,
    key: sql`(${tier})::text || ${best.key}`,
    after: (key, id) => {
      const at = key.slice(0, 1);
      return sql`(${tier} > ${at}::int or (${tier} = ${at}::int and ${best.after(key.slice(1), id)}))`;
    },
  };
}

function orderOf({ sort, near }: Pick<FindRequest, "sort" | "near">): Order {
  const order = sortOrders[sort];
  return order === "nearest" ? nearestFrom(near ?? "") : stockedOrders[order];
}

/** Format of the cursor's key, by sort order. A key with another format is refused. */
export const keyForms: Record<SortOrder, RegExp> = {
  best: /^[01]\d{1,9}$/,
  newest: /^\d{1,16}$/,
  rating: /^\d(\.\d{1,8})?$/,
  cheapest: /^\d{1,10}$/,
  dearest: /^\d{1,10}$/,
  nearest: /^[0-2][01]\d{1,9}$/,
};

/** A row of {@link listProducts}. `total` is null unless it was asked for. */
type CountedRow = ListedRow & { total: number | null };

/**
 * One page of products, each with its cursor key. With `counted`, each row also has the total as {@link countProducts}
 * counts it, which saves a second statement.
 */
export async function listProducts(
  db: Queryable,
  request: Omit<FindRequest, "facets"> & { counted: boolean },
): Promise<CountedRow[]> {
  const { filter, start, limit, sort } = request;
  const where = [...scopeCondition(filter), ...filterCondition(filter).values()];
  const total = request.counted ? countOf(where) : sql`null::int`;
  if (sort === "relevance" && request.understood) {
    return db.rows(sql`
      with found as materialized (
        select ${candidateColumns} from products p
        where ${joinSql(where, sql` and `)} order by ${stockedOrders.best.by} limit ${maxCandidates}
      ), ${scoredTexts(request.understood)}, ranked as (
        select id, ${rankOf(request.understood)} as rank from found join texts using (id)
      ), chosen as (
        select id, row_number() over (order by rank desc, id) as place from ranked order by place offset ${"offset" in start ? start.offset : 0} limit ${limit}
      )
      select ${cardColumns}, '' as order_key, ${total} as total from chosen join products p on p.id = chosen.id
      left join pictures pic on pic.id = p.cover_picture_id order by chosen.place`);
  }
  const { by, key, after } = orderOf(request);
  const chosen = "after" in start ? [...where, after(start.after.key, start.after.id)] : where;
  return db.rows(sql`
    with chosen as materialized (
      select p.id from products p where ${joinSql(chosen, sql` and `)}
      order by ${by} offset ${"offset" in start ? start.offset : 0} limit ${limit}
    )
    select ${cardColumns}, ${key} as order_key, ${total} as total from chosen join products p on p.id = chosen.id
    left join pictures pic on pic.id = p.cover_picture_id order by ${by}`);
}

/** See `findSimilar` of `SearchEngine`. */
export async function listSimilarProducts(
  db: Queryable,
  filter: Filter,
  search: { understood: UnderstoodQuery; without: readonly string[]; limit: number },
): Promise<CardRow[]> {
  const where = [...scopeCondition(filter), ...filterCondition(filter).values()];
  return db.rows(sql`
    with found as materialized (
      select ${candidateColumns} from products p
      where ${joinSql(where, sql` and `)} and p.id <> all(${search.without}::uuid[]) order by ${stockedOrders.best.by} limit ${maxCandidates}
    ), ${scoredTexts(search.understood, { similar: true })}, ranked as (
      select id, ${rankOf(search.understood, { similar: true })} as rank from found join texts using (id)
    ), chosen as (
      select id, row_number() over (order by rank desc, id) as place from ranked order by place limit ${search.limit}
    )
    select ${cardColumns} from chosen join products p on p.id = chosen.id
    left join pictures pic on pic.id = p.cover_picture_id order by chosen.place`);
}

/** These products by the formula, the best first. One that is no longer on sale is missing. */
export async function rankProducts(
  db: Queryable,
  ids: readonly string[],
  { understood, similar }: { understood: UnderstoodQuery; similar: boolean },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    with found as materialized (
      select ${candidateColumns} from products p where p.id = any(${ids}::uuid[]) and p.status = 'active'
    ), ${scoredTexts(understood, { similar })}, ranked as (
      select id, ${rankOf(understood, { similar })} as rank from found join texts using (id)
    )
    select id from ranked order by rank desc, id`);
  return rows.map(({ id }) => id);
}

function countOf(where: readonly Sql[]): Sql {
  return sql`(select count(*)::int from (select 1 from products p where ${joinSql(where, sql` and `)} limit ${maxExactCount + 1}) counted)`;
}

/** How many products match, counted up to one more than `maxExactCount`. */
export async function countProducts(db: Queryable, filter: Filter): Promise<number> {
  const where = [...scopeCondition(filter), ...filterCondition(filter).values()];
  return (await db.row<{ n: number }>(sql`select ${countOf(where)} as n`))?.n ?? 0;
}

/**
 * The total, and for each value of each filter how many products would be left if it were selected. A filter's own
 * condition does not apply to its counts; all others do. Categories are counted within the listing's root category, or
 * root categories if the listing has none. At most `maxCountedProducts` are counted; if the category, shop or text has
 * more, the row `cut` says so, and every count is a lower bound. Categories and regions have their names, as in
 * {@link nameFacets}: a second statement for them costs this process more than these joins cost the database.
 */
export async function countFacets(
  db: Queryable,
  filter: Filter,
  counted: readonly CountedValue[] = [],
): Promise<FacetRow[]> {
  const conditions = [...filterCondition(filter)];
  const chosen = (name: string) => identifier(`has_${conditions.findIndex(([one]) => one === name)}`);
  const all = (without?: string) => {
    const held = conditions.filter(([name]) => name !== without).map(([name]) => chosen(name));
    return held.length === 0 ? sql`true` : joinSql(held, sql` and `);
  };
  const flags = conditions.map(([name, condition]) => sql`, (${condition}) as ${chosen(name)}`);
  const wide = { ...filter, categoryId: undefined };
  const grouped = filter.rootCategoryId ? sql`category_id` : sql`root_category_id`;
  const inCategory = filter.categoryId ? sql`category_id = ${filter.categoryId}::uuid` : sql`true`;
  const facets = [...productFacets].map(([name, { field, without, of }]) => {
    const column = identifier(`of_${name}`);
    const base = sql`from base where ${inCategory} and ${all(without)}`;
    const called =
      filterFields[field].names === "regions"
        ? sql`coalesce((select r.name from regions r where r.code = ${column}), '')`
        : sql`''`;
    return {
      column: sql`, ${countedColumn(filterFields[field], of)} as ${column}`,
      counts:
        of === "values"
          ? filterFields[field].kind === "keywords"
            ? sql`union all select ${name}, one, '', sum(n)::int from (select ${column} as list, count(*) as n ${base} group by ${column}) lists, unnest(list) one group by one`
            : sql`union all select ${name}, ${column}, ${called}, count(*)::int ${base} and ${column} is not null group by ${column}`
          : sql`union all select ${name}, ${of.as}, '', count(*)::int ${base} and ${column}`,
    };
  });
  // The values are found by reading each product once for each attribute, not once for each value.
  const ofAttributes = [...new Set(counted.map(({ name }) => name))].map((name) => {
    const values = counted.filter((one) => one.name === name).map(({ value }) => value.toLowerCase());
    return sql`
    union all select ${attributeFacet(name)}, found.value, '', count(*)::int from base
      cross join lateral (select distinct lower(one->>'value') as value from jsonb_array_elements(base.attributes) one where lower(one->>'name') = lower(${name})) found
      where ${inCategory} and ${all(attributeFacet(name))} and found.value = any(${values}::text[]) group by found.value`;
  });
  const attributes = ofAttributes.length > 0 ? sql`, p.attributes` : sql``;
  return db.rows<FacetRow>(sql`
    with base as materialized (
      select p.category_id, p.root_category_id ${attributes} ${joinFixed(
        facets.map(({ column }) => column),
        sql` `,
      )} ${flags.length > 0 ? joinSql(flags, sql` `) : sql``}
      from products p where ${joinSql(scopeCondition(wide), sql` and `)} limit ${maxCountedProducts + 1}
    )
    select 'total' as facet, '' as value, '' as name, count(*)::int as count from base where ${inCategory} and ${all()}
    union all select 'cut', '', '', (count(*) > ${maxCountedProducts})::int from base
    union all select 'category', coalesce(c.slug, counted.id::text), coalesce(c.name, ''), n
      from (select ${grouped} as id, count(*)::int as n from base where ${all()} group by 1) counted left join categories c on c.id = counted.id and not c.is_hidden
    ${joinFixed(
      facets.map(({ counts }) => counts),
      sql` `,
    )} ${ofAttributes.length > 0 ? joinSql(ofAttributes, sql` `) : sql``}`);
}

function countedColumn(of: FilterField, counted: Facet["of"]): Sql {
  return counted === "values" ? of.column : conditionOf({ of, ...counted });
}

/** Counts with the names that people read. The value of a category becomes its slug. */
export async function nameFacets(db: Queryable, rows: readonly FacetRow[]): Promise<FacetRow[]> {
  const valuesOf = (facet: string) => rows.filter((row) => row.facet === facet).map(({ value }) => value);
  const names = await db.rows<{ facet: string; id: string; value: string; name: string }>(sql`
    select 'category' as facet, id::text, slug as value, name from categories where id = any(${valuesOf("category")}::uuid[]) and not is_hidden
    union all select 'province', code, code, name from regions where code = any(${valuesOf("province")}::text[])
    union all select 'city', code, code, name from regions where code = any(${valuesOf("city")}::text[])`);
  const named = new Map(names.map((one) => [`${one.facet} ${one.id}`, one]));
  return rows.map((row) => ({ ...row, ...namedPart(named.get(`${row.facet} ${row.value}`)) }));
}

function namedPart(found: { value: string; name: string } | undefined): { value?: string; name?: string } {
  return found ? { value: found.value, name: found.name } : {};
}

/** The cards of these products, in any order. A product that is no longer on sale is missing. */
export async function listCards(db: Queryable, ids: readonly string[]): Promise<CardRow[]> {
  return db.rows(sql`
    select ${cardColumns} from unnest(${ids}::uuid[]) as wanted (id) join products p on p.id = wanted.id
    left join pictures pic on pic.id = p.cover_picture_id where p.status = 'active'`);
}

/** Id of the shop with this slug. */
export async function findShopId(db: Queryable, slug: string): Promise<string | undefined> {
  return (await db.row<{ id: string }>(sql`select id from shops where slug = ${slug}`))?.id;
}
