import { mentionToken, categoryWordToken } from "#search/text-analysis.ts";
import type { Concept } from "#search/match-concepts.ts";
import type { UnderstoodQuery } from "#search/understand-query.ts";
import { freshDuration, worth } from "./ranking.ts";
import type { PlaceRank } from "./token-query.ts";

/** What the formula of ranking.ts reads of candidates; each list has one entry for each of them. */
export type Candidates = {
  count: number;
  /** The best place in which each has this token; 0 if it does not have it. */
  placesOf(token: string): Uint8Array;
  sold: Float64Array;
  ratingScore: Float64Array;
  inStock: Float64Array;
  price: Float64Array;
  /** Milliseconds since 1970. */
  createdAt: Float64Array;
};

const placeWorth: Record<PlaceRank, number> = {
  4: worth.head,
  3: worth.secondAndThird,
  2: worth.name,
  1: worth.attributes,
};
const worthOf = (place: number) => placeWorth[place as PlaceRank];
/** Words that may be apart are worth the same anywhere in a name. */
const scatteredWorthOf = (place: number) => (place >= 2 ? 1 : worth.attributes);

/** The formula of ranking.ts in JavaScript: the rank of each candidate. */
export function rankCandidates(
  understood: UnderstoodQuery,
  candidates: Candidates,
  options: { now: number; similar?: boolean },
): Float64Array {
  const { concepts, singles, pairs, cheap, min, max } = understood;
  const { count } = candidates;
  const ranks = scoreTexts(concepts, 1, candidates);
  if (options.similar && singles.length > 0) {
    const wordByWord = scoreTexts(singles, worth.wordByWord, candidates);
    for (let at = 0; at < count; at += 1) ranks[at] = Math.max(ranks[at] ?? 0, wordByWord[at] ?? 0);
  }
  const pairsOf = countPlaces(pairs, 2, candidates);
  const categories = [...concepts, ...(options.similar ? singles : [])].flatMap(({ alternatives }) =>
    alternatives.flatMap(({ lexemes, weight }) => (lexemes.length === 1 && weight >= 0.9 ? lexemes : [])),
  );
  const categoriesOf = countPlaces(categories.map(categoryWordToken), 1, candidates);
  const cheapness = cheap ? percentRanks(candidates) : null;
  for (let at = 0; at < count; at += 1) {
    const price = candidates.price[at] ?? 0;
    const age = Math.max(0, options.now - (candidates.createdAt[at] ?? 0));
    const off = Math.max(0, (min ?? 0) / price - 1, price / Math.max(1, max ?? Number.MAX_SAFE_INTEGER) - 1);
    ranks[at] =
      ((ranks[at] ?? 0) *
        (1 + worth.sideBySide * (pairs.length === 0 ? 0 : (pairsOf[at] ?? 0) / pairs.length)) *
        (1 + ((categoriesOf[at] ?? 0) > 0 ? worth.category : 0)) *
        (candidates.inStock[at] ? 1 : worth.soldOut) *
        (1 + worth.sales * Math.log(1 + (candidates.sold[at] ?? 0))) *
        (1 + worth.rating * (candidates.ratingScore[at] ?? 0)) *
        (1 + worth.fresh * Math.exp(-age / freshDuration)) *
        (cheapness ? 1 + worth.cheap * (1 - (cheapness[at] ?? 0)) : 1)) /
      (1 + worth.price * off);
  }
  return ranks;
}

// For each concept the best part of a product that has it, times how rare the concept is.
function scoreTexts(concepts: readonly Concept[], factor: number, candidates: Candidates): Float64Array {
  const { count } = candidates;
  const scores = new Float64Array(count);
  const found = concepts.filter(({ alternatives }) => alternatives.length > 0);
  const rarity = found.reduce((sum, one) => sum + one.rarity, 0);
  for (const concept of found) {
    const share = (factor * concept.rarity) / rarity;
    const best = new Float64Array(count);
    for (const { lexemes, weight, scattered } of concept.alternatives) {
      const described = leastPlaces(lexemes, candidates);
      const values = Float64Array.from([0, 1, 2, 3, 4], (place) =>
        place === 0 ? 0 : share * (weight * (scattered ? scatteredWorthOf(place) : worthOf(place))),
      );
      for (let at = 0; at < count; at += 1) best[at] = Math.max(best[at] ?? 0, values[described[at] ?? 0] ?? 0);
      if (scattered) continue;
      const mentioned = leastPlaces(lexemes.map(mentionToken), candidates);
      const value = share * (weight * worth.description);
      for (let at = 0; at < count; at += 1)
        if (described[at] === 0 && (mentioned[at] ?? 0) > 0) best[at] = Math.max(best[at] ?? 0, value);
    }
    for (let at = 0; at < count; at += 1) scores[at] = (scores[at] ?? 0) + (best[at] ?? 0);
  }
  return scores;
}

// The worst of the places that these tokens have in each candidate; 0 if one is missing.
function leastPlaces([first = "", ...others]: readonly string[], { count, placesOf }: Candidates): Uint8Array {
  if (others.length === 0) return placesOf(first);
  const least = placesOf(first).slice();
  for (const places of others.map(placesOf))
    for (let at = 0; at < count; at += 1) least[at] = Math.min(least[at] ?? 0, places[at] ?? 0);
  return least;
}

// How many of these tokens each candidate has in a place of at least `least`.
function countPlaces(tokens: readonly string[], least: number, { count, placesOf }: Candidates): Uint16Array {
  const counts = new Uint16Array(count);
  for (const places of tokens.map(placesOf))
    for (let at = 0; at < count; at += 1) if ((places[at] ?? 0) >= least) counts[at] = (counts[at] ?? 0) + 1;
  return counts;
}

// As `percent_rank() over (order by price)`.
function percentRanks({ count, price }: Candidates): Float64Array {
  const sorted = Float64Array.from(price).sort();
  const first = new Map<number, number>();
  for (let at = count - 1; at >= 0; at -= 1) first.set(sorted[at] ?? 0, at);
  return Float64Array.from(price, (one) => (count < 2 ? 0 : (first.get(one) ?? 0) / (count - 1)));
}
