import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { classes } from "./class-names.ts";
import styles from "./price.module.css";

/** A price: `Rp485.000`. */
export function Price({ amount, size = "m" }: { amount: Rupiah; size?: "s" | "m" | "l" }) {
  return <span className={classes(styles.price, styles[size])}>{formatRupiah(amount)}</span>;
}

/** The price before a discount and the discount in percent. Nothing without a discount. */
export function PriceBefore({ before, percent }: { before: Rupiah | null | undefined; percent: number }) {
  if (before === null || before === undefined) return null;
  return (
    <span className={styles.before}>
      <span className="sr-only">Harga sebelumnya </span>
      <s>{formatRupiah(before)}</s>
      <b>−{percent}%</b>
    </span>
  );
}
