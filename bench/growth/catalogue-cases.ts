// What visitors call: listings, searches, suggestions, pages and the site map.
import { encoded, get, inGroup, products, type Ask, type Call } from "./case.ts";
import type { Facts } from "./facts.ts";

const each = (values: readonly string[], query: (value: string, at: number) => string) =>
  get(values.map((value, at) => products(query(value, at))));

/** The address of a later page, by following the cursors; the last page if there are fewer. */
async function laterPage(ask: Ask, url: string, pages: number): Promise<Call[]> {
  let cursor: string | null = null;
  for (let page = 1; page < pages; page += 1) {
    const { body } = await ask({ url: cursor === null ? url : `${url}&cursor=${encoded(cursor)}` });
    const { next } = body as { next: string | null };
    if (next === null) break;
    cursor = next;
  }
  return [{ url: cursor === null ? url : `${url}&cursor=${encoded(cursor)}` }];
}

const listing = inGroup({ group: "listing", wanted: 5 }, [
  { name: "root category", calls: (f) => each(f.roots, (slug) => `&category=${slug}`) },
  { name: "root category, cheapest", calls: (f) => each(f.roots, (slug) => `&category=${slug}&sort=cheapest`) },
  { name: "everything, newest", calls: () => get([products("&sort=newest")]) },
  { name: "everything, by rating", calls: () => get([products("&sort=rating")]) },
  { name: "sub-category", calls: (f) => each(f.categories, (slug) => `&category=${slug}`) },
  { name: "sub-category, cheapest", calls: (f) => each(f.categories, (slug) => `&category=${slug}&sort=cheapest`) },
  { name: "sub-category, by rating", calls: (f) => each(f.categories, (slug) => `&category=${slug}&sort=rating`) },
  {
    name: "root category, prices",
    calls: (f) => each(f.roots, (slug, at) => `&category=${slug}&min=${at}00000&max=${at + 2}00000`),
  },
  {
    name: "root category, province",
    calls: (f) => each(f.roots, (slug, at) => `&category=${slug}&province=${f.provinces[at % f.provinces.length]}`),
  },
  {
    name: "root category, rare province",
    calls: (f) =>
      each(f.roots, (slug, at) => `&category=${slug}&province=${f.rareProvinces[at % f.rareProvinces.length]}`),
  },
  { name: "root category, rating", calls: (f) => each(f.roots, (slug) => `&category=${slug}&rating=4`) },
  { name: "root category, reduced", calls: (f) => each(f.roots, (slug) => `&category=${slug}&discount=1`) },
  { name: "root category, used", calls: (f) => each(f.roots, (slug) => `&category=${slug}&condition=used`) },
  {
    name: "root category, city",
    calls: (f) => each(f.roots, (slug, at) => `&category=${slug}&city=${f.cities[at % f.cities.length]}`),
  },
  {
    name: "root category, courier",
    calls: (f) => each(f.roots, (slug, at) => `&category=${slug}&courier=${f.couriers[at % f.couriers.length]}`),
  },
  { name: "root category, COD", calls: (f) => each(f.roots, (slug) => `&category=${slug}&cod=1`) },
  {
    name: "root category, attribute",
    calls: (f) => get(f.attributes.map(({ slug, attr }) => products(`&category=${slug}&attr=${encoded(attr)}`))),
  },
  { name: "everything, nearest", calls: (f) => each(f.districts, (to) => `&sort=nearest&to=${to}`) },
  {
    name: "root category, nearest",
    calls: (f) =>
      each(f.roots, (slug, at) => `&category=${slug}&sort=nearest&to=${f.districts[at % f.districts.length]}`),
  },
  {
    name: "root category, price of shipping",
    calls: (f) =>
      each(f.roots, (slug, at) => `&category=${slug}&ship=20000&to=${f.districts[at % f.districts.length]}`),
  },
  { name: "everything, price of shipping", calls: (f) => each(f.districts, (to) => `&ship=20000&to=${to}`) },
  {
    name: "eight filters",
    calls: (f) =>
      get(
        f.attributes.map(({ slug, attr }, at) =>
          products(
            `&category=${slug}&attr=${encoded(attr)}&courier=${f.couriers[0]}&cod=1&province=${f.provinces[at % f.provinces.length]}&rating=4&max=300000&discount=1&ship=50000&to=${f.districts[at % f.districts.length]}`,
          ),
        ),
      ),
  },
  {
    name: "four filters",
    calls: (f) =>
      each(
        f.roots,
        (slug, at) =>
          `&category=${slug}&province=${f.provinces[at % f.provinces.length]}&rating=4&discount=1&max=300000`,
      ),
  },
  { name: "rare province, by rating", calls: (f) => each(f.rareProvinces, (code) => `&province=${code}&sort=rating`) },
  { name: "page 50 by cursor", calls: (_f, ask) => laterPage(ask, products("&sort=newest"), 50) },
  { name: "page 400 by cursor", calls: (_f, ask) => laterPage(ask, products("&sort=newest"), 400) },
  { name: "numbered page 200", calls: () => get([products("&page=200")]) },
  { name: "largest shop", calls: (f) => each(f.shops, (slug) => `&shop=${slug}`) },
  {
    name: "largest shop, searched",
    calls: (f) => f.commonWords.flatMap((word) => each(f.shops, (slug) => `&shop=${slug}&name=${word}`)),
  },
  { name: "small shop", calls: (f) => each(f.smallShops, (slug) => `&shop=${slug}`) },
]);

