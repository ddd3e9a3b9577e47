import fc from "fast-check";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { createLog } from "#lib/log.ts";
import { attributeToken, rangeTokens } from "#search/attribute-tokens.ts";
import { understandQuery, type UnderstoodQuery } from "#search/understand-query.ts";
import { buildSearch } from "#search/rebuild-keywords.ts";
import { makeMarket, newProduct } from "../../../test/make/catalog.ts";
import type { OpensearchDouble } from "../../../test/doubles/opensearch.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeOpensearch, noEngine } from "../../../test/make/opensearch.ts";
import { feedOpensearch, type FeedParts } from "../opensearch/feed-opensearch.ts";
import { createOpensearchEngine } from "../opensearch/opensearch-engine.ts";
import { sortOrders, type DeliveryLimit, type Filter } from "./filters.ts";
import { keyForms } from "./queries.ts";
import { createPostgresEngine } from "./postgres-engine.ts";
import { findProducts } from "./find-products.ts";
import { useEngine, type FindRequest, type ListedRow, type SearchEngine } from "./search-engine.ts";
import { buildSnapshot } from "../index-engine/build-snapshot.ts";
import { findDocuments, findSimilarDocuments } from "../index-engine/find-documents.ts";
import { textOfReal } from "../index-engine/sort-documents.ts";
import { followChanges, openNewest } from "../index-engine/follow-changes.ts";
import { closeIndex, idOf, type ProductIndex } from "../index-engine/product-index.ts";
import { startIndexEngine } from "../index-engine/index-engine.ts";
import { deleteOldChanges } from "../index-engine/queries.ts";
import { changesKept, maxDeliveries } from "../index-engine/rules.ts";

const things = [
  "Kopi Gayo",
  "Kemeja Batik",
  "Sarung Bantal",
  "Tas Kulit",
  "Botol Minum",
  "Kopi Robusta",
  "Sepatu Anak",
];
const kinds = ["Hitam", "Merah 500 g", "Premium", "untuk Anak", "Batik Kopi", "Isi 2"];
const searches = [
  "kopi",
  "kopi gayo",
  "batik",
  "kemeja batik pria",
  "anak",
  "kopi murah",
  "tas kulit hitam",
  "minuman",
];

let context: Awaited<ReturnType<typeof makeContext>>;
let folder: string;
let index: ProductIndex;
let outside: OpensearchDouble;
let feed: FeedParts;
let opensearch: SearchEngine;
let filters: { categories: { id: string; parent: string }[]; shops: string[] };
const understood = new Map<string, UnderstoodQuery>();

