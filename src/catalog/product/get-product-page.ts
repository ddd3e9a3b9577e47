import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { shopCardJson } from "#shops/shop-json.ts";
import type { ProductCard, ProductPage } from "../contract.ts";
import { pickFields } from "./fields.ts";
import { countRatings, findProduct, listOthersOfShop, listReviews, listSimilar, type ReviewRow } from "./queries.ts";
import { reviewerName, reviewPage } from "../rules.ts";
import { productCardJson } from "../listing/product-card-json.ts";

const maxRelated = 10;

/** The data of a product's page. Refuses with `request.not_found` if the product is not for sale. */
export async function getProductPage(db: Queryable, slug: string): Promise<ProductPage> {
  const row = await findProduct(db, slug);
  if (!row) throw new Refusal(requestRefusals.notFound);
  const rated = row.rating_count > 0;
  const [reviews, ratings] = await Promise.all([
    rated ? listReviews(db, row.id, { limit: reviewPage.size, offset: 0 }) : [],
    rated ? countRatings(db, row.id) : [],
  ]);
  const { picture: _picture, ...card } = productCardJson(row);
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
    rating_breakdown: [5, 4, 3, 2, 1].map((rating) => ({
      rating,
      count: ratings.find((one) => one.rating === rating)?.count ?? 0,
    })),
    reviews: reviews.map(reviewJson),
    review_count: countWritten(ratings),
  };
}

/**
 * A page of a product's reviews that have a text, and their number. Refuses with `request.not_found` if the product is
 * not for sale.
 */
export async function getReviews(
  db: Queryable,
  slug: string,
  page: number,
): Promise<{ result: ProductPage["reviews"]; total: number }> {
  const row = await findProduct(db, slug);
  if (!row) throw new Refusal(requestRefusals.notFound);
  const { size } = reviewPage;
  const [reviews, ratings] = await Promise.all([
    listReviews(db, row.id, { limit: size, offset: (page - 1) * size }),
    countRatings(db, row.id),
  ]);
  return { result: reviews.map(reviewJson), total: countWritten(ratings) };
}

function reviewJson(review: ReviewRow): ProductPage["reviews"][number] {
  return { ...review, buyer: reviewerName(review.buyer), created_at: review.created_at.toISOString() };
}

function countWritten(ratings: readonly { said: number }[]): number {
  return ratings.reduce((sum, { said }) => sum + said, 0);
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
