/**
 * Design note. The order of a search's results:
 *
 *     text × words side by side × category × stock × sales × rating × freshness × price
 *
 * - text: for each concept (search/understand-query.ts) the best part of the product that has it, times the weight of
 *   the alternative (typed word 1, synonym 0.9), times how rare the concept is; divided by the sum of the rarities. The
 *   parts are worth what `worth` says: a head noun most, the description least.
 * - sales, rating and freshness decide between products whose texts are alike; together they are worth less than one
 *   word in a better place.
 *
 * Each part is asked for by itself. PostgreSQL's ts_rank of several words joined by "&" is 1e-20 whenever two words
 * share a position, and ts_rank of one word counts a word in five attributes as much as the head noun.
 */
import { joinSql, sql, unnamed, type Sql } from "#lib/database.ts";
import { categoryWordToken, mentionToken } from "#search/text-analysis.ts";
import { alternativeQuery, type Concept, type UnderstoodQuery } from "#search/understand-query.ts";

/** @rule A search ranks the 1,000 best-selling of the products that match. */
export const maxCandidates = 1000;

/** What the formula reads of a candidate. `||` makes PostgreSQL unpack the tokens once, not for each test. */
export const candidateColumns = sql`p.id, p.search_words || ''::tsvector as words, p.sold_count, p.rating_score, p.in_stock, p.created_at, p.price_min`;

/** How much each part of the formula is worth. */
const worth = {
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

function conceptScore({ alternatives }: Concept): Sql {
  const byWeight = new Map<number, string[][]>();
  const scores: Sql[] = [];
  for (const one of alternatives) {
    if (one.scattered) {
      const query = (label: string) => alternativeQuery(one, label);
      scores.push(sql`
        case when words @@ ${query(":ABC")}::tsquery then ${one.weight}::float8
          when words @@ ${query("")}::tsquery then ${one.weight * worth.attributes}::float8 else 0 end`);
    } else byWeight.set(one.weight, [...(byWeight.get(one.weight) ?? []), [...one.lexemes]]);
  }
  for (const [weight, all] of byWeight) {
    const query = (label: string, token = (lexeme: string) => lexeme) =>
      all.map((lexemes) => lexemes.map((lexeme) => `'${token(lexeme)}'${label}`).join(" & ")).join(" | ");
    scores.push(sql`
      ${weight}::float8 * case when words @@ ${query("")}::tsquery then
          case when words @@ ${query(":A")}::tsquery then ${worth.head}::float8
            when words @@ ${query(":AB")}::tsquery then ${worth.secondAndThird}::float8
            when words @@ ${query(":ABC")}::tsquery then ${worth.name}::float8 else ${worth.attributes}::float8 end
        when words @@ ${query("", mentionToken)}::tsquery then ${worth.description}::float8 else 0 end`);
  }
  return sql`greatest(${joinSql(scores, sql`, `)})`;
}

function textScore(concepts: readonly Concept[]): Sql {
  const found = concepts.filter(({ alternatives }) => alternatives.length > 0);
  const rarity = found.reduce((sum, one) => sum + one.rarity, 0);
  if (found.length === 0) return sql`0`;
  const scores = found.map((one) => sql`${one.rarity / rarity}::float8 * ${conceptScore(one)}`);
  return sql`(${joinSql(scores, sql` + `)})`;
}

/**
 * The formula for a candidate with {@link candidateColumns}. Similar products are ranked word by word too. Each search
 * has another text, so it has no name; planned for its values, its queries are read once and not for each candidate.
 */
export function rankOf(understood: UnderstoodQuery, options: { similar?: boolean } = {}): Sql {
  const { concepts, singles, pairs, cheap, min, max } = understood;
  const text = textScore(concepts);
  const both =
    options.similar && singles.length > 0
      ? sql`greatest(${text}, ${worth.wordByWord}::float8 * ${textScore(singles)})`
      : text;
  const near = pairs.map((pair) => sql`(words @@ ${`'${pair}':ABC`}::tsquery)::int`);
  const sideBySide =
    near.length === 0 ? sql`` : sql`* (1 + ${worth.sideBySide / near.length}::float8 * (${joinSql(near, sql` + `)}))`;
  const kinds = [...concepts, ...(options.similar ? singles : [])].flatMap(({ alternatives }) =>
    alternatives.flatMap(({ lexemes, weight }) => (lexemes.length === 1 && weight >= 0.9 ? lexemes : [])),
  );
  const category =
    kinds.length === 0
      ? sql``
      : sql`* (1 + ${worth.category}::float8 * (words @@ ${kinds.map((one) => `'${categoryWordToken(one)}'`).join(" | ")}::tsquery)::int)`;
  const cheapFirst = cheap
    ? sql`* (1 + ${worth.cheap}::float8 * (1 - percent_rank() over (order by price_min)))`
    : sql``;
  const low = min ?? 0;
  const high = Math.max(1, max ?? Number.MAX_SAFE_INTEGER);
  const price =
    min === undefined && max === undefined
      ? sql``
      : sql`/ (1 + ${worth.price}::float8 * greatest(0, ${low}::float8 / price_min - 1, price_min / ${high}::float8 - 1))`;
  return unnamed(sql`
    ${both} ${sideBySide} ${category} * case when in_stock then 1 else ${worth.soldOut}::float8 end * (1 + ${worth.sales}::float8 * ln(1 + sold_count)) * (1 + ${worth.rating}::float8 * rating_score)
    * (1 + ${worth.fresh}::float8 * exp(-extract(epoch from now() - created_at) / 7776000.0)) ${cheapFirst} ${price}`);
}
