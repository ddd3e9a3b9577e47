/**
 * The slowest of many different calls, and what buyers notice while sellers change many products: the 99th percentile
 * of searches and suggestions, and the time until a changed product is found.
 */
import { setTimeout as wait } from "node:timers/promises";
import { sql, type Database } from "../../src/lib/database.ts";
import type { Ask, Call } from "./case.ts";
import type { Facts } from "./facts.ts";

/** What is measured: a name, and the most milliseconds that are wanted. */
export const tails = {
  searches: { group: "p99", name: "1,000 different searches", wanted: 50 },
  suggestions: { group: "p99", name: "1,000 different suggestions", wanted: 5 },
  besideUpdates: { group: "p99", name: "searches beside 200 updates a second, on the clock", wanted: 50 },
  untilFound: { group: "p99", name: "from an update to finding it, beside 200 a second, on the clock", wanted: 2_000 },
} as const;

const asked = 1_000;
const updatesPerSecond = 200;
const updatesPerTurn = 10;
const secondsOfUpdates = 20;

/**
 * Texts as buyers type them: one, two and three words of names, beginnings of a word, and a typing error. A `rehearsal`
 * has others.
 */
async function typedTexts(db: Database, rehearsal: boolean): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select lower(name) as name from products where status = 'active' and id >= (select id from products order by id offset 500 limit 1)
    order by md5(id::text) offset ${rehearsal ? asked : 0} limit ${asked}`);
  return rows.map(({ name }, at) => {
    const words = name.replace(/[^a-z0-9 ]/g, "").split(/ +/);
    const [first = "", second = ""] = words;
    if (at % 5 === 0) return first;
    if (at % 5 === 1) return `${first} ${second}`;
    if (at % 5 === 2) return words.slice(0, 3).join(" ");
    if (at % 5 === 3) return `${first} ${second.slice(0, 3)}`;
    return first.slice(0, 2) + (first[3] ?? "") + (first[2] ?? "") + first.slice(4);
  });
}

const filters = ["", "&sort=cheapest", "&max=150000", "&rating=4", "&facets=1"];

/** A thousand searches, each with another text or filter. */
export async function differentSearches(
  db: Database,
  facts: Facts,
  { rehearsal = false }: { rehearsal?: boolean } = {},
): Promise<Call[]> {
  const texts = await typedTexts(db, rehearsal);
  return texts.map((text, at) => ({
    url: `/v1/products?limit=24&name=${encodeURIComponent(text)}${filters[at % 7] ?? `&province=${facts.provinces[at % facts.provinces.length]}`}`,
  }));
}

/** A thousand suggestions. */
export async function differentSuggestions(
  db: Database,
  { rehearsal = false }: { rehearsal?: boolean } = {},
): Promise<Call[]> {
  const texts = await typedTexts(db, rehearsal);
  return texts.map((text, at) => ({
    url: `/v1/products/keywords?type=product&name=${encodeURIComponent(text.slice(0, 2 + (at % 14)))}`,
  }));
}

/** The 99th percentile. */
export function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * 0.99)] ?? 0;
}

/** What was measured beside updates: milliseconds on the clock. */
export type BesideUpdates = { searched: number[]; found: number[]; updatesPerSecond: number; failures: string[] };

type Own = { product: string; variant: string; price: number };

/**
 * Changes prices of the largest shop 200 times a second, as its seller, and searches meanwhile. Returns milliseconds on
 * the clock: of each search, and from each of some changes until a search by the new price finds the product.
 */
export async function searchBesideUpdates(
  facts: Facts,
  { seller, visitor }: { seller: Ask; visitor: Ask },
  searches: readonly Call[],
): Promise<BesideUpdates> {
  const own = await ownVariants(facts, seller);
  const until = performance.now() + secondsOfUpdates * 1000;
  let updates = 0;
  const failures: string[] = [];
  const change = async (one: Own, price: number) => {
    const { status, body } = await seller({
      method: "PUT",
      url: `/v1/seller/variants/${one.variant}`,
      body: { price },
    });
    updates += 1;
    if (status !== 200) failures.push(`${status} ${JSON.stringify(body).slice(0, 160)}`);
  };
  const changing = async () => {
    const pending = new Set<Promise<void>>();
    const began = performance.now();
    for (let turn = 0; performance.now() < until; turn += 1) {
      for (let at = 0; at < updatesPerTurn; at += 1) {
        const one = own[1 + ((turn * updatesPerTurn + at) % (own.length - 1))] as Own;
        const work = change(one, one.price + (turn % 2) * 100).finally(() => pending.delete(work));
        pending.add(work);
      }
      await wait(Math.max(0, began + ((turn + 1) * updatesPerTurn * 1000) / updatesPerSecond - performance.now()));
    }
    await Promise.all(pending);
    return updates / ((performance.now() - began) / 1000);
  };
  const searched: number[] = [];
  const searching = async () => {
    for (let at = 0; performance.now() < until; at += 1) {
      const began = performance.now();
      await visitor(searches[at % searches.length] as Call);
      searched.push(performance.now() - began);
      await wait(10);
    }
  };
  const found: number[] = [];
  const finding = async () => {
    const [followed] = own as [Own];
    for (let turn = 1; performance.now() < until; turn += 1) {
      const price = followed.price + turn;
      await change(followed, price);
      const began = performance.now();
      for (let isFound = false; !isFound && performance.now() - began < 30_000; await wait(20)) {
        const { status, body } = await visitor({
          url: `/v1/products?limit=48&shop=${facts.shops[0]}&min=${price}&max=${price}`,
        });
        if (status !== 200) failures.push(`${status} ${JSON.stringify(body).slice(0, 160)}`);
        else isFound = (body as { result: { id: string }[] }).result.some(({ id }) => id === followed.product);
      }
      found.push(performance.now() - began);
    }
  };
  const [rate] = await Promise.all([changing(), searching(), finding()]);
  for (const one of own) await change(one, one.price);
  return { searched, found, updatesPerSecond: Math.round(rate), failures };
}

/** Variants of the shop's products that have only one, so that its price is the product's. */
async function ownVariants(facts: Facts, seller: Ask): Promise<Own[]> {
  const own: Own[] = [];
  for (const product of facts.ownProducts) {
    const { body } = await seller({ url: `/v1/seller/products/${product}` });
    const { variants } = (body as { result: { variants: { id: string; price: number }[] } }).result;
    const [only] = variants;
    if (only && variants.length === 1) own.push({ product, variant: only.id, price: only.price });
  }
  if (own.length < 2) throw new Error("the largest shop has no products with one variant");
  return own;
}
