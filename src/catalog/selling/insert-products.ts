import type { Tx } from "#lib/database.ts";
import { productWords } from "#search/words.ts";
import { recountProducts } from "#shops/count-for-shops.ts";
import { listCategoryNames } from "../categories/queries.ts";
import { insertManyProducts, listShopPlaces } from "./queries.ts";

/** A product of a known shop and sub-category with its variants; pictures by key, which must be stored already. */
export type NewProduct = {
  slugBase: string;
  shop: string;
  category: string;
  name: string;
  strikePrice?: number;
  weight: number;
  condition: "new" | "used";
  description: string;
  attributes: Readonly<Record<string, string>>;
  axes: readonly { name: string; values: readonly string[] }[];
  variants: readonly { options: readonly string[]; price: number; stock: number }[];
  origin: boolean;
  minOrder: number;
  preOrderDays?: number;
  pictures: readonly string[];
  createdAt?: Date;
};

/**
 * Stores many products at once, ready to be found and bought, in a handful of statements. For demo data and imports:
 * texts and prices are taken as they are (the database's checks still hold). Throws when a shop, category or picture is
 * not known.
 */
export async function insertProducts(tx: Tx, products: readonly NewProduct[], now: Date): Promise<void> {
  const categories = new Map((await listCategoryNames(tx)).map((one) => [one.slug, one]));
  const shops = new Map((await listShopPlaces(tx)).map((one) => [one.slug, one]));
  await insertManyProducts(
    tx,
    products.map((product) => {
      const category = categories.get(product.category);
      const shop = shops.get(product.shop);
      if (!category) throw new Error(`${product.slugBase}: no category ${product.category}`);
      if (!shop) throw new Error(`${product.slugBase}: no shop ${product.shop}`);
      const prices = product.variants.map((variant) => variant.price);
      const lowest = Math.min(...prices);
      return {
        slug: product.slugBase,
        shop_id: shop.id,
        category_id: category.id,
        root_category_id: category.root_id,
        name: product.name,
        description: product.description,
        condition: product.condition,
        weight_g: product.weight,
        min_order: product.minOrder,
        preorder_days: product.preOrderDays ?? null,
        is_regional: product.origin,
        attributes: Object.entries(product.attributes).map(([name, value]) => ({ name, value })),
        axes: product.axes,
        price_min: lowest,
        price_max: Math.max(...prices),
        strike_price: product.strikePrice && product.strikePrice > lowest ? product.strikePrice : null,
        in_stock: product.variants.some((variant) => variant.stock > 0),
        search_words: productWords({
          name: product.name,
          categories: [category.name, category.root_name],
          shop: shop.name,
          city: shop.city_name,
          details: [...Object.values(product.attributes), ...product.axes.flatMap((axis) => axis.values)],
        }),
        created_at: product.createdAt ?? now,
        variants: product.variants.map((variant, position) => ({
          option1: variant.options[0] ?? null,
          option2: variant.options[1] ?? null,
          price: variant.price,
          stock: variant.stock,
          position,
        })),
        pictures: product.pictures,
      };
    }),
  );
  await recountProducts(tx);
}
