/**
 * Design note. The order of a search's results:
 *
 *     text × words side by side × category × stock × sales × rating × freshness × price
 *
 * - text: for each concept (search/match-concepts.ts) the best part of the product that has it, times the weight of
 *   the alternative (typed word 1, synonym 0.9), times how rare the concept is; divided by the sum of the rarities. The
 *   parts are worth what `worth` says: a head noun most, the description least.
 * - sales, rating and freshness decide between products whose texts are alike; together they are worth less than one
 *   word in a better place.
 *
 * Each part is asked for by itself. PostgreSQL's ts_rank of several words joined by "&" is 1e-20 whenever two words
 * share a position, and ts_rank of one word counts a word in five attributes as much as the head noun.
 *
 * The formula exists twice: here in SQL, and in rank-candidates.ts for the index. Both read `worth`. A change of the
 * formula belongs in both; search-engines.test.ts compares what they find.
 */
import { sql, type Sql } from "#lib/database.ts";
import { day } from "#lib/time.ts";
import { categoryWordToken, mentionToken } from "#search/text-analysis.ts";
import { alternativeQuery, type Concept } from "#search/match-concepts.ts";
import type { UnderstoodQuery } from "#search/understand-query.ts";

/** @rule A search ranks the 1,000 best-selling of the products that match. */
export const maxCandidates = 1000;

/** What the formula reads of a candidate. `||` makes PostgreSQL unpack the tokens once, not for each test. */
export const candidateColumns = sql`p.id, p.search_words || ''::tsvector as words, p.sold_count, p.rating_score, p.in_stock, p.created_at, p.price_min`;

/** After this time, in milliseconds, a product has kept a third (1/e) of what being new is worth. */
export const freshDuration = 90 * day;

/** How much each part of the formula is worth. */
export const worth = {
  head: 1.15,
  secondAndThird: 1.03,
  name: 0.97,
  attributes: 0.5,
  description: 0.12,
  sideBySide: 0.1,
  category: 0.15,
  sales: 1 / 40,
  rating: 1 / 100,
  fresh: 0.03,
  cheap: 0.25,
  price: 0.5,
  wordByWord: 0.8,
  soldOut: 0.75,
};

/**
 * What a candidate's tokens are compared with: one item for each weight of a concept's alternatives. The lists have the
 * same length. They are values and not SQL, so that searches rank with a few texts, which are planned once, however
 * much was typed. Planning a long search took longer than ranking it.
 */
type Items = {
  reading: number[];
  concept: number[];
  queries: Record<Place, string[]>;
  scores: Record<Place, number[]>;
};
const places = ["head", "secondAndThird", "name", "attributes", "description"] as const;
type Place = (typeof places)[number];
const labels: Record<Place, string> = {
  head: ":A",
  secondAndThird: ":AB",
  name: ":ABC",
  attributes: "",
  description: "",
};
const lists = <T>(): Record<Place, T[]> => ({
  head: [],
  secondAndThird: [],
  name: [],
  attributes: [],
  description: [],
});

function addItems(items: Items, reading: number, concepts: readonly Concept[], factor: number): void {
  const found = concepts.filter(({ alternatives }) => alternatives.length > 0);
  const rarity = found.reduce((sum, one) => sum + one.rarity, 0);
  for (const [at, concept] of found.entries()) {
    const share = (factor * concept.rarity) / rarity;
    const add = (query: (place: Place) => string, score: (place: Place) => number) => {
      items.reading.push(reading);
      items.concept.push(at);
      for (const place of places) {
        items.queries[place].push(query(place));
        items.scores[place].push(share * score(place));
      }
    };
    const byWeight = new Map<number, string[][]>();
    for (const one of concept.alternatives) {
      if (!one.scattered) byWeight.set(one.weight, [...(byWeight.get(one.weight) ?? []), [...one.lexemes]]);
      else
        add(
          (place) => alternativeQuery(one, labels[place] === "" ? "" : ":ABC"),
          (place) => (place === "description" ? 0 : one.weight * (place === "attributes" ? worth.attributes : 1)),
        );
    }
    for (const [weight, all] of byWeight)
      add(
        (place) => {
          const token = (one: string) => `'${place === "description" ? mentionToken(one) : one}'${labels[place]}`;
          return all.map((lexemes) => lexemes.map(token).join(" & ")).join(" | ");
        },
        (place) => weight * worth[place],
      );
  }
}

