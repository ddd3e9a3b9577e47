import { addDuration, day } from "../../src/lib/time.ts";
import { shopTsvector } from "../../src/search/text-analysis.ts";
import { cityName, slugFrom } from "../../src/shops/rules.ts";
import type { Tx } from "../../src/lib/database.ts";
import { insertRows, types, type Cell } from "./bulk-insert.ts";
import { idAt, randomOf, zipf, type Random } from "./draw.ts";
import type { Person } from "./make-people.ts";
import type { SeedOptions } from "./seed-options.ts";
import { shopEndings, shopKinds, shopNames } from "./word-lists.ts";

/** A shop with its counters, which the caller raises. The owner of shop 0, the largest, is the owner of number 0. */
export type SeededShop = {
  id: string;
  slug: string;
  name: string;
  owner: Person;
  city: string;
  /** A list of PostgreSQL. */
  couriers: string;
  hasCod: boolean;
  /** Sub-categories in which most of its products are. */
  categories: string[];
  products: number;
  sold: number;
  stars: number;
  ratings: number;
};

/**
 * @rule The largest of 50,000 seeded shops has about 13,000 of 1,000,000 products: the weights of the shops fall with
 * the power 0.71 of their place.
 */
export const shopExponent = 0.71;
const categoryExponent = 0.5;

/** The shops of these owners, without products. */
export function makeShops(
  owners: readonly Person[],
  categories: readonly string[],
  { seed, today }: SeedOptions,
): SeededShop[] {
  const pickCategory = zipf(categories.length, categoryExponent);
  const begun = addDuration(today, -1200 * day).getTime();
  return owners.map((owner, at) => {
    const random = randomOf(seed, 3, at);
    const name = shopName(random, at);
    return {
      id: idAt(random, begun + at, at),
      slug: `${slugFrom(name, 50)}-${(at + 1).toString(36)}`,
      name,
      owner,
      city: cityName(owner.place.regency),
      couriers: courierLists[(at * 7) % courierLists.length] ?? "{}",
      // Each of the lists has a courier that collects cash.
      hasCod: at % 3 === 0,
      categories: Array.from(
        { length: random.int(1, 4) },
        () => categories[pickCategory(random.next())] ?? categories[0] ?? "",
      ),
      products: 0,
      sold: 0,
      stars: 0,
      ratings: 0,
    };
  });
}

/** Different for each shop: after the last combination of words, the number of the round is a part of the name. */
function shopName(random: Random, at: number): string {
  const rounds = shopKinds.length * shopNames.length * shopEndings.length;
  // The step has no factor in common with the number of combinations, so that each is used once in a round.
  const mixed = (at * 40_507) % rounds;
  const ending = shopEndings[mixed % shopEndings.length];
  const name = shopNames[Math.floor(mixed / shopEndings.length) % shopNames.length];
  const kind = shopKinds[Math.floor(mixed / (shopEndings.length * shopNames.length)) % shopKinds.length];
  const round = Math.floor(at / rounds);
  return `${kind} ${name} ${ending}${round > 0 ? ` ${round + 1}` : ""}${random.next() < 0.1 ? " Store" : ""}`;
}

const courierLists = ["{jne-reg,jnt-ez}", "{jne-reg,jnt-ez,sicepat-reg}", "{jne-reg,pos-reg,sicepat-reg}", "{jnt-ez}"];
const batchSize = 5_000;

/** Stores the shops with their counters. */
export async function insertShops(tx: Tx, shops: readonly SeededShop[], { seed, today }: SeedOptions): Promise<void> {
  for (let from = 0; from < shops.length; from += batchSize)
    await insertRows(
      tx,
      "shops",
      {
        id: types.uuid,
        owner_id: types.uuid,
        slug: types.text,
        name: types.text,
        tagline: types.text,
        description: types.text,
        regency_code: types.text,
        province_code: types.text,
        city_name: types.text,
        couriers: types.texts,
        has_cod: types.boolean,
        street: types.text,
        postcode: types.text,
        rating_sum: types.bigint,
        rating_count: types.int,
        sold_count: types.int,
        product_count: types.int,
        search_words: types.tsvector,
        opened_at: types.time,
        updated_at: types.time,
      },
      shops.slice(from, from + batchSize).map((shop, index): Cell[] => {
        const random = randomOf(seed, 4, from + index);
        const opened = addDuration(today, -(1200 + random.int(0, 1500)) * day);
        const tagline = `Belanja ${shop.categories[0]?.replaceAll("-", " ") ?? "apa saja"} di ${shop.city}`;
        return [
          shop.id,
          shop.owner.id,
          shop.slug,
          shop.name,
          tagline,
          `${shop.name} melayani pesanan dari ${shop.city} setiap hari kerja. Barang dikemas rapi dan dikirim secepatnya.`,
          shop.owner.place.regency_code,
          shop.owner.place.province_code,
          shop.city,
          shop.couriers,
          shop.hasCod,
          shop.owner.street,
          shop.owner.place.postcode,
          shop.stars,
          shop.ratings,
          shop.sold,
          shop.products,
          shopTsvector({ name: shop.name, tagline, city: shop.owner.place.regency }),
          opened,
          opened,
        ];
      }),
    );
}
