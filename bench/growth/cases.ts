/**
 * What is measured at each size of the catalogue. `wanted` is the most milliseconds that the median of a call may take
 * at the largest size; growth-table.ts says by how much a median may grow.
 */
import { randomUUID } from "node:crypto";
import type { EditedProduct } from "../../src/catalog/selling/contract.ts";
import { pickFields } from "../../src/catalog/product/fields.ts";
import type { Facts, Role } from "./facts.ts";

export type Call = { method?: "GET" | "POST" | "PUT"; url: string; body?: unknown; key?: boolean };
type Answer = { status: number; body: unknown };
/** Makes a call as the case's role and returns its JSON. */
export type Ask = (call: Call) => Promise<Answer>;

export type Case = {
  name: string;
  group: string;
  wanted: number;
  as?: Role;
  /** The calls that are measured in turn. `ask` makes calls that prepare them. */
  calls: (facts: Facts, ask: Ask) => Call[] | Promise<Call[]>;
  /** Calls before each measured one, which do not count; they may change it. */
  before?: (call: Call, facts: Facts, ask: Ask) => Promise<Call>;
  /**
   * What the response has this number of, where its length differs between the sizes: then the figures are milliseconds
   * for a thousand of them.
   */
  perThousand?: ((body: unknown) => number) | undefined;
  /** Fewer rounds for what takes long. */
  rounds?: number;
};

const get = (urls: readonly string[]): Call[] => urls.map((url) => ({ url }));
const products = (query: string) => `/v1/products?limit=24${query}`;
const encoded = encodeURIComponent;
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

type GivenCase = Omit<Case, "group" | "wanted"> & { wanted?: number };

