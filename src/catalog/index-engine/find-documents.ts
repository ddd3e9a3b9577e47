/**
 * Design note. A request becomes a bitmap of the products that match: those on sale, and those of each filter and token
 * of the query. Totals and counts are counts of bits. A page is then found in whichever way is shorter: walking the
 * stored order until enough products of the bitmap have passed, or sorting the products of the bitmap. A search ranks
 * the best-selling `maxCandidates` of them with the formula. Each step costs some hundred microseconds per million
 * products, whatever is asked for.
 */
import type { UnderstoodQuery } from "#search/understand-query.ts";
import { sortOrders, type Filter } from "../listing/filters.ts";
import type { FacetRow, FindRequest } from "../listing/search-engine.ts";
import { countBits, setBit } from "./bitmap.ts";
import { countFacets } from "./count-facets.ts";
import { categoryFilter, codedBitmap, matchesOf } from "./match-documents.ts";
import { keyOf, nearestHits, pageOf, type Hit } from "./sort-documents.ts";
import { rankDocuments } from "./rank-documents.ts";
import { beginRequest, documentOf, idOf, type ProductIndex } from "./product-index.ts";

/** What {@link findDocuments} finds: ids with the keys of cursors, in order, and counts by the values of columns. */
export type FoundDocuments = { hits: Hit[]; total: number; facets: FacetRow[] | undefined };

/** One page of the products that match. */
export function findDocuments(index: ProductIndex, request: FindRequest, now: number): FoundDocuments {
  beginRequest(index);
  const { filter, understood, sort, start, limit } = request;
  const matching = matchesOf(index, filter);
  const total = countBits(matching.all());
  const facets = request.facets ? countFacets(index, request, matching, total) : undefined;
  if (sort === "relevance" && understood) {
    const from = "offset" in start ? start.offset : 0;
    const ranked = rankDocuments(index, matching.all(), total, { understood, limit: from + limit, now });
    return { hits: ranked.slice(from).map((one) => ({ id: idOf(index, one), key: "" })), total, facets };
  }
  const order = sortOrders[sort];
  if (order === "nearest") {
    const { near = "" } = request;
    const tiers = {
      city: codedBitmap(index, "city", [near]),
      province: codedBitmap(index, "province", [near.slice(0, 2)]),
    };
    return { hits: nearestHits(index, matching.all(), tiers, request), total, facets };
  }
  const category = categoryFilter(index, filter);
  const documents = pageOf(index, matching.all(), total, { order, start, limit, category });
  return {
    hits: documents.map((one) => ({ id: idOf(index, one), key: keyOf(index, order, one) })),
    total,
    facets,
  };
}

/** Ids of similar products, the most similar first. */
export function findSimilarDocuments(
  index: ProductIndex,
  filter: Filter,
  search: { understood: UnderstoodQuery; without: readonly string[]; limit: number },
  now: number,
): string[] {
  beginRequest(index);
  const matching = matchesOf(index, filter).all();
  for (const id of search.without) {
    const document = documentOf(index, id);
    if (Number.isInteger(document)) setBit(matching, document, false);
  }
  const { understood, limit } = search;
  const ranked = rankDocuments(index, matching, countBits(matching), { understood, limit, now, similar: true });
  return ranked.map((one) => idOf(index, one));
}