beforeAll(async () => {
  context = await makeContext();
  folder = await mkdtemp(join(tmpdir(), "kawung-index-"));
  const { db } = context;
  const products = things.flatMap((thing, at) =>
    kinds.flatMap((kind, of) =>
      [1, 2].map((copy) =>
        newProduct(`barang-${at}-${of}-${copy}`, `${thing} ${kind} ${copy}`, {
          price: 10_000 * ((at * 7 + of * 3 + copy) % 9) + 5000,
          category: ["kopi", "camilan", "kemeja"][(at + of) % 3] ?? "kopi",
          shop: at % 2 ? "batik-uji" : "kopi-wetan",
          condition: of % 3 === 0 ? "used" : "new",
          attributes: {
            ...(at % 4 > 0 && { Bahan: ["Katun", "Sutra", "Rayon"][(at + of) % 3] ?? "" }),
            ...(of % 2 > 0 && { Tinggi: `${(at * 13 + of * 7 + copy) % 40} cm` }),
          },
        }),
      ),
    ),
  );
  await makeMarket(context, products);
  await vary();
  await db.transaction((tx) => buildSearch(tx));
  filters = {
    categories: await db.rows(sql`select id, parent_id as parent from categories where parent_id is not null`),
    shops: (await db.rows<{ id: string }>(sql`select id from shops`)).map(({ id }) => id),
  };
  for (const text of searches) {
    const found = await understandQuery(db, text);
    if (found) understood.set(text, found);
  }
  await buildSnapshot(db, folder, { documentsPerPart: 7 });
  const opened = await openNewest(db, folder, 0);
  if (!opened) throw new Error("the index is missing");
  index = opened;
  ({ outside, feed, opensearch } = await makeOpensearch(context));
});
afterAll(async () => {
  closeIndex(index);
  await outside.close();
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

// Few values, so that many products are equal in each order.
async function vary(): Promise<void> {
  await context.db.run(sql`
    update products set sold_count = (hashtext(slug) & 3) * 7, rating_count = hashtext(slug || 'r') & 3,
      rating_sum = (hashtext(slug || 'r') & 3) * 4, in_stock = hashtext(slug || 's') & 7 > 0,
      created_at = '2026-10-01T00:00:00.123456Z'::timestamptz + (hashtext(slug || 'c') & 7) * interval '1 day',
      province_code = case when hashtext(slug || 'p') & 1 = 0 then '32' else '35' end,
      regency_code = case hashtext(slug || 'k') & 3 when 0 then '32.73' when 1 then '35.78' when 2 then '32.04' end,
      courier_services = (array['{}', '{jne-reg}', '{jne-yes,jnt-ez}', '{jnt-ez,pos-reg,self}']::text[])[1 + (hashtext(slug || 'e') & 3)]::text[],
      weight_g = 300 + (hashtext(slug || 'w') & 3) * 900, min_order = 1 + (hashtext(slug || 'm') & 1),
      length_cm = case when hashtext(slug || 'l') & 3 = 0 then 40 end, width_cm = case when hashtext(slug || 'l') & 3 = 0 then 30 end, height_cm = case when hashtext(slug || 'l') & 3 = 0 then 20 end,
      couriers = (array['{}', '{jne}', '{jne,jnt}', '{jnt,pos,self}']::text[])[1 + (hashtext(slug || 'e') & 3)]::text[], has_cod = hashtext(slug || 'b') & 1 = 0,
      is_regional = hashtext(slug || 'g') & 1 = 0, preorder_days = case when hashtext(slug || 'o') & 3 = 0 then 5 end`);
}

const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const anyRequest = fc.record({
  category: maybe(fc.nat({ max: 2 })),
  shop: maybe(fc.nat({ max: 1 })),
  search: maybe(fc.constantFrom(...searches)),
  min: maybe(fc.constantFrom(0, 15_000, 35_000, 1_000_000_000)),
  max: maybe(fc.constantFrom(0, 35_000, 65_000)),
  province: maybe(fc.subarray(["32", "35", "91"])),
  city: maybe(fc.subarray(["32.73", "35.78", "91.71"])),
  courier: maybe(fc.subarray(["jne", "jnt", "self", "wahana"])),
  cod: maybe(fc.boolean()),
  condition: maybe(fc.constantFrom("new", "used")),
  rating: maybe(fc.constantFrom(1, 3, 4)),
  discount: fc.boolean().map((one) => one && undefined),
  regional: maybe(fc.boolean()),
  preorder: maybe(fc.boolean()),
  material: maybe(fc.subarray(["Katun", "Sutra", "Wol"], { minLength: 1 })),
  height: maybe(fc.tuple(fc.nat({ max: 4500 }), fc.nat({ max: 4500 }))),
  delivery: maybe(
    fc.array(
      fc.record({
        origins: fc.subarray(["32.73", "35.78", "32.04"]),
        couriers: fc.subarray(["jne-reg", "jne-yes", "jnt-ez", "pos-reg", "self"]),
        maxGrams: fc.constantFrom(0, 1000, 2000, 5000),
        maxCubicCm: fc.constantFrom(0, 24_000, 50_000),
      }),
      { maxLength: 3 },
    ),
  ),
  near: fc.constantFrom("32.73", "35.78", "32.04", "91.71"),
  sort: fc.constantFrom("relevance", "newest", "sold", "rating", "cheapest", "dearest", "nearest", "nearest"),
  limit: fc.constantFrom(1, 5, 25),
  offset: fc.constantFrom(0, 0, 3, 40, 500),
});

function requestOf(one: typeof anyRequest extends fc.Arbitrary<infer T> ? T : never): FindRequest {
  const { category, shop, search, sort, near, limit, offset, material, height, ...values } = one;
  const place = category === undefined ? undefined : filters.categories[category];
  const filter: Filter = {
    ...values,
    attributes: [
      ...(material ? [{ name: "Bahan", tokens: material.map((value) => attributeToken("Bahan", value)) }] : []),
      ...(height ? [{ name: "Tinggi", tokens: rangeTokens({ name: "Tinggi", unit: "cm" }, ...height) }] : []),
    ],
    categoryId: place?.id,
    rootCategoryId: place?.parent,
    shopId: shop === undefined ? undefined : filters.shops[shop],
    query: search === undefined ? undefined : (understood.get(search)?.full ?? undefined),
  };
  const text = search === undefined ? null : (understood.get(search) ?? null);
  return {
    filter,
    understood: text,
    sort: sort as FindRequest["sort"],
    near,
    start: { offset },
    limit,
    facets: true,
    countedValues,
  };
}

const countedValues = ["Katun", "Sutra", "Wol"].map((value) => ({
  name: "Bahan",
  value,
  token: attributeToken("Bahan", value),
}));

/** Asks all engines and compares ids, keys, totals and counts. */
async function expectSame(request: FindRequest): Promise<{ id: string; key: string }[]> {
  const { rows, total, facets } = await createPostgresEngine(context.db).find(request);
  const hitsOf = (some: readonly ListedRow[]) => some.map((row) => ({ id: row.id, key: row.order_key }));
  const found = findDocuments(index, request, Date.now());
  expect(found.hits).toEqual(hitsOf(rows));
  expect(found.total).toBe(total);
  const other = await opensearch.find(request);
  expect(hitsOf(other.rows)).toEqual(hitsOf(rows));
  expect(other.total).toBe(total);
  const slugs = new Map(
    (await context.db.rows<{ id: string; slug: string }>(sql`select id, slug from categories`)).map((one) => [
      one.id,
      one.slug,
    ]),
  );
  const counts = (some: readonly { facet: string; value: string; count: number }[]) =>
    some
      .filter(({ count, facet }) => count > 0 || facet === "total")
      .map(({ facet, value, count }) => `${facet} ${slugs.get(value) ?? value} ${count}`)
      .sort();
  expect(counts(found.facets ?? [])).toEqual(counts(facets ?? []));
  expect(counts(other.facets ?? [])).toEqual(counts(facets ?? []));
  return found.hits;
}

test("the index and OpenSearch list, count and rank as the database does, whatever is asked for", async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async (one) => {
      const request = requestOf(one);
      const hits = await expectSame(request);
      // Each product of a page can be the cursor of the next one.
      const last = hits.at(-1);
      if (last && last.key !== "") await expectSame({ ...request, start: { after: last } });
    }),
    { numRuns: 80 },
  );
}, 60_000);
test("a cursor of no product continues where it would be", async () => {
  for (const sort of ["sold", "newest", "rating", "cheapest", "dearest", "nearest"] as const)
    for (const key of ["0", "10", "17", "1", "25000", "1759363200123456", "017", "117", "2014"]) {
      if (!keyForms[sortOrders[sort]].test(key)) continue;
      const id = "00000000-0000-4000-8000-000000000000";
      const request = {
        filter: {},
        understood: null,
        sort,
        near: "32.73",
        start: { after: { key, id } },
        limit: 9,
        facets: false,
      };
      const { rows } = await createPostgresEngine(context.db).find(request);
      expect(findDocuments(index, request, 0).hits.map((hit) => hit.id)).toEqual(rows.map((row) => row.id));
      expect((await opensearch.find(request)).rows.map((row) => row.id)).toEqual(rows.map((row) => row.id));
    }
});
test("similar products are the same and in the same order", async () => {
  for (const query of understood.values()) {
    if (!query.similar) continue;
    const filter = { query: query.similar };
    const search = { understood: query, without: [idOf(index, 0)], limit: 24 };
    const rows = await createPostgresEngine(context.db).findSimilar(filter, search);
    expect(rows.length, query.text).toBeGreaterThan(3);
    const others = await opensearch.findSimilar(filter, search);
    expect(
      others.map(({ id }) => id),
      query.text,
    ).toEqual(rows.map(({ id }) => id));
    expect(findSimilarDocuments(index, filter, search, Date.now()), query.text).toEqual(rows.map(({ id }) => id));
  }
});

