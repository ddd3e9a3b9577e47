import { sql, type Queryable, type Tx } from "#lib/database.ts";

/** Names that people may look for: of products on sale and of categories. */
export async function listNamesForKeywords(db: Queryable): Promise<{ kind: "product" | "category"; name: string }[]> {
  return db.rows(sql`
    select 'product' as kind, name from products where status = 'active'
    union all select 'category', name from categories where not is_custom`);
}

/** Puts these phrases with their weights in place of all there were. */
export async function replaceKeywords(tx: Tx, keywords: readonly (readonly [word: string, weight: number])[]) {
  await tx.run(sql`delete from keywords`);
  await tx.run(sql`
    insert into keywords (word, weight)
    select * from unnest(${keywords.map(([word]) => word)}::text[], ${keywords.map(([, weight]) => weight)}::int[])`);
}

/** Adds words that came with a new or changed product; a known word gets a little heavier. */
export async function addKeywords(tx: Tx, words: readonly string[]): Promise<void> {
  await tx.run(sql`
    insert into keywords (word, weight) select word, 1 from unnest(${words}::text[]) as t (word) order by word
    on conflict (word) do nothing`);
}

// The operators ~>=~ and ~<~ use the byte-ordered index whatever the plan; LIKE with a parameter does not.
/** Phrases that begin with `prefix`, the heaviest first. */
export async function findKeywords(db: Queryable, prefix: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ word: string }>(sql`
    select word from keywords where word ~>=~ ${prefix} and word ~<~ ${`${prefix}\u{10FFFF}`}
    order by weight desc, word limit ${limit}`);
  return rows.map(({ word }) => word);
}

/** Phrases with a later word that begins with `prefix`, the heaviest first. */
export async function findKeywordsInside(db: Queryable, prefix: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ word: string }>(
    sql`select word from keywords where word like ${`% ${prefix}%`} order by weight desc, word limit ${limit}`,
  );
  return rows.map(({ word }) => word);
}

/**
 * Single words that look like this one, the most alike first: those of `swaps` (the word with two neighbours swapped,
 * which shares too few groups of three letters), those that share enough of them, and those that begin alike.
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

/** Names of shops that begin with the text, or have a word that does; the one that sold most first. */
export async function findShopNames(db: Queryable, query: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select name from shops where search_words @@ ${query}::tsquery order by sold_count desc, id limit ${limit}`);
  return rows.map(({ name }) => name);
}

/** Those of the queries that find a product on sale. */
export async function filterQueriesWithProducts(db: Queryable, queries: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ query: string }>(sql`
    select query from unnest(${queries}::text[]) as wanted (query)
    where query <> '' and exists (select from products p where p.status = 'active' and p.search_words @@ wanted.query::tsquery)`);
  return rows.map(({ query }) => query);
}
