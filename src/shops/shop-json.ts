import type { ListedShop, ShopCard, ShopPage } from "./contract.ts";
import type { ListedShopRow, ShopPageRow, ShopRow } from "./queries.ts";

export type { ShopRow };

/** A shop as it travels. */
export function shopCardJson({ picture_key, picture_color, opened_at, ...shop }: ShopRow): ShopCard {
  return {
    ...shop,
    opened_at: opened_at.toISOString(),
    picture: picture_key && picture_color ? { key: picture_key, color: picture_color } : null,
  };
}

/** A shop of the list of shops as it travels. */
export function listedShopJson({ products, ...shop }: ListedShopRow): ListedShop {
  return { ...shopCardJson(shop), products };
}

/** A shop with all that its own page tells. */
export function shopPageJson(row: ShopPageRow): ShopPage {
  const { description, couriers, is_pkp, province_name } = row;
  return { ...shopCardJson(row), description, couriers, is_pkp, province_name };
}
