import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeContext } from "../../test/make/context.ts";
import { fillMarket } from "../../test/spec/make-market.ts";
import { robotsText, sitemapIndex, sitemapRoutes } from "./sitemap.ts";
import { divideSitemap, listSitemapProducts, listSitemapShops } from "./sitemap-queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;

beforeAll(async () => {
  context = await makeContext({ PUBLIC_URL: "https://kawung.example" });
  await fillMarket(context);
  app = Fastify();
  app.setNotFoundHandler((_request, reply) => reply.status(404).send());
  sitemapRoutes(app, context);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

test("robots.txt allows public pages and names the site map", () => {
  const text = robotsText("https://kawung.example");
  expect(text).toContain("Disallow: /profile\n");
  expect(text).not.toContain("/login");
  expect(text).toContain("Sitemap: https://kawung.example/sitemap.xml");
});

test("the index of the site map has all parts of shops and products", () => {
  expect(sitemapIndex("https://a.example", { products: 0, shops: 1 }).match(/<loc>/g)).toHaveLength(1);
  const index = sitemapIndex("https://a.example", { products: 2, shops: 2 });
  for (const part of ["toko", "toko-2", "produk-1", "produk-2"])
    expect(index).toContain(`<loc>https://a.example/sitemap/${part}.xml</loc>`);
});

test("a product on sale is in the site map, a hidden one is not", async () => {
  const index = await app.inject("/sitemap.xml");
  expect(index.headers["content-type"]).toContain("xml");
  expect(index.body).toContain("https://kawung.example/sitemap/produk-1.xml");
  const products = await context.db.rows<{ slug: string }>(sql`select slug from products where status = 'active'`);
  const before = await app.inject("/sitemap/produk-1.xml");
  expect(before.body.match(/<loc>/g)).toHaveLength(products.length);
  const slug = products[0]?.slug ?? "";
  expect(before.body).toContain(`<loc>https://kawung.example/product/${slug}</loc><lastmod>20`);
  await context.db.run(sql`update products set status = 'hidden' where slug = ${slug}`);
  const after = await app.inject("/sitemap/produk-1.xml");
  expect(after.body).not.toContain(`/product/${slug}</loc>`);
});

test("pages, shops and categories are in the site map; a part beyond the last is not found", async () => {
  const places = await app.inject("/sitemap/toko.xml");
  expect(places.body).toContain("<loc>https://kawung.example/merchant/");
  expect(places.body).toContain("<loc>https://kawung.example/product?category=");
  expect(places.body).toContain("<loc>https://kawung.example/guide</loc>");
  for (const part of ["produk-2", "produk-0", "produk-x"])
    expect((await app.inject(`/sitemap/${part}.xml`)).statusCode).toBe(404);
});

test("the parts that are made each night have every product and shop once", async () => {
  const { db } = context;
  await db.transaction((tx) => divideSitemap(tx, 2));
  const all = await db.rows<{ slug: string }>(sql`select slug from products where status = 'active' order by id`);
  const counted = await db.row<{ n: number }>(sql`select count(*)::int as n from sitemap_parts where kind = 'product'`);
  const parts = Array.from({ length: counted?.n ?? 0 }, (_, at) => at + 1);
  expect(parts).toHaveLength(Math.ceil(all.length / 2));
  const listed = await Promise.all(parts.map((part) => listSitemapProducts(db, part, 100)));
  expect(listed.flat().map(({ slug }) => slug)).toEqual(all.map(({ slug }) => slug));
  expect(await listSitemapProducts(db, parts.length + 1, 100)).toEqual([]);
  const shops = await db.rows<{ slug: string }>(sql`select slug from shops where product_count > 0 order by id`);
  const found = await Promise.all([1, 2, 3, 4].map((part) => listSitemapShops(db, part, 100)));
  expect(found.flat()).toEqual(shops.map(({ slug }) => slug));
});