const facets = inGroup({ group: "facets", wanted: 20 }, [
  { name: "facets of a category", calls: (f: Facts) => each(f.categories, (slug) => `&category=${slug}&facets=1`) },
  { name: "facets of a root category", calls: (f: Facts) => each(f.roots, (slug) => `&category=${slug}&facets=1`) },
  {
    name: "facets with city, courier and COD",
    calls: (f: Facts) =>
      each(
        f.roots,
        (slug, at) =>
          `&category=${slug}&facets=1&cod=1&courier=${f.couriers[0]}&city=${f.cities[at % f.cities.length]}`,
      ),
  },
  {
    name: "facets with an attribute",
    calls: (f: Facts) =>
      get(f.attributes.map(({ slug, attr }) => products(`&category=${slug}&facets=1&attr=${encoded(attr)}`))),
  },
  {
    name: "facets with a price of shipping",
    calls: (f: Facts) =>
      each(f.roots, (slug, at) => `&category=${slug}&facets=1&ship=20000&to=${f.districts[at % f.districts.length]}`),
  },
  { name: "facets of a common word", calls: (f: Facts) => each(f.commonWords, (word) => `&name=${word}&facets=1`) },
]);

const search = inGroup({ group: "search", wanted: 10 }, [
  { name: "common word", calls: (f: Facts) => each(f.commonWords, (word) => `&name=${word}`) },
  { name: "common word, cheapest", calls: (f: Facts) => each(f.commonWords, (word) => `&name=${word}&sort=cheapest`) },
  {
    name: "common word, price and province",
    calls: (f: Facts) =>
      each(f.commonWords, (word, at) => `&name=${word}&max=150000&province=${f.provinces[at % f.provinces.length]}`),
  },
  {
    name: "common word, city, courier and COD",
    calls: (f: Facts) =>
      each(
        f.commonWords,
        (word, at) => `&name=${word}&city=${f.cities[at % f.cities.length]}&courier=${f.couriers[0]}&cod=1`,
      ),
  },
  {
    name: "common word, nearest",
    calls: (f: Facts) =>
      each(f.commonWords, (word, at) => `&name=${word}&sort=nearest&to=${f.districts[at % f.districts.length]}`),
  },
  {
    name: "common word, price of shipping",
    calls: (f: Facts) =>
      each(f.commonWords, (word, at) => `&name=${word}&ship=20000&to=${f.districts[at % f.districts.length]}`),
  },
  {
    name: "two common words",
    calls: (f: Facts) =>
      each(f.commonWords, (word, at) => `&name=${word}+${f.commonWords[(at + 1) % f.commonWords.length]}`),
  },
  { name: "medium word", calls: (f: Facts) => each(f.mediumWords, (word) => `&name=${word}`) },
  { name: "rare word", calls: (f: Facts) => each(f.rareWords, (word) => `&name=${word}`) },
  {
    name: "typing error",
    calls: (f: Facts) =>
      each(f.mediumWords, (word) => `&name=${word.slice(0, 2)}${word[3] ?? ""}${word[2] ?? ""}${word.slice(4)}`),
  },
]);

