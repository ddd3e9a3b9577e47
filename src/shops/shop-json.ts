import type { ListedShop, ShopCard, ShopPage, VerifiedSeller } from "./contract.ts";
import type { ListedShopRow, ShopPageRow, ShopRow, VerifiedSellerRow } from "./queries.ts";

export type { ShopRow, VerifiedSellerRow };

/** A shop in the API's format. */
export function shopCardJson({ picture_key, picture_color, opened_at, ...shop }: ShopRow): ShopCard {
  return {
    ...shop,
    opened_at: opened_at.toISOString(),
    picture: picture_key && picture_color ? { key: picture_key, color: picture_color } : null,
  };
}

/** A verified seller in the API's format. */
export function verifiedSellerJson(row: VerifiedSellerRow | null): VerifiedSeller | null {
  return row && { ...row, verified_at: new Date(row.verified_at).toISOString() };
}

/** A shop of the list of shops in the API's format. */
export function listedShopJson({ products, ...shop }: ListedShopRow): ListedShop {
  return { ...shopCardJson(shop), products };
}

/** A shop's own page in the API's format. */
export function shopPageJson(row: ShopPageRow): ShopPage {
  const { description, couriers, is_pkp, province_name, is_suspended, seller } = row;
  return {
    ...shopCardJson(row),
    description,
    couriers,
    is_pkp,
    province_name,
    is_suspended,
    seller: verifiedSellerJson(seller),
  };
}
