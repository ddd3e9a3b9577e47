import { hrefs } from "#hrefs.ts";
import { formatShortCount } from "#lib/rupiah.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Icon } from "#ui/icon.tsx";
import { formatRating } from "#ui/rating.ts";
import type { ShopCard as Card } from "../contract.ts";
import styles from "./shop-card.module.css";

/** A shop in a list: the whole card is one link. */
export function ShopCard({ shop }: { shop: Card }) {
  return (
    <a className={styles.card} href={hrefs.merchant(shop.slug)}>
      <span className={styles.mark}>
        <Avatar name={shop.name} size={56} image={shop.picture && hrefs.picture(shop.picture.key, 200, "webp")} />
      </span>
      <span className={styles.text}>
        <b>{shop.name}</b>
        {shop.tagline && <span className={styles.tagline}>{shop.tagline}</span>}
        <span className={styles.facts}>
          <span>
            <Icon name="pin" small />
            {shop.city_name}
          </span>
          {shop.rating_count > 0 && (
            <span>
              <Icon name="star" small fill className={styles.star} />
              <span className="sr-only">Nilai </span>
              {formatRating(shop.rating_average)}
            </span>
          )}
        </span>
        <span className={styles.facts}>
          <span>{formatShortCount(shop.product_count)} produk</span>
          {shop.sold_count > 0 && <span>{formatShortCount(shop.sold_count)} terjual</span>}
        </span>
      </span>
      {shop.on_vacation && <span className={styles.away}>Sedang libur</span>}
    </a>
  );
}
