import type { Queryable } from "#lib/database.ts";
import { requestJson, ServiceError, type JsonService } from "#lib/http/request-json.ts";
import type { Logger } from "#lib/log.ts";
import { textOfReal } from "../index-engine/sort-documents.ts";
import { cardsInOrder } from "../index-engine/index-engine.ts";
import {
  attributeFacet,
  chosenOf,
  clauseOf,
  deliveryFilter,
  nearTiers,
  productFacets,
  sortOrders,
  type CountedValue,
  type DeliveryLimit,
  type Filter,
  type SortOrder,
} from "../listing/filters.ts";
import { nameFacets, rankProducts } from "../listing/queries.ts";
import { maxCandidates } from "../listing/ranking.ts";
import type { FacetRow, Found, SearchEngine } from "../listing/search-engine.ts";
import { parseTokenQuery, type TokenQuery } from "../listing/token-query.ts";
import { maxExactCount } from "../rules.ts";
import { sentFrom, tokenField } from "./documents.ts";
import { maxDeliveryGroups, maxOffset, pauseAfterFailure } from "./rules.ts";

type Clause = Record<string, unknown>;

/**
 * Finds products with OpenSearch, which feed-opensearch.ts keeps up to date. OpenSearch filters, sorts and counts; the
 * best-selling `maxCandidates` of a search are ranked by the database, so that all engines have one formula. While
 * OpenSearch fails, `fallback` answers.
 */
export function createOpensearchEngine(parts: {
  db: Queryable;
  log: Logger;
  service: JsonService;
  alias: string;
  fallback: SearchEngine;
}): SearchEngine {
  const { db, log, service, alias, fallback } = parts;
  let pausedUntil = 0;

  async function search(body: Clause): Promise<SearchResult> {
    const request = { method: "POST", path: `/${alias}/_search`, body, isRepeatable: true } as const;
    const { status, body: result } = await requestJson(service, request);
    const found = result as SearchResult;
    if (status !== 200 || !found.hits || found.timed_out || (found._shards?.failed ?? 0) > 0)
      throw new ServiceError(service.name, "refused", `it answered ${status} or in part`, { status });
    return found;
  }

  async function orFallback<T>(filter: Filter, work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    if (performance.now() < pausedUntil || !canSpell(filter)) return otherwise();
    try {
      return await work();
    } catch (error) {
      pausedUntil = performance.now() + pauseAfterFailure;
      log.warn({ err: String(error) }, "OpenSearch did not answer, so the database does");
      return otherwise();
    }
  }

  async function ranked(
    filter: Filter,
    options: Parameters<typeof rankProducts>[2] & { without?: readonly string[] },
    rest: Clause,
  ): Promise<{ ids: string[]; result: SearchResult }> {
    const clauses = [...scopeClauses(filter), ...filterClauses(filter)];
    const mustNot = options.without?.length ? { must_not: [{ terms: { id: options.without } }] } : {};
    const body = { query: { bool: { filter: clauses, ...mustNot } }, sort: sortOf("best"), size: maxCandidates };
    const result = await search({ ...body, ...rest, _source: false });
    const found = result.hits.hits.map((hit) => hit._id);
    return { ids: await rankProducts(db, found, options), result };
  }

  return {
    name: "opensearch",
    find: (request) =>
      orFallback<Found>(
        request.filter,
        async () => {
          const { filter, understood, sort, start, limit } = request;
          const counted = {
            track_total_hits: maxExactCount + 1,
            ...(request.facets && { aggs: aggregationsOf(filter, request.countedValues) }),
          };
          const isRanked = sort === "relevance" && understood !== null;
          const keys = new Map<string, string>();
          let ids: string[];
          let result: SearchResult;
          if (isRanked) {
            const from = "offset" in start ? start.offset : 0;
            const all = await ranked(filter, { understood, similar: false }, counted);
            ids = all.ids.slice(from, from + limit);
            result = all.result;
          } else {
            const order = sortOrders[sort];
            const { near = "" } = request;
            result = await search({
              query: {
                bool: {
                  filter: [...scopeClauses(filter), ...filterClauses(filter)],
                  ...(order === "nearest" && { should: tierClauses(near), minimum_should_match: 0 }),
                },
              },
              sort: sortOf(order),
              size: limit,
              _source: false,
              ...("after" in start
                ? { search_after: valuesAfter(order, start.after) }
                : { from: Math.min(start.offset, maxOffset - limit) }),
              ...counted,
            });
            ids = result.hits.hits.map((hit) => hit._id);
            for (const hit of result.hits.hits) keys.set(hit._id, keyOf(order, hit.sort));
          }
          const facets = request.facets ? facetRows(result, request.countedValues) : undefined;
          const [cards, named] = await Promise.all([cardsInOrder(db, ids), facets && nameFacets(db, facets)]);
          const rows = cards.map((card) => ({ ...card, order_key: keys.get(card.id) ?? "" }));
          return { rows, listed: ids.length, total: result.hits.total.value, facets: named };
        },
        () => fallback.find(request),
      ),
    findSimilar: (filter, { understood, without, limit }) =>
      orFallback(
        filter,
        async () => {
          const { ids } = await ranked(filter, { understood, similar: true, without }, {});
          return cardsInOrder(db, ids.slice(0, limit));
        },
        () => fallback.findSimilar(filter, { understood, without, limit }),
      ),
  };
}

