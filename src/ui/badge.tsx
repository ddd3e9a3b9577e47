import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { classes } from "./class-names.ts";

export type Tone = "neutral" | "info" | "success" | "warning" | "error" | "discount";

/** One word about a thing, such as its status. The colour is never the only sign. */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>;
}

/** A count on the corner of an icon; nothing for zero. The icon's own label must include the number. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} aria-hidden>
      {count > 99 ? "99+" : count}
    </span>
  );
}
