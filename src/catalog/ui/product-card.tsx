import { hrefs } from "#hrefs.ts";
import { formatCount, formatRupiah, formatShortCount } from "#lib/rupiah.ts";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { Price, PriceBefore } from "#ui/price.tsx";
import { formatRating } from "#ui/rating.ts";
import type { ProductCard as Card } from "../contract.ts";
import styles from "./product-card.module.css";

/** Widths of a card's picture in the usual grid of products. */
export const gridSizes = "(min-width:1240px) 222px, (min-width:960px) 18vw, (min-width:640px) 31vw, 46vw";

/**
 * A product in a list; the whole card is one link. Set `eager` for the few cards above the fold, and leave `place`
 * out on a page whose products are all from the same shop.
 */
export function ProductCard({
  product,
  sizes = gridSizes,
  eager = false,
  place = true,
  shipping,
}: {
  product: Card;
  sizes?: string;
  eager?: boolean;
  place?: boolean;
  /** What shipping costs at least, in rupiah. */
  shipping?: number | null | undefined;
}) {
  const { picture } = product;
  const tag = product.in_stock ? null : "Habis";
  return (
    <article className={product.in_stock ? styles.card : `${styles.card} ${styles.soldOut}`}>
      <a href={hrefs.product(product.slug)}>
        <div className={styles.picture}>
          {picture ? (
            <Picture
              pictureKey={picture.key}
              color={picture.color}
              alt=""
              sizes={sizes}
              eager={eager}
              transitionName={`foto-${product.id}`}
            />
          ) : (
            <span className={styles.none} />
          )}
          {tag && <span className={styles.tag}>{tag}</span>}
        </div>
        <div className={styles.body}>
          <h3>{product.name}</h3>
          <p>
            <Price amount={product.price_min} />
          </p>
          <PriceBefore before={product.strike_price} percent={product.discount_percent} />
          {product.min_order > 1 && <p className={styles.meta}>Min. beli {formatCount(product.min_order)}</p>}
          <p className={styles.meta}>
            {product.rating_count > 0 && (
              <>
                <Icon name="star" small fill className={styles.star} />
                <span className="sr-only">Nilai </span>
                {formatRating(product.rating_average)} ·{" "}
              </>
            )}
            {product.sold_count > 0 ? `${formatShortCount(product.sold_count)} terjual` : "Baru"}
          </p>
          {place && (
            <p className={styles.place}>
              <Icon name="pin" small />
              <span>
                <span className={styles.from}>Dikirim dari </span>
                {product.city_name}
              </span>
            </p>
          )}
          {place && (
            <p className={styles.place}>
              <span>{product.shop_name}</span>
            </p>
          )}
          {typeof shipping === "number" && <p className={styles.meta}>Ongkir mulai {formatRupiah(shipping)}</p>}
        </div>
      </a>
    </article>
  );
}

/** A grid of products, with one column less beside filters. */
export function ProductGrid({
  products,
  beside = false,
  eager = 0,
  place = true,
  costs,
}: {
  products: readonly Card[];
  beside?: boolean;
  eager?: number;
  place?: boolean;
  /** What shipping costs at least, in rupiah by product id. */
  costs?: Readonly<Record<string, number | null | undefined>>;
}) {
  return (
    <ul className={beside ? `${styles.grid} ${styles.beside}` : styles.grid}>
      {products.map((product, at) => (
        <li key={product.id}>
          <ProductCard product={product} eager={at < eager} place={place} shipping={costs?.[product.id]} />
        </li>
      ))}
    </ul>
  );
}

/** A row of products that scrolls sideways; the pictures of the first `eager` ones are loaded at once. */
export function ProductRail({
  products,
  label,
  eager = 0,
}: {
  products: readonly Card[];
  label: string;
  eager?: number;
}) {
  return (
    <ul className={styles.rail} aria-label={label}>
      {products.map((product, at) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            eager={at < eager}
            sizes="(min-width:1240px) 222px, (min-width:960px) 18vw, 154px"
          />
        </li>
      ))}
    </ul>
  );
}
