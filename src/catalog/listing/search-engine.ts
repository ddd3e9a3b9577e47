/**
 * Design note. A search engine is what finds products: by category, shop, filters and the tokens that
 * search/understand-query.ts made of a text. It returns ids in order, totals and counts; the cards are always read from
 * the database, so that a price is never older than the page. Every engine has the same order, the same formula
 * (ranking.ts) and the same cursors, so a visitor may continue a listing on another one.
 */
import type { Queryable } from "#lib/database.ts";
import type { UnderstoodQuery } from "#search/understand-query.ts";
import type { ListingSort } from "../rules.ts";
import type { CountedValue, Filter } from "./filters.ts";
import { createPostgresEngine } from "./postgres-engine.ts";
import type { CardRow } from "./queries.ts";

/** Where a page begins: after the product with this key and id, or after `offset` products. */
export type Start = { after: { key: string; id: string } } | { offset: number };

export type FindRequest = {
  filter: Filter;
  /** The search text whose formula orders the products if `sort` is `relevance`; null without words. */
  understood: UnderstoodQuery | null;
  sort: ListingSort;
  /** The regency from which `nearest` counts. The caller has another order where it is missing. */
  near?: string | undefined;
  start: Start;
  /** At most so many products. */
  limit: number;
  /** Whether filters are counted. */
  facets: boolean;
  /** With `facets`, the values of attributes that are counted too. Their rows have values in small letters. */
  countedValues?: readonly CountedValue[];
};

/** A product with the key of its place in the order; the key is empty if the formula orders the products. */
export type ListedRow = CardRow & { order_key: string };

/**
 * How many products one value of a filter would leave. `facet` is `category`, a name of `productFacets`, that of an
 * attribute or `total`.
 */
export type FacetRow = { facet: string; value: string; name: string; count: number };

export type Found = {
  rows: readonly ListedRow[];
  /** How many products were found for the page. `rows` lacks those that were taken off sale since. */
  listed: number;
  /** How many products match. Above `maxExactCount` it is any larger number. */
  total: number;
  /** Undefined unless asked for. */
  facets: readonly FacetRow[] | undefined;
  /** True if there may be more products than `facets` counted. */
  isCut?: boolean;
};

export type SearchEngine = {
  readonly name: "postgres" | "index" | "opensearch";
  /** One page of the products that match, in order. */
  find(request: FindRequest): Promise<Found>;
  /**
   * Products that are similar to what was searched for (`filter.query` is {@link UnderstoodQuery.similar}), the most
   * similar first. A price in the search text is no condition here; the nearer a product is to it, the earlier it is.
   */
  findSimilar(
    filter: Filter,
    search: { understood: UnderstoodQuery; without: readonly string[]; limit: number },
  ): Promise<CardRow[]>;
};

const engines = new WeakMap<Queryable, SearchEngine>();

/** The engine that answers for this database: PostgreSQL itself unless another one was started. */
export function engineOf(db: Queryable): SearchEngine {
  let engine = engines.get(db);
  if (!engine) engines.set(db, (engine = createPostgresEngine(db)));
  return engine;
}

/** Lets this engine answer from now on. */
export function useEngine(db: Queryable, engine: SearchEngine): void {
  engines.set(db, engine);
}
