import styles from "./avatar.module.css";
import { initials } from "./truncate.ts";

/** A person's picture, or their initials. Show the name beside it. */
export function Avatar({ name, image, size = 34 }: { name: string; image?: string | null | undefined; size?: number }) {
  if (image) return <img className={styles.avatar} src={image} alt="" width={size} height={size} />;
  return (
    <span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.38 }} aria-hidden>
      {initials(name)}
    </span>
  );
}