const anyChange = fc.record({
  product: fc.nat({ max: 200 }),
  kind: fc.constantFrom("price", "sold", "rating", "stock", "hide", "show", "reword", "delivery", "create", "remove"),
  value: fc.nat({ max: 9 }),
});

async function change({ product, kind, value }: { product: number; kind: string; value: number }): Promise<void> {
  const { db } = context;
  const it = sql`id = (select id from products order by md5(slug) offset ${product}::int % (select count(*)::int from products) limit 1)`;
  const words = `'kopi':${(value % 4) + 1}${"ABCD"[value % 4]} 'gayo':9 'kata${value}':3C`;
  const changes: Record<string, ReturnType<typeof sql>> = {
    price: sql`update products set price_min = ${5000 + value * 10_000}::bigint, price_max = 200000 where ${it}`,
    sold: sql`update products set sold_count = ${value * 7} where ${it}`,
    rating: sql`update products set rating_count = ${value}, rating_sum = ${value * 4} where ${it}`,
    stock: sql`update products set in_stock = not in_stock where ${it}`,
    hide: sql`update products set status = 'hidden' where ${it}`,
    show: sql`update products set status = 'active' where ${it}`,
    delivery: sql`update products set has_cod = not has_cod, couriers = ${value % 2 ? "{pos}" : "{}"}::text[], regency_code = '32.73' where ${it}`,
    reword: sql`update products set search_words = ${words}::tsvector where ${it}`,
    create: sql`
      insert into products (shop_id, category_id, root_category_id, slug, name, description, weight_g, price_min, price_max, province_code, city_name, search_words)
      select shop_id, category_id, root_category_id, left(slug, 80) || '-' || left(md5(random()::text), 12), name, description, weight_g, price_min, price_max, province_code, city_name, ${words}::tsvector
      from products where ${it}`,
    remove: sql`delete from products where ${it} and not exists (select from variants where product_id = products.id)`,
  };
  const statement = changes[kind];
  if (statement) await db.run(statement);
}

