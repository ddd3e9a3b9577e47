import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { classes } from "./class-names.ts";

export type Tone = "neutral" | "info" | "success" | "warning" | "error" | "discount";

/** A word about a thing: its state, its kind. Colour is never the only sign. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>;
}

/** A count on the corner of an icon; nothing for zero. The icon's own label must say the number too. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} aria-hidden>
      {count > 99 ? "99+" : count}
    </span>
  );
}
