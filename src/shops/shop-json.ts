import type { ListedShop, ShopCard, ShopPage } from "./contract.ts";
import type { ListedShopRow, ShopPageRow, ShopRow } from "./queries.ts";

export type { ShopRow };

/** A shop as it travels. */
export function showShop({ picture_key, picture_color, opened_at, ...shop }: ShopRow): ShopCard {
  return {
    ...shop,
    opened_at: opened_at.toISOString(),
    picture: picture_key && picture_color ? { key: picture_key, color: picture_color } : null,
  };
}

/** A shop of the list of shops as it travels. */
export function showListedShop({ products, ...shop }: ListedShopRow): ListedShop {
  return { ...showShop(shop), products };
}

/** A shop with all that its own page tells. */
export function showShopPage(row: ShopPageRow): ShopPage {
  const { description, couriers, is_pkp, province_name } = row;
  return { ...showShop(row), description, couriers, is_pkp, province_name };
}
