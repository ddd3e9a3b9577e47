import type { Tx } from "#lib/database.ts";
import { day, addDuration } from "#lib/time.ts";
import { shopTsvector } from "#search/text-analysis.ts";
import { insertManyShops } from "./queries.ts";
import { cityName } from "./rules.ts";

/** A shop whose owner already exists. */
export type NewShop = {
  slug: string;
  name: string;
  /** Name of the regency, such as `Kota Bandung`. */
  city: string;
  regencyCode: string;
  tagline: string;
  description: string;
  ownerEmail: string;
  /** Where goods are fetched and returned. A shop with pick-up needs it to save its settings. */
  place?: { street: string; postcode: string } | undefined;
  couriers: readonly string[];
  openedYearsAgo: number;
  pkp: boolean;
};

/** Stores many shops at once with their search index. For demo data and imports: texts and cities are not checked. */
export async function insertShops(tx: Tx, shops: readonly NewShop[], now: Date): Promise<void> {
  await insertManyShops(
    tx,
    shops.map((shop, at) => ({
      slug: shop.slug,
      name: shop.name,
      tagline: shop.tagline,
      description: shop.description,
      owner_email: shop.ownerEmail.toLowerCase(),
      regency_code: shop.regencyCode,
      city_name: cityName(shop.city),
      street: shop.place?.street ?? null,
      postcode: shop.place?.postcode ?? null,
      couriers: shop.couriers,
      is_pkp: shop.pkp,
      search_words: shopTsvector({ name: shop.name, tagline: shop.tagline, city: shop.city }),
      opened_at: addDuration(now, -(shop.openedYearsAgo * 365 + ((at * 29) % 200)) * day),
    })),
  );
}
