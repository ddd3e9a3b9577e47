import type { OfferedVoucher } from "../vouchers/contract.ts";
import styles from "./offered-vouchers.module.css";

/** The vouchers that a shop offers to every buyer. */
export function OfferedVouchers({ vouchers }: { vouchers: readonly OfferedVoucher[] }) {
  if (vouchers.length === 0) return null;
  return (
    <section className={styles.offers} aria-labelledby="voucher-toko">
      <h2 id="voucher-toko">Voucher toko</h2>
      <ul>
        {vouchers.map((voucher) => (
          <li key={voucher.id}>
            <b>{voucher.title}</b>
            <small>{voucher.terms}</small>
            <small>Kode {voucher.voucher_code}</small>
          </li>
        ))}
      </ul>
      <p>Yang paling hemat kami pilihkan saat Anda membeli.</p>
    </section>
  );
}
