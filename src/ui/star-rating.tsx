import styles from "./star-rating.module.css";
import { Icon } from "./icon.tsx";
import { ratingSteps } from "./rating.ts";

/** Five stars, filled up to the rating that one person gave. */
export function StarRating({ value }: { value: number }) {
  return (
    <span className={styles.given}>
      <span className="sr-only">{value} dari 5 bintang</span>
      {ratingSteps.slice(1).map((step) => (
        <Icon
          key={step}
          name="star"
          small
          fill={step <= value}
          className={step <= value ? styles.star : styles.empty}
        />
      ))}
    </span>
  );
}