type SearchResult = {
  timed_out?: boolean;
  _shards?: { failed: number };
  hits: { total: { value: number }; hits: { _id: string; sort: (number | string)[] }[] };
  aggregations?: Record<string, { doc_count: number; values?: { buckets: { key: string; doc_count: number }[] } }>;
};

function scopeClauses(filter: Filter, options: { everyCategory?: boolean } = {}): Clause[] {
  const clauses: Clause[] = [];
  if (filter.rootCategoryId) clauses.push({ term: { root: filter.rootCategoryId } });
  if (filter.categoryId && !options.everyCategory) clauses.push({ term: { category: filter.categoryId } });
  if (filter.shopId) clauses.push({ term: { shop: filter.shopId } });
  if (filter.query) clauses.push(tokenClause(parseTokenQuery(filter.query)));
  return clauses;
}

function tokenClause(query: TokenQuery): Clause {
  if ("token" in query) return { term: { [tokenField(query.place)]: query.token } };
  if ("all" in query) return { bool: { filter: query.all.map(tokenClause) } };
  return { bool: { should: query.any.map(tokenClause), minimum_should_match: 1 } };
}

/** The conditions of all filters, but for that of one. */
function filterClauses(filter: Filter, without?: string): Clause[] {
  return [
    ...(filter.delivery && without !== deliveryFilter ? [deliveryClause(filter.delivery)] : []),
    ...chosenOf(filter)
      .filter(({ name }) => name !== without)
      .map(clauseOf),
    ...(filter.attributes ?? [])
      .filter(({ name }) => attributeFacet(name) !== without)
      .map(({ tokens }) => ({ terms: { [tokenField(1)]: tokens } })),
  ];
}

type DeliveryGroups = Map<string, { limit: DeliveryLimit; from: Set<string> }>;
/** Each count beside the filters needs them too. */
const groupsOf = new WeakMap<readonly DeliveryLimit[], DeliveryGroups>();

/** The cities and couriers that bring parcels of each weight and size. */
function groupLimits(limits: readonly DeliveryLimit[]): DeliveryGroups {
  const known = groupsOf.get(limits);
  if (known) return known;
  const groups: DeliveryGroups = new Map();
  for (const limit of limits) {
    const key = `${limit.maxGrams} ${limit.maxCubicCm}`;
    const { from } = groups.get(key) ?? { from: new Set<string>() };
    for (const origin of limit.origins) for (const courier of limit.couriers) from.add(sentFrom(origin, courier));
    groups.set(key, { limit, from });
  }
  groupsOf.set(limits, groups);
  return groups;
}

/** Each group is three conditions, and OpenSearch refuses a query with more than 1,024. */
const canSpell = ({ delivery }: Filter) => delivery === undefined || groupLimits(delivery).size <= maxDeliveryGroups;

function deliveryClause(limits: readonly DeliveryLimit[]): Clause {
  const should = Array.from(groupLimits(limits).values(), ({ limit, from }) => ({
    bool: {
      filter: [
        { terms: { sentFrom: [...from] } },
        { range: { grams: { lte: limit.maxGrams } } },
        { range: { cubicCm: { lte: limit.maxCubicCm } } },
      ],
    },
  }));
  return should.length === 0 ? { terms: { id: [] } } : { bool: { should, minimum_should_match: 1 } };
}

