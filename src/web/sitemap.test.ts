import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeContext } from "../../test/make/context.ts";
import { fillMarket } from "../../test/spec/make-market.ts";
import { robotsText, sitemapIndex, sitemapRoutes } from "./sitemap.ts";

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

test("the site map has a part for each 20,000 products", () => {
  expect(sitemapIndex("https://a.example", 0).match(/<loc>/g)).toHaveLength(1);
  expect(sitemapIndex("https://a.example", 20_001)).toContain("<loc>https://a.example/sitemap/produk-2.xml</loc>");
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