const keywords = (text: string) => `/v1/products/keywords?type=product&name=${encoded(text)}`;
const suggestions = inGroup({ group: "suggestion", wanted: 5 }, [
  { name: "suggestion, 1 letter", calls: (f: Facts) => get(f.commonWords.map((word) => keywords(word.slice(0, 1)))) },
  { name: "suggestion, 2 letters", calls: (f: Facts) => get(f.commonWords.map((word) => keywords(word.slice(0, 2)))) },
  { name: "suggestion, 4 letters", calls: (f: Facts) => get(f.mediumWords.map((word) => keywords(word.slice(0, 4)))) },
  {
    name: "suggestion, typing error",
    calls: (f: Facts) =>
      get(f.mediumWords.map((word) => keywords(`${word.slice(0, 2)}${word[3] ?? ""}${word[2] ?? ""}`))),
  },
]);

const pages = inGroup({ group: "pages", wanted: 5 }, [
  { name: "product", wanted: 5, calls: (f: Facts) => get(f.products.map((slug) => `/v1/products/${slug}`)) },
  {
    name: "shipping costs of a page",
    calls: async (f: Facts, ask: Ask) => {
      const { body } = await ask({ url: products("&sort=newest") });
      const ids = (body as { result: { id: string }[] }).result.map(({ id }) => `&product=${id}`).join("");
      return get(f.districts.map((to) => `/v1/shipping/lowest?to=${to}${ids}`));
    },
  },
  {
    name: "related products",
    wanted: 5,
    calls: (f: Facts) => get(f.products.map((slug) => `/v1/products/${slug}/related`)),
  },
  {
    name: "shop",
    wanted: 5,
    calls: (f: Facts) => get([...f.shops, ...f.smallShops].map((slug) => `/v1/merchants/${slug}`)),
  },
  { name: "shops", wanted: 5, calls: () => get(["/v1/merchants?limit=24"]) },
  {
    name: "shops, searched",
    wanted: 5,
    calls: (f: Facts) => get(f.shopWords.map((word) => `/v1/merchants?limit=24&name=${encoded(word)}`)),
  },
  { name: "home page", wanted: 15, calls: () => get(["/"]) },
  {
    name: "listing page",
    wanted: 20,
    calls: (f: Facts) => get(f.categories.map((slug, at) => `/product?category=${slug}&max=${90_000_000 + at}`)),
  },
]);

const addresses = (body: unknown) => String(body).split("<loc>").length - 1;
// A file has up to 20,000 addresses, and a small marketplace has fewer.
const siteMap = inGroup({ group: "site map", wanted: 7.5, rounds: 5, perThousand: addresses }, [
  { name: "site map, index", wanted: 150, calls: () => get(["/sitemap.xml"]), perThousand: undefined },
  { name: "site map, shops", calls: () => get(["/sitemap/toko.xml"]) },
  { name: "site map, first file", calls: () => get(["/sitemap/produk-1.xml"]) },
  {
    name: "site map, last file",
    calls: async (_f: Facts, ask: Ask) => {
      const { body } = await ask({ url: "/sitemap.xml" });
      const files = [...String(body).matchAll(/\/sitemap\/produk-[\d-]+\.xml/g)].map(([path]) => path);
      return get(files.slice(-1));
    },
  },
]);

export const catalogueCases = [...listing, ...facets, ...search, ...suggestions, ...pages, ...siteMap];
