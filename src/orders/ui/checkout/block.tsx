import type { ReactNode } from "react";
import styles from "./block.module.css";

/** One of the five numbered steps of checkout. */
export function CheckoutBlock({
  number,
  title,
  action,
  children,
}: {
  number: 1 | 2 | 3 | 4 | 5;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = `step-${number}`;
  return (
    <section className={styles.block} aria-labelledby={id}>
      <header className={styles.head}>
        <span className={styles.number} aria-hidden>
          {number}
        </span>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

/** Shown only without scripts: applies the choices above. */
export function UpdateButton({ what }: { what: string }) {
  return (
    <button type="submit" name="intent" value="update" className={`without-js ${styles.update}`}>
      Perbarui {what}
    </button>
  );
}