/** Cases that share what is given first. */
function inGroup(common: Omit<Case, "name" | "calls">, list: readonly GivenCase[]): Case[] {
  return list.map((one) => ({ ...common, ...one }));
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

const shopping = inGroup({ group: "buyer", as: "buyer", wanted: 10 }, [
  { name: "cart", wanted: 10, calls: () => get(["/v1/cart"]) },
  {
    name: "place an order",
    wanted: 20,
    rounds: 8,
    calls: (f: Facts) =>
      f.variants
        .slice(0, 40)
        .map((variant) => ({ method: "POST" as const, url: "/v1/checkout", key: true, body: { variant } })),
    before: async ({ body, ...call }: Call, f: Facts, ask: Ask) => {
      await cancelUnpaid(ask);
      await ask({
        method: "POST",
        url: "/v1/cart/lines",
        body: { variant_id: (body as { variant: string }).variant, quantity: 1 },
      });
      const address = { address_id: f.addressId, payment_method: "va_bca" };
      const quote = await ask({ method: "POST", url: "/v1/checkout/quote", body: { ...address, vouchers: [] } });
      const { result } = quote.body as { result?: { quote_id: string } };
      return { ...call, body: { quote_id: result?.quote_id, ...address, shipping: {}, vouchers: [] } };
    },
  },
  { name: "own orders", wanted: 10, calls: () => get(["/v1/orders", "/v1/orders?status=completed"]) },
  { name: "own order", wanted: 10, calls: (f: Facts) => get(f.buyerOrders.map((id) => `/v1/orders/${id}`)) },
]);

const selling = inGroup({ group: "seller", as: "seller", wanted: 10 }, [
  { name: "own products", wanted: 10, calls: () => get(["/v1/seller/products?limit=24"]) },
  {
    name: "own products, few left",
    wanted: 10,
    calls: () => get(["/v1/seller/products?limit=24&view=thin", "/v1/seller/products?limit=24&view=empty"]),
  },
  // The shop of the smallest size has 16 hidden products: a page that it can fill.
  { name: "own products, hidden", wanted: 10, calls: () => get(["/v1/seller/products?limit=12&view=hidden"]) },
  {
    name: "own products, searched",
    wanted: 20,
    calls: (f: Facts) => get(f.ownWords.map((word) => `/v1/seller/products?limit=24&name=${word}`)),
  },
  { name: "summary", wanted: 20, calls: () => get(["/v1/seller/summary"]) },
  {
    name: "save a product",
    wanted: 15,
    rounds: 10,
    calls: async (f: Facts, ask: Ask) => {
      const calls: Call[] = [];
      for (const id of f.ownProducts) calls.push(await saving(id, ask));
      return calls;
    },
  },
  {
    name: "change stock",
    wanted: 10,
    rounds: 10,
    calls: async (f: Facts, ask: Ask) => {
      const { body } = await ask({ url: `/v1/seller/products/${f.ownProducts[0]}` });
      const { result } = body as { result: { variants: { id: string }[] } };
      return result.variants.map(({ id }) => ({
        method: "PUT" as const,
        url: `/v1/seller/variants/${id}`,
        body: { stock_delta: 1 },
      }));
    },
  },
  {
    name: "order desk",
    wanted: 10,
    calls: () =>
      get(["/v1/seller/orders", "/v1/seller/orders?status=processing", "/v1/seller/orders?status=completed"]),
  },
  {
    name: "order desk, searched",
    wanted: 50,
    calls: () => get(["/v1/seller/orders?q=kopi", "/v1/seller/orders?q=rini"]),
  },
  { name: "an order", wanted: 10, calls: (f: Facts) => get(f.ownOrders.map((id) => `/v1/seller/orders/${id}`)) },
  { name: "balance", wanted: 10, calls: () => get(["/v1/seller/balance"]) },
  { name: "statements", wanted: 50, calls: () => get(["/v1/seller/statements"]) },
  { name: "reviews of the shop", wanted: 10, calls: () => get(["/v1/seller/reviews"]) },
]);

const operating = inGroup({ group: "operator", as: "operator", wanted: 200, rounds: 8 }, [
  { name: "overview", calls: () => get(["/v1/operator/overview"]) },
  { name: "worklist", calls: () => get(["/v1/operator/worklist"]) },
  { name: "orders", calls: () => get(["/v1/operator/orders"]) },
  {
    name: "orders, by status",
    calls: () =>
      get(
        ["awaiting_payment", "disputed", "shipped", "completed", "refunded"].map(
          (status) => `/v1/operator/orders?status=${status}`,
        ),
      ),
  },
  {
    name: "orders, by number",
    calls: (f: Facts) => get(f.invoices.map((invoice) => `/v1/operator/orders?q=${encoded(invoice)}`)),
  },
  {
    name: "orders, by a name",
    calls: () => get(["/v1/operator/orders?q=rini", "/v1/operator/orders?q=tiada%20nama%20begini"]),
  },
  { name: "orders, page 200", calls: () => get(["/v1/operator/orders?page=200"]) },
  {
    name: "payments",
    calls: () =>
      get(["/v1/operator/payments", "/v1/operator/payments?status=paid", "/v1/operator/payments?status=cancelled"]),
  },
  { name: "ledger", calls: () => get(["/v1/operator/ledger"]) },
  { name: "people", calls: () => get(["/v1/operator/people"]) },
  {
    name: "people, by mail",
    calls: (f: Facts) => get(f.people.map((email) => `/v1/operator/people?q=${encoded(email)}`)),
  },
  { name: "people, by name", calls: () => get(["/v1/operator/people?q=rini", "/v1/operator/people?q=zz"]) },
  { name: "shops", calls: () => get(["/v1/operator/shops", "/v1/operator/shops?q=melati"]) },
  {
    name: "products",
    calls: (f: Facts) =>
      get(["/v1/operator/products", ...f.commonWords.slice(0, 3).map((word) => `/v1/operator/products?q=${word}`)]),
  },
  {
    name: "audit log",
    calls: () => get(["/v1/operator/audit-log", "/v1/operator/audit-log?action=accounts.person_viewed"]),
  },
  {
    name: "audit log, by slice",
    calls: () => get(["/v1/operator/audit-log?action=payments.", "/v1/operator/audit-log?action=settings."]),
  },
  {
    name: "search of the console",
    calls: (f: Facts) =>
      get([...f.invoices.slice(0, 2), ...f.commonWords.slice(0, 2)].map((q) => `/v1/operator/search?q=${encoded(q)}`)),
  },
  { name: "reviews and reports", calls: () => get(["/v1/operator/reviews"]) },
  { name: "complaints", calls: () => get(["/v1/operator/complaints"]) },
  { name: "payouts", calls: () => get(["/v1/operator/payouts"]) },
  { name: "parcels", calls: () => get(["/v1/operator/parcels"]) },
  { name: "held funds", calls: () => get(["/v1/funds"]) },
  { name: "background jobs", calls: () => get(["/v1/operator/jobs"]) },
]);

/** Everything that is called, in the order of the table. */
export const cases: readonly Case[] = [
  ...listing,
  ...facets,
  ...search,
  ...suggestions,
  ...pages,
  ...siteMap,
  ...shopping,
  ...selling,
  ...operating,
] as const;

/** Cancels the buyer's unpaid orders, because nobody may have many of them. */
async function cancelUnpaid(ask: Ask): Promise<void> {
  const { body } = await ask({ url: "/v1/orders?status=awaiting_payment" });
  for (const { id } of (body as { result: { id: string }[] }).result)
    await ask({ method: "POST", url: `/v1/orders/${id}/cancel`, key: true, body: { reason: "" } });
}

/** The call that saves a product of the seller as it is. */
async function saving(id: string, ask: Ask): Promise<Call> {
  const { body } = await ask({ url: `/v1/seller/products/${id}` });
  const { result: edited } = body as { result: EditedProduct };
  const { category, status, attributes, axes, variants, pictures } = edited;
  return {
    method: "PUT",
    url: `/v1/seller/products/${id}`,
    body: {
      ...pickFields(edited),
      category,
      status,
      attributes,
      axes,
      picture_ids: pictures.map((one) => one.id),
      variants: variants.map(({ option1, option2, price, stock }) => ({
        options: [option1, option2].filter((one) => one !== null),
        price,
        stock,
      })),
    },
  };
}

/** A name for the headers of a call that must not be repeated. */
export function idempotencyKey(): string {
  return randomUUID();
}
