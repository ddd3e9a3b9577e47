import { sql, type Queryable, type Tx } from "#lib/database.ts";

export type KeywordName = { kind: "product" | "category" | "shop"; name: string; sold: number };

/** Names from which keywords are built: of the best-selling products and shops, and of categories. */
export async function listNamesForKeywords(db: Queryable, limit: number): Promise<KeywordName[]> {
  return db.rows(sql`
    (select 'product' as kind, name, sold_count as sold from products where status = 'active' order by sold_count desc, id limit ${limit})
    union all select 'category', name, 0 from categories where not is_custom and not is_hidden and merged_into is null
    union all (select 'shop', name, sold_count from shops where product_count > 0 and suspended_at is null order by sold_count desc, id limit ${limit})`);
}

/** Replaces the phrases, and the curated ones if they are given. Single words stay, with their new weights. */
export async function replaceKeywords(
  tx: Tx,
  keywords: readonly (readonly [word: string, weight: number])[],
  curated?: readonly (readonly [word: string, weight: number])[],
): Promise<void> {
  if (curated) await tx.run(sql`delete from keywords where is_curated`);
  const words = keywords.map(([word]) => word);
  await tx.run(sql`
    delete from keywords where not is_curated and position(' ' in word) > 0 and word <> all(${words}::text[])`);
  await tx.run(sql`
    insert into keywords (word, weight)
    select * from unnest(${words}::text[], ${keywords.map(([, weight]) => weight)}::int[]) as t (word, weight) order by word
    on conflict (word) do update set weight = excluded.weight where not keywords.is_curated and keywords.weight <> excluded.weight`);
  if (!curated) return;
  await tx.run(sql`
    insert into keywords (word, weight, is_curated)
    select word, weight, true from unnest(${curated.map(([word]) => word)}::text[], ${curated.map(([, weight]) => weight)}::int[]) as t (word, weight) order by word
    on conflict (word) do update set weight = keywords.weight + excluded.weight, is_curated = true`);
}

/**
 * In how many products each of these tokens is; a token that is missing is in none. The entry `""` is the number of all
 * products.
 */
export async function countProductsOfTerms(db: Queryable, terms: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ term: string; products: number }>(sql`
    select term, products from search_terms where term = any(${["", ...terms]}::text[])`);
  return new Map(rows.map(({ term, products }) => [term, products]));
}

/** Those of these tsqueries that find a product on sale. */
export async function listMatching(db: Queryable, queries: readonly string[]): Promise<Set<string>> {
  if (queries.length === 0) return new Set();
  const rows = await db.rows<{ query: string }>(sql`
    select query from unnest(${queries}::text[]) as q (query)
    where exists (select from products where search_words @@ query::tsquery and status = 'active')`);
  return new Set(rows.map(({ query }) => query));
}

/** Counts the tokens of all products on sale again. New products may be saved meanwhile. */
export async function replaceTerms(tx: Tx): Promise<void> {
  await tx.run(sql`set local statement_timeout = '10min'`);
  await tx.run(sql`
    create temporary table counted_terms on commit drop as
    select word as term, ndoc as products from ts_stat($$ select search_words from products where status = 'active' $$) where length(word) <= 130
    union all select '', count(*)::int from products where status = 'active'`);
  await tx.run(sql`
    insert into search_terms (term, products) select term, products from counted_terms order by term
    on conflict (term) do update set products = excluded.products where search_terms.products <> excluded.products`);
  // Not `not in`: with half a million terms PostgreSQL would look through all of them for each term.
  await tx.run(sql`delete from search_terms t where not exists (select from counted_terms c where c.term = t.term)`);
}

/** The version of the form in which products are indexed; undefined in a new database. */
export async function findIndexVersion(db: Queryable): Promise<number | undefined> {
  return (await db.row<{ version: number }>(sql`select version from search_indexes where name = 'products'`))?.version;
}

/** Stores that all products are indexed in this form. */
export async function saveIndexVersion(db: Queryable, version: number): Promise<void> {
  await db.run(sql`
    insert into search_indexes (name, version) values ('products', ${version})
    on conflict (name) do update set version = excluded.version`);
}

/** Adds tokens of new or changed products. Known ones keep their number until all are counted again. */
export async function addTerms(tx: Tx, vectors: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into search_terms (term, products)
    select distinct t.lexeme, 1 from unnest(${vectors}::text[]) as v (words), unnest(v.words::tsvector) as t
    where length(t.lexeme) <= 130 order by 1
    on conflict (term) do nothing`);
}

/** Adds the words of a new or changed product. Known words keep their weight. */
export async function addKeywords(tx: Tx, words: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into keywords (word, weight) select word, 1 from unnest(${words}::text[]) as t (word) order by word
    on conflict (word) do nothing`);
}

export type Keyword = { word: string; weight: number };

// The operators ~>=~ and ~<~ always use the byte-ordered index; LIKE with a parameter does not.
/** Phrases that begin with `prefix`, by descending weight. */
export async function findKeywords(db: Queryable, prefix: string, limit: number): Promise<Keyword[]> {
  return db.rows(sql`
    select word, weight from keywords where word ~>=~ ${prefix} and word ~<~ ${`${prefix}\u{10FFFF}`}
    order by weight desc, word limit ${limit}`);
}

