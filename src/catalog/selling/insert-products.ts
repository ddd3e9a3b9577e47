import type { Tx } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { productTsvector } from "#search/text-analysis.ts";
import { updateProductCounts } from "#shops/update-shop-counts.ts";
import { listCategoryNames } from "../categories/queries.ts";
import { reduction } from "../rules.ts";
import { pickFields, type GivenFields } from "../product/fields.ts";
import { insertProductPictures, insertProductRows, insertVariants, listPictureIds, listShopPlaces } from "./queries.ts";

/** A product with its variants. Its shop, category (both by slug) and pictures (by key) must be stored already. */
export type NewProduct = GivenFields & {
  slugBase: string;
  shop: string;
  category: string;
  /** A former price, which is shown for as long as after a reduction at `now`. */
  strikePrice?: number;
  attributes: Readonly<Record<string, string>>;
  axes: readonly { name: string; values: readonly string[] }[];
  variants: readonly { options: readonly string[]; price: number; stock: number }[];
  pictures: readonly string[];
  createdAt?: Date;
};

/**
 * Stores many products in a few statements, ready to be found and bought. It is meant for demo data and imports: only
 * the constraints of the database check texts and prices. Throws if a shop, category or picture is not stored.
 */
export async function insertProducts(tx: Tx, products: readonly NewProduct[], now: Date): Promise<void> {
  const categories = new Map((await listCategoryNames(tx)).map((one) => [one.slug, one]));
  const shops = new Map((await listShopPlaces(tx)).map((one) => [one.slug, one]));
  const keys = [...new Set(products.flatMap(({ pictures }) => pictures))];
  const pictures = new Map((await listPictureIds(tx, keys)).map((one) => [one.key, one.id]));
  function find<T>(known: ReadonlyMap<string, T>, name: string, product: NewProduct): T {
    const found = known.get(name);
    if (found === undefined) throw new Error(`${product.slugBase}: ${name} is not stored`);
    return found;
  }
  const ids = await insertProductRows(
    tx,
    products.map((product) => {
      const category = find(categories, product.category, product);
      const shop = find(shops, product.shop, product);
      const [cover] = product.pictures;
      const prices = product.variants.map((variant) => variant.price);
      const lowest = Math.min(...prices);
      const former = product.strikePrice && product.strikePrice > lowest ? product.strikePrice : null;
      return {
        ...pickFields(product),
        slug: product.slugBase,
        shop_id: shop.id,
        category_id: category.id,
        root_category_id: category.root_id,
        attributes: Object.entries(product.attributes).map(([name, value]) => ({ name, value })),
        axes: product.axes,
        status: "active",
        cover_picture_id: cover === undefined ? null : find(pictures, cover, product),
        price_min: lowest,
        price_max: Math.max(...prices),
        strike_price: former,
        strike_until: former ? addDuration(now, reduction.shownFor) : null,
        in_stock: product.variants.some((variant) => variant.stock > 0),
        search_words: productTsvector({
          ...pickFields(product),
          category,
          root: { slug: category.root_slug, name: category.root_name },
          shop: shop.name,
          city: shop.city_name,
          province: shop.province_name,
          attributes: Object.entries(product.attributes).map(([name, value]) => ({ name, value })),
          axes: product.axes,
        }),
        created_at: product.createdAt ?? now,
      };
    }),
  );
  await insertVariants(
    tx,
    products.flatMap((product) =>
      product.variants.map((variant, position) => ({
        product_id: find(ids, product.slugBase, product),
        option1: variant.options[0] ?? null,
        option2: variant.options[1] ?? null,
        price: variant.price,
        stock: variant.stock,
        position,
      })),
    ),
  );
  await insertProductPictures(
    tx,
    products.flatMap((product) =>
      product.pictures.map((key, position) => ({
        product_id: find(ids, product.slugBase, product),
        picture_id: find(pictures, key, product),
        position,
      })),
    ),
  );
  await updateProductCounts(tx);
}
