import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { buildSearch } from "#search/rebuild-keywords.ts";
import type { OpensearchDouble } from "../../../test/doubles/opensearch.ts";
import { makeMarket, newProduct } from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeOpensearch } from "../../../test/make/opensearch.ts";
import { createPostgresEngine } from "../listing/postgres-engine.ts";
import type { FindRequest, SearchEngine } from "../listing/search-engine.ts";
import { feedOpensearch, type FeedParts } from "./feed-opensearch.ts";
import { createOpensearchEngine } from "./opensearch-engine.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let outside: OpensearchDouble;
let feed: FeedParts;
let opensearch: SearchEngine;

beforeAll(async () => {
  context = await makeContext();
  const { db } = context;
  const products = Array.from({ length: 24 }, (_, at) =>
    newProduct(`barang-${at}`, `Kopi ${at}`, { price: 10_000 + at * 500 }),
  );
  await makeMarket(context, products);
  await db.transaction((tx) => buildSearch(tx));
  ({ outside, feed, opensearch } = await makeOpensearch(context));
});
afterAll(async () => {
  await outside.close();
  await context.close();
});

const idOf = async (slug: string): Promise<string> => {
  const row = await context.db.row<{ id: string }>(sql`select id from products where slug = ${slug}`);
  return row?.id ?? "";
};
const prices = async (id: string): Promise<unknown> => {
  const row = await context.db.row<{ price: number }>(
    sql`select price_min as price from products where id = ${id}::uuid`,
  );
  return [row?.price, outside.documents("uji-products").get(id)?.["price"]];
};
const setPrice = (id: string, price: number) =>
  context.db.run(
    sql`update products set price_min = ${price}::bigint, price_max = 200000, status = 'active' where id = ${id}::uuid`,
  );

test("OpenSearch gets a change although it was busy, lost the answer or refused a part of it", async () => {
  const id = await idOf("barang-3");
  for (const [at, spoil] of [
    () => void outside.nextItems.push(429, 503),
    () => void outside.next.push("lost"),
    () => void outside.next.push("broken", "cut"),
    () => void outside.next.push("busy"),
    () => void outside.next.push("page"),
  ].entries()) {
    await feedOpensearch(feed);
    await setPrice(id, 1000 + at);
    spoil();
    // What fails is sent by the next round.
    for (let round = 0; round < 3; round += 1) await feedOpensearch(feed).catch(() => {});
    expect(await prices(id)).toEqual([1000 + at, 1000 + at]);
  }
});

test("a late request of another process does not replace newer data in OpenSearch", async () => {
  const id = await idOf("barang-4");
  await setPrice(id, 2001);
  await feedOpensearch(feed);
  const late = outside.calls.findLast(({ path, body }) => path === "/_bulk" && JSON.stringify(body).includes(id));
  await setPrice(id, 2002);
  await feedOpensearch(feed);
  const lines = ((late?.body ?? []) as unknown[]).map((line) => `${JSON.stringify(line)}\n`).join("");
  const headers = { "content-type": "application/x-ndjson" };
  const response = await fetch(`${outside.origin}/_bulk`, { method: "POST", headers, body: lines });
  expect(JSON.stringify(await response.json())).toContain("409");
  expect(await prices(id)).toEqual([2002, 2002]);
});

test("only one process feeds OpenSearch", async () => {
  expect(await feedOpensearch({ ...feed, processId: crypto.randomUUID() })).toBe(false);
  expect(await feedOpensearch(feed)).toBe(true);
});

test("a rebuilt index of OpenSearch replaces the old one in one step, and a stopped rebuild is begun again", async () => {
  const { db } = context;
  const [old] = outside.indexes();
  await db.run(sql`update search_feeds set form = 'old'`);
  const ask = () =>
    opensearch.find({ filter: {}, understood: null, sort: "cheapest", start: { offset: 0 }, limit: 5, facets: false });
  const before = (await ask()).rows.map(({ id }) => id);
  // The process is killed after the first products: the old index still answers.
  outside.next.push("well", "broken", "broken");
  await expect(feedOpensearch(feed)).rejects.toThrow();
  expect((await ask()).rows.map(({ id }) => id)).toEqual(before);
  await feedOpensearch(feed);
  expect(outside.indexes()).toHaveLength(1);
  expect(outside.indexes()[0]).not.toBe(old);
  expect((await ask()).rows.map(({ id }) => id)).toEqual(before);
});

test("an index of OpenSearch that was not fed for long, or from another state of the database, is rebuilt", async () => {
  const { db } = context;
  for (const outdated of [
    sql`update search_feeds set fed_at = now() - interval '1 day'`,
    sql`update search_feeds set source = 'before the restore'`,
  ]) {
    await feedOpensearch(feed);
    const [old] = outside.indexes();
    await db.run(outdated);
    await db.run(
      sql`update products set status = 'active', price_min = 301, price_max = 200000 where slug = 'barang-1'`,
    );
    // Nobody can read that change any more.
    await db.run(sql`delete from product_changes`);
    await feedOpensearch(feed);
    expect(outside.indexes()).toHaveLength(1);
    expect(outside.indexes()[0]).not.toBe(old);
    const request: FindRequest = {
      filter: { max: 400 },
      understood: null,
      sort: "cheapest",
      start: { offset: 0 },
      limit: 5,
      facets: false,
    };
    expect((await opensearch.find(request)).rows.map(({ order_key: key }) => key)).toContain("301");
  }
});

test("while OpenSearch is slow, down or answers in part, the database answers", async () => {
  const { db, log } = context;
  const request: FindRequest = {
    filter: {},
    understood: null,
    sort: "rating",
    start: { offset: 0 },
    limit: 5,
    facets: true,
  };
  const fallback = createPostgresEngine(db);
  const expected = (await fallback.find(request)).rows.map(({ id }) => id);
  for (const mood of ["silent", "broken", "page", "garbage", "redirect", "busy"] as const) {
    const service = { ...feed.service, timeout: 300 };
    const engine = createOpensearchEngine({ db, log, service, alias: "uji-products", fallback });
    outside.mood = mood;
    expect((await engine.find(request)).rows.map(({ id }) => id)).toEqual(expected);
    const calls = outside.calls.length;
    // For a few seconds it is not even asked.
    expect((await engine.find(request)).rows.map(({ id }) => id)).toEqual(expected);
    expect(outside.calls.length).toBe(calls);
    outside.mood = "well";
  }
});