test("the cheapest and dearest products of a category are right after any changes, also with another filter", async () => {
  const { db } = context;
  const pages: FindRequest[] = filters.categories.flatMap(({ id, parent }) =>
    (["cheapest", "dearest"] as const).flatMap((sort) =>
      (
        [
          { categoryId: id, rootCategoryId: parent },
          { rootCategoryId: parent },
          { categoryId: id, rating: 3 },
        ] as Filter[]
      ).map((filter) => ({
        filter,
        understood: null,
        sort,
        start: { offset: 1 },
        limit: 5,
        facets: false,
      })),
    ),
  );
  const kinds = ["price", "hide", "show", "create", "move"];
  const move = (product: number, value: number) => sql`
    update products p set category_id = c.id, root_category_id = coalesce(c.parent_id, c.id) from categories c
    where p.id = (select id from products order by md5(slug) offset ${product}::int % (select count(*)::int from products) limit 1)
      and c.id = ${filters.categories[value % filters.categories.length]?.id ?? ""}::uuid`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ product: fc.nat(200), kind: fc.constantFrom(...kinds), value: fc.nat(9) }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (changes) => {
        for (const each of changes)
          if (each.kind === "move") await db.run(move(each.product, each.value));
          else await change(each);
        expect(await followChanges(db, index)).toBe(true);
        for (const page of pages) {
          const { rows, total } = await createPostgresEngine(db).find(page);
          const found = findDocuments(index, page, Date.now());
          expect([found.hits.map(({ id }) => id), found.total]).toEqual([rows.map(({ id }) => id), total]);
        }
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);

test("after any changes all engines find what the database finds, and the same changes twice change nothing", async () => {
  const { db } = context;
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 12 }), anyRequest, async (changes, one) => {
      const { position } = index;
      for (const each of changes) await change(each);
      expect(await followChanges(db, index)).toBe(true);
      await feedOpensearch(feed);
      await expectSame(requestOf(one));
      // As after a kill: the position was not stored, so the changes are read again.
      index.position = position;
      await followChanges(db, index);
      await expectSame(requestOf(one));
    }),
    { numRuns: 30 },
  );
}, 60_000);
test("a transaction that began before others and commits after them is not missed", async () => {
  const { db } = context;
  let commit = () => {};
  const isWritten = Promise.withResolvers<void>();
  const slow = db.transaction(async (tx) => {
    // The random changes of the test before may have hidden it.
    await tx.run(sql`
      update products set price_min = 111, price_max = 200000, status = 'active' where slug = 'barang-1-1-1'`);
    isWritten.resolve();
    await new Promise<void>((done) => (commit = done));
  });
  await isWritten.promise;
  await db.run(sql`
    update products set price_min = 222, price_max = 200000, status = 'active' where slug = 'barang-1-1-2'`);
  const cheapest = () => {
    const request: FindRequest = {
      filter: { max: 400 },
      understood: null,
      sort: "cheapest",
      start: { offset: 0 },
      limit: 5,
      facets: false,
    };
    return findDocuments(index, request, 0).hits.map(({ key }) => key);
  };
  try {
    await followChanges(db, index);
    expect(cheapest()).toEqual(["222"]);
  } finally {
    commit();
    await slow;
  }
  await followChanges(db, index);
  expect(cheapest()).toEqual(["111", "222"]);
});
test("a snapshot that is cut off, of another database or too old is not used", async () => {
  const { db } = context;
  const other = await mkdtemp(join(tmpdir(), "kawung-index-"));
  await writeFile(join(other, "products-1.index"), "half");
  expect(await openNewest(db, other, 0)).toBeUndefined();
  expect(await openNewest(db, join(other, "missing"), 0)).toBeUndefined();
  expect(await openNewest(db, folder, Date.now() + 3_600_000)).toBeUndefined();
  await rm(other, { recursive: true });
});
test("the process of the index follows changes; killed, it starts again where it was, and the database answers meanwhile", async () => {
  const { db, databaseUrl } = context;
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const home = await mkdtemp(join(tmpdir(), "kawung-index-"));
  const postgres = createPostgresEngine(db);
  const engine = startIndexEngine({ db, log, fallback: postgres, databaseUrl, folder: home, logLevel: "silent" });
  const request: FindRequest = {
    filter: {},
    understood: null,
    sort: "cheapest",
    start: { offset: 0 },
    limit: 5,
    facets: true,
  };
  // Not ready yet: the database answers.
  const listed = async (one: SearchEngine) =>
    (await one.find(request)).rows.map(({ id, order_key: key }) => ({ id, key }));
  const expected = await listed(postgres);
  expect(await listed(engine)).toEqual(expected);
  await engine.ready;
  expect(await listed(engine)).toEqual(expected);
  expect((await readdir(home)).filter((name) => name.startsWith("products-"))).toHaveLength(1);
  await db.run(sql`update products set price_min = 101, price_max = 200000 where id = ${expected[4]?.id}::uuid`);
  await expect.poll(async () => (await engine.find(request)).rows[0]?.price_min, { timeout: 5000 }).toBe(101);
  process.kill(engine.processId() ?? 0, "SIGKILL");
  await db.run(sql`update products set price_min = 102, price_max = 200000 where id = ${expected[3]?.id}::uuid`);
  const firstPrices = async () => (await engine.find(request)).rows.slice(0, 2).map((row) => row.price_min);
  expect(await firstPrices()).toEqual([101, 102]);
  await expect
    .poll(() => lines.filter((line) => line.includes("answered by the index")).length, { timeout: 20_000 })
    .toBe(2);
  expect(await firstPrices()).toEqual([101, 102]);
  await engine.stop();
  expect((await engine.find(request)).rows[0]?.price_min).toBe(101);
  await rm(home, { recursive: true });
}, 60_000);

