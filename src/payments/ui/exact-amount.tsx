import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import styles from "./transfer.module.css";

/** An amount whose last three digits stand out, because they must be transferred exactly. */
export function ExactAmount({ amount }: { amount: Rupiah }) {
  const text = formatRupiah(amount);
  return (
    <>
      {text.slice(0, -3)}
      <em className={styles.exact}>{text.slice(-3)}</em>
    </>
  );
}
