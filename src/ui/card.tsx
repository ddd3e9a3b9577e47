import type { ComponentProps, ReactNode } from "react";
import styles from "./card.module.css";
import { classes } from "./class-names.ts";

/** A plain box for one subject, with an optional heading and an action beside it. */
export function Panel({
  title,
  action,
  flush = false,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"section">, "title"> & {
  title?: ReactNode;
  action?: ReactNode;
  /** Without padding, for lists and tables that reach the edges. */
  flush?: boolean;
}) {
  return (
    <section className={classes(styles.panel, flush && styles.flush, className)} {...rest}>
      {(title !== undefined || action !== undefined) && (
        <header className={styles.head}>
          {title !== undefined && <h2>{title}</h2>}
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