/** What {@link findSuggested} finds: phrases and tokens. */
export type Suggested = {
  /** Phrases that begin with the text. */
  begun: Keyword[];
  /** If these are too few: phrases in which a word after the first begins with it. */
  inside: Keyword[];
  /** The asked words that are keywords. */
  words: Keyword[];
  /** In how many products each asked token is. */
  tokens: Map<string, number>;
};

/** Everything that may be suggested for a text, in one statement, because it is asked at each pause in typing. */
export async function findSuggested(
  db: Queryable,
  asked: { prefix: string; isBegun: boolean; isInside: boolean; words: readonly string[]; tokens: readonly string[] },
  limit: number,
): Promise<Suggested> {
  const { prefix, isBegun } = asked;
  const rows = await db.rows<Keyword & { part: keyof Suggested }>(sql`
    with begun as materialized (
      select word, weight from keywords where ${isBegun}::boolean and word ~>=~ ${prefix} and word ~<~ ${`${prefix}\u{10FFFF}`}
      order by weight desc, word limit ${limit}
    )
    select 'begun' as part, word, weight from begun
    union all (select 'inside', word, weight from keywords
      where ${asked.isInside}::boolean and (select count(*) from begun) < ${limit}::int and word like ${`% ${prefix}%`} order by weight desc, word limit ${limit})
    union all select 'words', word, weight from keywords where word = any(${asked.words}::text[])
    union all select 'tokens', term, products from search_terms where term = any(${asked.tokens}::text[])`);
  const of = (part: keyof Suggested) => rows.filter((row) => row.part === part);
  return {
    begun: of("begun"),
    inside: of("inside"),
    words: of("words"),
    tokens: new Map(of("tokens").map(({ word, weight }) => [word, weight])),
  };
}

/** The phrases and words of most weight, the heaviest first. */
export async function listHeaviestKeywords(db: Queryable, limit: number): Promise<Keyword[]> {
  return db.rows(sql`select word, weight from keywords order by weight desc, word limit ${limit}`);
}

/** The single words of most weight. */
export async function listCommonKeywords(db: Queryable, limit: number): Promise<Keyword[]> {
  return db.rows(sql`
    select word, weight from keywords where position(' ' in word) = 0 and word ~ '^[a-z]{4,}$' order by weight desc, word limit ${limit}`);
}

/**
 * Up to 20 single words that are similar to this one, the most similar first: those in `swaps` (the word with two
 * neighbouring letters swapped, which shares too few trigrams), those that share enough trigrams, and those with the
 * same beginning.
 */
export async function findSimilar(
  db: Queryable,
  word: string,
  swaps: readonly string[],
): Promise<{ word: string; weight: number }[]> {
  const begin = word.slice(0, 2);
  return db.rows(sql`
    select word, weight from keywords
    where position(' ' in word) = 0
      and (word % ${word} or word = any(${swaps}::text[]) or (word ~>=~ ${begin} and word ~<~ ${`${begin}\u{10FFFF}`}
        and length(word) between ${word.length - 2}::int and ${word.length + 2}::int and similarity(word, ${word}) > 0.15))
    order by word = any(${swaps}::text[]) desc, similarity(word, ${word}) desc, weight desc limit 20`);
}

/** Names of shops that the tsquery finds; the shop with the most sales first. */
export async function findShopNames(db: Queryable, query: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select s.name from (
      select id from shops where suspended_at is null and search_words @@ ${query}::tsquery order by sold_count desc, id limit ${limit}) found
    join shops s on s.id = found.id order by s.sold_count desc, s.id`);
  return rows.map(({ name }) => name);
}

/** Counts a text that found nothing on its day. A new text is not counted once its day has `max` of them. */
export async function countEmptySearch(db: Queryable, query: string, now: Date, max: number): Promise<void> {
  await db.run(sql`
    with today as (select (${now}::timestamptz at time zone 'Asia/Jakarta')::date as day),
      known as (update empty_searches e set count = e.count + 1 from today t where e.day = t.day and e.query = ${query} returning 1)
    insert into empty_searches (day, query) select day, ${query} from today
    where not exists (select from known) and (select count(*) from (select from empty_searches e where e.day = today.day limit ${max}) as counted) < ${max}
    on conflict (day, query) do update set count = empty_searches.count + 1`);
}

/** Texts that found nothing on at least `days` days, the most frequent first. */
export function listEmptySearches(
  db: Queryable,
  { days, max }: { days: number; max: number },
): Promise<{ query: string; count: number; days: number; last_day: string }[]> {
  return db.rows(sql`
    select query, sum(count)::int as count, count(*)::int as days, max(day)::text as last_day from empty_searches
    group by query having count(*) >= ${days} order by count desc, query limit ${max}`);
}

/** Deletes the counts of days before this moment. */
export async function deleteEmptySearches(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from empty_searches where day < (${before}::timestamptz at time zone 'Asia/Jakarta')::date`);
}
