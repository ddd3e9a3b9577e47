import type { ListedShop, ShopCard, ShopPage } from "./contract.ts";
import type { ListedShopRow, ShopPageRow, ShopRow } from "./queries.ts";

export type { ShopRow };

/** A shop in the API's format. */
export function shopCardJson({ picture_key, picture_color, opened_at, ...shop }: ShopRow): ShopCard {
  return {
    ...shop,
    opened_at: opened_at.toISOString(),
    picture: picture_key && picture_color ? { key: picture_key, color: picture_color } : null,
  };
}

/** A shop of the list of shops in the API's format. */
export function listedShopJson({ products, ...shop }: ListedShopRow): ListedShop {
  return { ...shopCardJson(shop), products };
}

/** A shop's own page in the API's format. */
export function shopPageJson(row: ShopPageRow): ShopPage {
  const { description, couriers, is_pkp, province_name, is_suspended } = row;
  return { ...shopCardJson(row), description, couriers, is_pkp, province_name, is_suspended };
}
