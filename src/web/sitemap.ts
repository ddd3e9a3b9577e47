/** robots.txt, and a site map in parts (sitemaps.org), for search engines. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import { minute } from "#lib/time.ts";
import { pageRows } from "#pages.ts";
import { placeOf } from "#site/information/rules.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import {
  countSitemapParts,
  divideSitemap,
  listSitemapCategories,
  listSitemapPages,
  listSitemapProducts,
  listSitemapShops,
} from "./sitemap-queries.ts";

/**
 * How many products or shops the night puts into a part of the site map. What is added during the day makes the last
 * part longer, up to what sitemaps.org allows.
 */
const partSize = 20_000;
const maxPartSize = 49_000;

/** Divides products and shops among the parts of the site map again. */
export function divideSitemapAgain({ db }: Pick<Context, "db">): Promise<void> {
  return db.transaction((tx) => divideSitemap(tx, partSize));
}

/** Path prefixes that robots.txt disallows: the API, and pages whose row says so. */
function hiddenPaths(): string[] {
  const paths = pageRows.filter(({ robots }) => robots === false).map(({ path }) => path.replace(/:.*/, ""));
  return ["/v1/", ...paths.filter((path) => !paths.some((other) => path !== other && path.startsWith(other)))];
}

/** The content of robots.txt. It allows public pages and disallows personal ones. */
export function robotsText(origin: string): string {
  return `User-agent: *\n${hiddenPaths()
    .map((path) => `Disallow: ${path}\n`)
    .join("")}Allow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}

type Place = { path: string; changed?: string };

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function element(name: "url" | "sitemap", origin: string, { path, changed }: Place): string {
  const url = (origin + path).replace(/&/g, "&amp;");
  return `<${name}><loc>${url}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}</${name}>`;
}

/** The index of the parts: of pages, categories and the first shops, of further shops, and of products. */
export function sitemapIndex(origin: string, parts: { products: number; shops: number }): string {
  const paths = [
    "/sitemap/toko.xml",
    ...Array.from({ length: Math.max(0, parts.shops - 1) }, (_, at) => `/sitemap/toko-${at + 2}.xml`),
    ...Array.from({ length: parts.products }, (_, at) => `/sitemap/produk-${at + 1}.xml`),
  ];
  return `${head}<sitemapindex ${schema}>${paths.map((path) => element("sitemap", origin, { path })).join("")}</sitemapindex>`;
}

/** The XML of one part of the site map. */
export function sitemapPart(origin: string, places: readonly Place[]): string {
  return `${head}<urlset ${schema}>${places.map((place) => element("url", origin, place)).join("")}</urlset>`;
}

const staticPages = pageRows.filter(({ inSitemap }) => inSitemap).map(({ path }) => path);

/** Registers `GET /robots.txt`, `GET /sitemap.xml` and its parts. Clients may cache them for an hour. */
export function sitemapRoutes(app: FastifyInstance, context: Context): void {
  const { origin } = context.config.publicUrl;
  // Each part reads thousands of rows, so the rate is limited.
  const rateLimit = { max: 60 * context.config.limitFactor, timeWindow: minute };
  const options = { config: { policy: "public" as const, rateLimit }, schema: { hide: true } as object };
  const send = (reply: FastifyReply, xml: string) =>
    reply.header("cache-control", "public, max-age=3600").type("application/xml; charset=utf-8").send(xml);

  app.get("/robots.txt", options, async (_request, reply) =>
    reply.header("cache-control", "public, max-age=3600").type("text/plain; charset=utf-8").send(robotsText(origin)),
  );
  app.get("/sitemap.xml", options, async (_request, reply) =>
    send(reply, sitemapIndex(origin, await countSitemapParts(context.db))),
  );
  app.get("/sitemap/toko.xml", options, async (_request, reply) => {
    const [categories, pages, shops] = await Promise.all([
      listSitemapCategories(context.db),
      listSitemapPages(context.db, context.clock.now()),
      listSitemapShops(context.db, 1, maxPartSize - 2_000),
    ]);
    const own = pages.filter((slug) => placeOf(slug) === undefined).map(reviewHrefs.information);
    const paths = [...staticPages, ...own, ...categories.map(hrefs.category), ...shops.map(hrefs.merchant)];
    return send(
      reply,
      sitemapPart(
        origin,
        paths.map((path) => ({ path })),
      ),
    );
  });
  app.get("/sitemap/toko-:part(^[1-9]\\d{0,4}$).xml", options, async (request, reply) => {
    const part = Number((request.params as { part: string }).part);
    const shops = part === 1 ? [] : await listSitemapShops(context.db, part, maxPartSize);
    if (shops.length === 0) return reply.callNotFound();
    const places = shops.map((slug) => ({ path: hrefs.merchant(slug) }));
    return send(reply, sitemapPart(origin, places));
  });
  app.get("/sitemap/produk-:part(^[1-9]\\d{0,4}$).xml", options, async (request, reply) => {
    const part = Number((request.params as { part: string }).part);
    const products = await listSitemapProducts(context.db, part, maxPartSize);
    if (products.length === 0) return reply.callNotFound();
    return send(
      reply,
      sitemapPart(
        origin,
        products.map(({ slug, changed }) => ({ path: hrefs.product(slug), changed })),
      ),
    );
  });
}
