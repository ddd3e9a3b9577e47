import { hrefs } from "#hrefs.ts";
import { Picture } from "#ui/picture.tsx";
import styles from "./reviews.module.css";

/** What a review is about: the product with its picture, variant and shop. */
export function ReviewedProduct({
  line: { product, shop_name: shop },
}: {
  line: { product: { name: string; slug: string; variant?: string; picture_key: string | null }; shop_name?: string };
}) {
  return (
    <div className={styles.product}>
      <span className={styles.picture}>
        {product.picture_key && <Picture pictureKey={product.picture_key} alt="" sizes="56px" size={56} />}
      </span>
      <div>
        <p className={styles.name}>
          <a href={hrefs.product(product.slug)}>{product.name}</a>
        </p>
        <p className={styles.small}>{[product.variant, shop].filter(Boolean).join(" · ")}</p>
      </div>
    </div>
  );
}