/** Rates of their own of all couriers from 514 cities, whose products weigh 300 to 6000 grams. */
function limitsOfEachCity(weights: number): DeliveryLimit[] {
  const cities = ["32.73", "35.78", "32.04", ...Array.from({ length: 511 }, (_, at) => `99.${at}`)];
  return cities.flatMap((city, at) =>
    ["jne-reg", "jne-yes", "jnt-ez", "pos-reg", "self", "a", "b", "c", "d", "e", "f", "g"].map((courier, of) => {
      const maxGrams = 600 + ((at * 12 + of) % weights) * 100;
      return { origins: [city], couriers: [courier], maxGrams, maxCubicCm: maxGrams * 5 };
    }),
  );
}
const sentTo = (delivery: readonly DeliveryLimit[]): FindRequest => ({
  filter: { delivery },
  understood: null,
  sort: "cheapest",
  start: { offset: 0 },
  limit: 60,
  facets: true,
});
test("OpenSearch finds products by the price of shipping although every city has prices of its own", async () => {
  await feedOpensearch(feed);
  const request = sentTo(limitsOfEachCity(40));
  const { rows, total } = await createPostgresEngine(context.db).find(request);
  expect(rows.length).toBeGreaterThan(10);
  const found = await opensearch.find(request);
  expect(found.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(found.total).toBe(total);
});
test("the database finds products by the price of shipping where OpenSearch would need too many conditions", async () => {
  const request = sentTo(limitsOfEachCity(400));
  const { db, log } = context;
  const fallback = createPostgresEngine(db);
  const engine = createOpensearchEngine({ db, log, service: feed.service, alias: "uji-products", fallback });
  const calls = outside.calls.length;
  expect((await engine.find(request)).rows.map(({ id }) => id)).toEqual(
    (await fallback.find(request)).rows.map(({ id }) => id),
  );
  expect(outside.calls.length).toBe(calls);
  // Others are still answered by OpenSearch.
  await engine.find({ ...request, filter: {} });
  expect(outside.calls.length).toBe(calls + 1);
});
test("the process of the index remembers the products for a price of shipping, and gets again what it dropped", async () => {
  const { db, databaseUrl, log } = context;
  const home = await mkdtemp(join(tmpdir(), "kawung-index-"));
  const engine = startIndexEngine({ db, log, fallback: noEngine, databaseUrl, folder: home, logLevel: "silent" });
  const postgres = createPostgresEngine(db);
  await engine.ready;
  const places = Array.from({ length: maxDeliveries + 3 }, (_, at): DeliveryLimit[] => [
    { origins: ["32.73", "32.04"], couriers: ["jne-reg"], maxGrams: 300 + at * 100, maxCubicCm: 50_000 },
  ]);
  const ids = async (one: SearchEngine, delivery: DeliveryLimit[]) =>
    (await one.find(sentTo(delivery))).rows.map(({ id }) => id);
  for (const delivery of [...places, ...places.slice(0, 3), ...places.slice(-3)])
    // Each time as a list of its own, as another process would read it.
    expect(await ids(engine, structuredClone(delivery))).toEqual(await ids(postgres, delivery));
  await engine.stop();
  await rm(home, { recursive: true });
}, 60_000);
test("changes that every index has read are deleted after a day", async () => {
  const { db } = context;
  for (const price of [401, 402])
    await db.run(
      sql`update products set price_min = ${price}, price_max = 200000 where slug in ('barang-1-1-1', 'barang-1-1-2')`,
    );
  await db.run(sql`
    update product_changes set changed_at = now() - interval '25 hours'
    where position < (select max(position) from product_changes)`);
  const before = await db.row(sql`select count(*)::int as n from product_changes`);
  const deleted = await deleteOldChanges(db, changesKept);
  expect(deleted).toBeGreaterThan(0);
  const after = await db.row<{ n: number }>(sql`select count(*)::int as n from product_changes`);
  expect(after?.n).toBeLessThan((before as { n: number }).n);
});
test("a listing goes on although a product of the page was taken off sale a moment ago", async () => {
  const { db } = context;
  useEngine(db, opensearch);
  const first = await findProducts(db, { sort: "newest", limit: 3 });
  await db.run(sql`update products set status = 'hidden' where id = ${first.result[1]?.id}::uuid`);
  const again = await findProducts(db, { sort: "newest", limit: 3 });
  expect(again.result.map(({ id }) => id)).not.toContain(first.result[1]?.id);
  expect(again.next).not.toBeNull();
  useEngine(db, createPostgresEngine(db));
});
test("numbers of 32 bits are written as PostgreSQL writes them", async () => {
  const values = [0, 5, 3.5, 0.1, 4.2307693, 4.3333335, 3.7222223, 1 / 3].map(Math.fround);
  const rows = await context.db.rows<{ text: string }>(sql`select v::text as text from unnest(${values}::real[]) v`);
  expect(values.map(textOfReal)).toEqual(rows.map(({ text }) => text));
});