// Optional beside the filters. The score is 2 for the city, 1 for its province and 0 elsewhere.
function tierClauses(near: string): Clause[] {
  const [city, province] = [{ term: { city: near } }, { term: { province: near.slice(0, 2) } }];
  return [
    { constant_score: { filter: { bool: { filter: [city] } }, boost: 2 } },
    { constant_score: { filter: { bool: { filter: [province], must_not: [city] } }, boost: 1 } },
  ];
}

const sorts: Record<SortOrder, Clause[]> = {
  best: [{ stockRank: "desc" }, { sold: "desc" }, { id: "asc" }],
  newest: [{ createdAt: "desc" }, { id: "asc" }],
  rating: [{ score: "desc" }, { id: "asc" }],
  cheapest: [{ price: "asc" }, { id: "asc" }],
  dearest: [{ price: "desc" }, { id: "desc" }],
  nearest: [{ _score: "desc" }, { stockRank: "desc" }, { sold: "desc" }, { id: "asc" }],
};
const sortOf = (order: SortOrder) => sorts[order];

function valuesAfter(order: SortOrder, { key, id }: { key: string; id: string }): (number | string)[] {
  if (order === "best") return [Number(key.slice(0, 1)), Number(key.slice(1)), id];
  if (order === "nearest")
    return [nearTiers.elsewhere - Number(key.slice(0, 1)), Number(key.slice(1, 2)), Number(key.slice(2)), id];
  return [Number(key), id];
}

function keyOf(order: SortOrder, values: readonly (number | string)[]): string {
  if (order === "best") return `${values[0]}${values[1]}`;
  if (order === "nearest") return `${nearTiers.elsewhere - Number(values[0])}${values[1]}${values[2]}`;
  return order === "rating" ? textOfReal(Math.fround(Number(values[0]))) : String(values[0]);
}

/** More values than any field has. */
const maxValues = 1000;

// The counts of a filter's values apply all filters except that one.
function aggregationsOf(filter: Filter, counted: readonly CountedValue[] = []): Clause {
  const others = (without?: string) => filterClauses(filter, without);
  const count = (clauses: Clause[], field?: string): Clause => ({
    filter: { bool: { filter: clauses } },
    ...(field && { aggs: { values: { terms: { field, size: maxValues } } } }),
  });
  // The query itself has all filters, so counts begin from all products.
  const aggregations: Clause = {
    category: count(
      [...scopeClauses(filter, { everyCategory: true }), ...others()],
      filter.rootCategoryId ? "category" : "root",
    ),
  };
  for (const [name, { field, without, of }] of productFacets) {
    const clauses = [...scopeClauses(filter), ...others(without)];
    if (of === "values") aggregations[name] = count(clauses, field);
    else aggregations[name] = count([...clauses, clauseOf({ field, ...of })]);
  }
  for (const name of new Set(counted.map((one) => one.name))) {
    const clauses = [...scopeClauses(filter), ...others(attributeFacet(name))];
    const values = counted.filter((one) => one.name === name);
    aggregations[attributeFacet(name)] = {
      filter: { bool: { filter: clauses } },
      aggs: Object.fromEntries(values.map(({ token }) => [token, { filter: { term: { [tokenField(1)]: token } } }])),
    };
  }
  return { all: { global: {}, aggs: aggregations } };
}

function facetRows(result: SearchResult, counted: readonly CountedValue[] = []): FacetRow[] {
  const all = (result.aggregations?.["all"] ?? {}) as unknown as NonNullable<SearchResult["aggregations"]>;
  const row = (facet: string, value: string, count: number): FacetRow => ({ facet, value, name: "", count });
  const rows = [row("total", "", result.hits.total.value)];
  const listed = (facet: string) =>
    (all[facet]?.values?.buckets ?? []).map((bucket) => row(facet, bucket.key, bucket.doc_count));
  rows.push(...listed("category"));
  for (const [name, { of }] of productFacets) {
    if (of === "values") rows.push(...listed(name));
    else rows.push(row(name, of.as, all[name]?.doc_count ?? 0));
  }
  for (const { name, value, token } of counted) {
    const found = (all[attributeFacet(name)] as Record<string, { doc_count?: number }> | undefined)?.[token];
    if (found?.doc_count) rows.push(row(attributeFacet(name), value.toLowerCase(), found.doc_count));
  }
  return rows;
}