/**
 * Common table expressions before those that use {@link rankOf}: `texts` has the score of the text of each product of
 * `found`. Similar products are compared word by word too; the better of both readings counts.
 */
export function scoredTexts({ concepts, singles }: UnderstoodQuery, options: { similar?: boolean } = {}): Sql {
  const items: Items = { reading: [], concept: [], queries: lists(), scores: lists() };
  addItems(items, 0, concepts, 1);
  if (options.similar && singles.length > 0) addItems(items, 1, singles, worth.wordByWord);
  const { queries, scores } = items;
  return sql`
    items as materialized (
      select reading, concept, a::tsquery, b::tsquery, c::tsquery, d::tsquery, e::tsquery, wa, wb, wc, wd, we
      from unnest(${items.reading}::int[], ${items.concept}::int[], ${queries.head}::text[], ${queries.secondAndThird}::text[], ${queries.name}::text[], ${queries.attributes}::text[], ${queries.description}::text[],
        ${scores.head}::float8[], ${scores.secondAndThird}::float8[], ${scores.name}::float8[], ${scores.attributes}::float8[], ${scores.description}::float8[]) as t (reading, concept, a, b, c, d, e, wa, wb, wc, wd, we)
    ), bests as (
      select f.id, i.reading, i.concept, max(case when f.words @@ i.d then case when f.words @@ i.a then i.wa when f.words @@ i.b then i.wb when f.words @@ i.c then i.wc else i.wd end
        when f.words @@ i.e then i.we else 0 end) as score
      from found f cross join items i group by f.id, i.reading, i.concept
    ), readings as (
      select id, sum(score order by concept) as score from bests group by id, reading
    ), texts as (
      select id, max(score) as text from readings group by id
    )`;
}

/** The formula for a row of `found` with its row of `texts` ({@link scoredTexts}). */
export function rankOf(understood: UnderstoodQuery, options: { similar?: boolean } = {}): Sql {
  const { concepts, singles, pairs, cheap, min, max } = understood;
  const near = pairs.map((pair) => `'${pair}':ABC`);
  const kinds = [...concepts, ...(options.similar ? singles : [])].flatMap(({ alternatives }) =>
    alternatives.flatMap(({ lexemes, weight }) => (lexemes.length === 1 && weight >= 0.9 ? lexemes : [])),
  );
  const categories = kinds.map((one) => `'${categoryWordToken(one)}'`).join(" | ");
  const cheapFirst = cheap
    ? sql`* (1 + ${worth.cheap}::float8 * (1 - percent_rank() over (order by price_min)))`
    : sql``;
  return sql`
    text * (1 + ${worth.sideBySide}::float8 * (select coalesce(avg((words @@ pair::tsquery)::int), 0) from unnest(${near}::text[]) as p (pair))) *
    (1 + ${worth.category}::float8 * (words @@ ${categories}::tsquery)::int) *
    case when in_stock then 1 else ${worth.soldOut}::float8 end * (1 + ${worth.sales}::float8 * ln(1 + sold_count)) *
    (1 + ${worth.rating}::float8 * rating_score) *
    (1 + ${worth.fresh}::float8 * exp(-extract(epoch from now() - created_at) / ${freshDuration / 1000}::numeric)) ${cheapFirst}
    / (1 + ${worth.price}::float8 * greatest(0, ${min ?? 0}::float8 / price_min - 1, price_min / ${Math.max(1, max ?? Number.MAX_SAFE_INTEGER)}::float8 - 1))`;
}
