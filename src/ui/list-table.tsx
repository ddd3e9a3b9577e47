import type { ReactNode } from "react";
import { classes } from "./class-names.ts";
import styles from "./list-table.module.css";

/** Classes for a row: `sum` for a total, `when` for a moment or number that must not wrap. */
export const table = { sum: styles.sum, when: styles.when };

/**
 * A compact list of a work area. The first cell of a row is its heading (`th scope="row"`, details in `small`), the
 * last one its amount. On a phone each row becomes a block, with the heading above and the amount at the right. A row
 * with several amounts names each column in `data-label` of its cells, which a phone shows before the amount.
 */
export function ListTable({
  head,
  label,
  wide = false,
  children,
}: {
  head: readonly string[];
  label: string;
  /** The last column contains a list, not an amount. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.scroll}>
      <table className={classes(styles.table, wide && styles.wide)} aria-label={label}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
