import { formatRupiah } from "#lib/rupiah.ts";
import type { PurchaseVoucher } from "../vouchers/contract.ts";
import styles from "./purchase-vouchers.module.css";

/**
 * The vouchers that a purchase will use, and those for which something is missing. Whether a visitor's purchase can use
 * them is known after the login: a buyer may have used them before.
 */
export function PurchaseVouchers({
  vouchers,
  isVisitor,
}: {
  vouchers: readonly PurchaseVoucher[];
  isVisitor: boolean;
}) {
  const shown = vouchers.filter((voucher) => voucher.is_chosen || voucher.problem !== null);
  if (shown.length === 0) return null;
  return (
    <section className={styles.vouchers} aria-labelledby="voucher-keranjang">
      <h2 id="voucher-keranjang">Voucher</h2>
      <ul>
        {shown.map((voucher) => (
          <li key={voucher.id}>
            <span>
              {voucher.title}
              {voucher.shop_name !== null && ` · ${voucher.shop_name}`}
            </span>
            <small>
              {voucher.problem?.text ?? gainText(voucher, isVisitor ? "setelah masuk" : "pada langkah berikutnya")}
            </small>
          </li>
        ))}
      </ul>
      {isVisitor && shown.some((voucher) => voucher.is_chosen) && (
        <p>Voucher dipasang setelah Anda masuk, bila masih bisa Anda pakai.</p>
      )}
    </section>
  );
}

function gainText({ saves, cashback }: PurchaseVoucher, when: string): string {
  if (saves > 0) return `Hemat ${formatRupiah(saves)} ${when}`;
  if (cashback > 0) return `Cashback ${formatRupiah(cashback)} setelah pesanan selesai`;
  return `Dipotong dari ongkos kirim ${when}`;
}
