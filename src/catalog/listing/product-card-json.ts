import type { ProductCard } from "../contract.ts";
import type { CardRow } from "./queries.ts";
import { discountPercent } from "../rules.ts";

/** Makes the JSON of a product card. */
export function productCardJson(row: CardRow): ProductCard {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    price_min: row.price_min,
    price_max: row.price_max,
    strike_price: row.strike_price,
    discount_percent: discountPercent(row.price_min, row.strike_price),
    rating_average: Math.round(row.rating_average * 100) / 100,
    rating_count: row.rating_count,
    min_order: row.min_order,
    sold_count: row.sold_count,
    shop_name: row.shop_name,
    city_name: row.city_name,
    is_regional: row.is_regional,
    in_stock: row.in_stock,
    picture: row.picture_key && row.picture_color ? { key: row.picture_key, color: row.picture_color } : null,
  };
}
