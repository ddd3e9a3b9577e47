import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeMarket, newProduct } from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import type { ListingQuery } from "../contract.ts";
import { findProducts } from "../listing/find-products.ts";
import { createPostgresEngine } from "../listing/postgres-engine.ts";
import type { Filter } from "../listing/filters.ts";
import { nameFacets } from "../listing/queries.ts";
import { useEngine } from "../listing/search-engine.ts";
import { buildSnapshot } from "./build-snapshot.ts";
import { findDocuments } from "./find-documents.ts";
import { openNewest } from "./follow-changes.ts";
import { closeIndex, type ProductIndex } from "./product-index.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let folder: string;
let index: ProductIndex;
let cities: string[];

// Three products of each of ten cities, two of each of twelve, and one of each of six: two cities are as large as the
// twentieth.
const cityOf = (at: number) => cities[at < 30 ? at % 10 : at < 54 ? 10 + (at % 12) : at - 32] ?? "";
beforeAll(async () => {
  context = await makeContext();
  folder = await mkdtemp(join(tmpdir(), "kawung-index-"));
  const { db } = context;
  const products = Array.from({ length: 60 }, (_, at) => newProduct(`kopi-kota-${at}`, `Kopi Kota ${at}`, {}));
  await makeMarket(context, products);
  cities = (
    await db.rows<{ code: string }>(sql`
      select code from regions where length(code) = 5 order by md5(code) limit 28`)
  ).map(({ code }) => code);
  await db.run(sql`
    update products p set regency_code = one.city, province_code = left(one.city, 2)
    from unnest(${products.map(({ name }) => name)}::text[], ${products.map((_, at) => cityOf(at))}::text[]) as one (name, city)
    where p.name = one.name`);
  await buildSnapshot(db, folder);
  const opened = await openNewest(db, folder, 0);
  if (!opened) throw new Error("the index is missing");
  index = opened;
});
afterAll(async () => {
  closeIndex(index);
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

async function citiesShown(engine: "index" | "postgres", query: Partial<ListingQuery>): Promise<unknown> {
  const { db } = context;
  const postgres = createPostgresEngine(db);
  useEngine(db, {
    ...postgres,
    find: async (request) => {
      const found = await postgres.find(request);
      if (engine === "postgres") return found;
      const { facets = [] } = findDocuments(index, request, Date.now());
      return { ...found, facets: await nameFacets(db, facets) };
    },
  });
  return (await findProducts(db, { facets: "1", ...query } as ListingQuery)).facets?.cities;
}

test("the index offers the twenty cities with the most products and those that were chosen, as the database does", async () => {
  const last = cities.slice(-1);
  for (const query of [{}, { city: last }, { city: cities.slice(10, 12) }, { condition: "new" as const }]) {
    const shown = (await citiesShown("index", query)) as { id: string }[];
    expect(shown).toEqual(await citiesShown("postgres", query));
    expect(shown.length).toBeGreaterThanOrEqual(20);
  }
  expect(await citiesShown("index", { city: last })).toContainEqual(expect.objectContaining({ id: last[0] }));
});

test("the index names no city that a page does not offer", () => {
  const named = (filter: Filter) =>
    findDocuments(
      index,
      { filter, understood: null, sort: "sold", start: { offset: 0 }, limit: 1, facets: true },
      Date.now(),
    ).facets?.flatMap(({ facet, value }) => (facet === "city" ? [value] : []));
  expect(named({})?.sort()).toEqual(cities.slice(0, 22).sort());
  const [last = ""] = cities.slice(-1);
  expect(named({ city: [last] })?.sort()).toEqual([...cities.slice(0, 22), last].sort());
});
