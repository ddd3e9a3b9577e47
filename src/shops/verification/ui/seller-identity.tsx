import { Fragment } from "react";
import { formatDate } from "#lib/time.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { Badge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { shopBadges, type ShopBadge } from "../../badges/rules.ts";
import type { VerifiedSeller } from "../../contract.ts";
import styles from "./seller-identity.module.css";

/** Who sells, as the law asks (PP 80/2019, Pasal 13): the verified name and city, and the NIB of a company. */
export function SellerIdentity({
  shop,
  seller,
}: {
  shop: { name: string; city_name: string; badges: readonly ShopBadge[] };
  seller: VerifiedSeller | null;
}) {
  if (!seller)
    return (
      <p className={styles.seller}>
        <Icon name="info" small />
        <span>
          Identitas penjual {shop.name}, {shop.city_name}, belum diverifikasi. Uang Anda tetap kami jaga sampai barang
          diterima.
        </span>
      </p>
    );
  return (
    <p className={styles.seller}>
      <Icon name="check" small />
      <span>
        <b>Penjual terverifikasi:</b> {seller.name}, {shop.city_name}
        {seller.nib && ` · NIB ${seller.nib}`} · diperiksa {formatDate(new Date(seller.verified_at))}
        {shop.badges.map((badge) => (
          <Fragment key={badge}>
            {" "}
            <Badge tone="success">{shopBadges[badge]}</Badge>{" "}
            <a className="link" href={reviewHrefs.shopBadges()}>
              Arti tanda ini
            </a>
          </Fragment>
        ))}
      </span>
    </p>
  );
}
