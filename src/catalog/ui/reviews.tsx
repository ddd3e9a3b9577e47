import { formatCount } from "#lib/rupiah.ts";
import { formatDate } from "#lib/time.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Icon } from "#ui/icon.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import { formatRating } from "#ui/rating.ts";
import type { ProductPage } from "../contract.ts";
import styles from "./reviews.module.css";

/** The reviews of a product: average, number of reviews for each number of stars, and the newest ones with a text. */
export function Reviews({ product }: { product: ProductPage }) {
  const { rating_average, rating_count, rating_breakdown, review_count, reviews } = product;
  if (rating_count === 0) return <p className="muted">Belum ada penilaian.</p>;
  return (
    <div className={styles.reviews}>
      <div className={styles.summary}>
        <p className={styles.average}>
          <Icon name="star" fill />
          <b>{formatRating(rating_average)}</b>
          <span>dari 5</span>
        </p>
        <p className="muted">
          {formatCount(rating_count)} penilaian, {formatCount(review_count)} dengan ulasan
        </p>
        <ul className={styles.bars}>
          {rating_breakdown.map(({ rating, count }) => (
            <li key={rating}>
              <span>{rating}</span>
              <Icon name="star" small fill />
              <span className={styles.bar}>
                <span style={{ width: `${(count * 100) / Math.max(1, rating_count)}%` }} />
              </span>
              <span>{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      </div>
      <ul className={styles.list}>
        {reviews.map((review) => (
          <li key={review.id}>
            <p className={styles.by}>
              <Avatar name={review.buyer} size={36} />
              <span>
                <b>{review.buyer}</b>
                <small>
                  {formatDate(new Date(review.created_at))}
                  {review.variant && ` · ${review.variant}`}
                </small>
              </span>
              <StarRating value={review.rating} />
            </p>
            <p className={styles.text}>{review.text}</p>
            {review.reply && (
              <div className={styles.reply}>
                <b>Balasan penjual</b>
                <p>{review.reply}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
