import { hrefs } from "#hrefs.ts";
import { formatRupiah, formatShortCount } from "#lib/rupiah.ts";
import { Badge } from "#ui/badge.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { formatRating } from "#ui/rating.ts";
import { shopBadges } from "../badges/rules.ts";
import type { ListedShop } from "../contract.ts";
import styles from "./shop-card.module.css";

/** A shop in a list. The whole card links to the shop, except its three products, which link to themselves. */
export function ShopCard({ shop }: { shop: ListedShop }) {
  return (
    <div className={styles.card}>
      <a className={styles.shop} href={hrefs.merchant(shop.slug)}>
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
            {shop.badges.map((badge) => (
              <Badge key={badge} tone="success">
                {shopBadges[badge]}
              </Badge>
            ))}
            <span>{formatShortCount(shop.product_count)} produk</span>
            {shop.sold_count > 0 && <span>{formatShortCount(shop.sold_count)} terjual</span>}
          </span>
        </span>
      </a>
      {shop.on_vacation && <span className={styles.away}>Sedang libur</span>}
      {shop.products.length > 0 && (
        <ul className={styles.products} aria-label={`Terlaris di ${shop.name}`}>
          {shop.products.map(({ slug, name, price, picture }) => (
            <li key={slug}>
              <a href={hrefs.product(slug)}>
                <span className={styles.picture}>
                  <Picture
                    pictureKey={picture.key}
                    color={picture.color}
                    alt={name}
                    sizes="(min-width: 640px) 120px, 28vw"
                    size={120}
                  />
                </span>
                <b>{formatRupiah(price)}</b>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
