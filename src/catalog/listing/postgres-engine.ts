import type { Database, Queryable } from "#lib/database.ts";
import { countFacets, countProducts, listProducts, listSimilarProducts } from "./queries.ts";
import type { SearchEngine } from "./search-engine.ts";

/**
 * Finds products with the indexes of the database: always current, and without anything to run beside it. With many
 * products, what filters, counts or ranks reads a whole category or all products that have a word.
 */
export function createPostgresEngine(db: Queryable): SearchEngine {
  return {
    name: "postgres",
    async find(request) {
      const { filter, start } = request;
      const read = (one: Queryable) =>
        Promise.all([
          listProducts(one, { ...request, counted: !request.facets }),
          request.facets ? countFacets(one, filter, request.countedValues) : undefined,
        ]);
      const [rows, counted] = await (isPool(db) ? db.together(read) : read(db));
      const isCut = counted?.some(({ facet, count }) => facet === "cut" && count > 0) ?? false;
      const facets = counted?.filter(({ facet }) => facet !== "cut");
      const isFirst = "offset" in start && start.offset === 0;
      const total = facets
        ? (facets.find((row) => row.facet === "total")?.count ?? 0)
        : (rows[0]?.total ?? (isFirst ? 0 : await countProducts(db, filter)));
      return { rows, listed: rows.length, total, facets, isCut };
    },
    findSimilar: (filter, search) => listSimilarProducts(db, filter, search),
  };
}

// A transaction has one connection already.
const isPool = (db: Queryable): db is Database => "together" in db;
