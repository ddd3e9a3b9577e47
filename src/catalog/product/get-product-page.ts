import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { shopCardJson, verifiedSellerJson } from "#shops/shop-json.ts";
import type { ProductCard, ProductPage } from "../contract.ts";
import { pickFields } from "./fields.ts";
import { findProduct, listOthersOfShop, listSimilar } from "./queries.ts";
import { productCardJson } from "../listing/product-card-json.ts";

const maxRelated = 10;

/** The data of a product's page. Refuses with `request.not_found` if the product is not for sale. */
export async function getProductPage(db: Queryable, slug: string): Promise<ProductPage> {
  const row = await findProduct(db, slug);
  if (!row) throw new Refusal(requestRefusals.notFound);
  const { picture: _picture, shop_name: _shop, ...card } = productCardJson(row);
  return {
    ...card,
    ...pickFields(row),
    category: { slug: row.category_slug, name: row.category_name },
    root_category: { slug: row.root_slug, name: row.root_name },
    pictures: row.pictures ?? [],
    axes: row.axes,
    variants: row.variants ?? [],
    attributes: row.attributes,
    shop: shopCardJson({ ...row.shop, opened_at: new Date(row.shop.opened_at) }),
    seller: verifiedSellerJson(row.seller),
  };
}

/** Products that a visitor of a product's page may also like. */
export async function getRelatedProducts(
  db: Queryable,
  slug: string,
): Promise<{ same_shop: ProductCard[]; similar: ProductCard[] }> {
  const row = await findProduct(db, slug);
  if (!row) throw new Refusal(requestRefusals.notFound);
  const [sameShop, similar] = await Promise.all([
    listOthersOfShop(db, row.shop_id, row.id, maxRelated),
    listSimilar(db, { id: row.id, shopId: row.shop_id, categoryId: row.category_id }, maxRelated),
  ]);
  return { same_shop: sameShop.map(productCardJson), similar: similar.map(productCardJson) };
}
