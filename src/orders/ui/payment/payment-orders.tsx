import { hrefs } from "#hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import type { PaymentView } from "#payments/contract.ts";
import styles from "./payment.module.css";

/** The orders that this payment pays, and what the amount is made of. */
export function PaymentOrders({ payment }: { payment: PaymentView }) {
  return (
    <section className={styles.panel} aria-labelledby="pesanan">
      <h2 id="pesanan">Pesanan dalam pembayaran ini</h2>
      <ul className={styles.orders}>
        {payment.orders.map((order) => (
          <li key={order.id}>
            <a href={hrefs.buyerTransaction(order.id)}>
              <b>{order.shop_name}</b>
              <small>{order.invoice}</small>
              {order.discount > 0 && <small>Sudah dipotong voucher {formatRupiah(order.discount)}</small>}
            </a>
            <span>{formatRupiah(order.subtotal)}</span>
          </li>
        ))}
        {payment.service_fee > 0 && (
          <li>
            <span>Biaya layanan{payment.orders.length > 1 && ", sekali untuk semua pesanan"}</span>
            <span>{formatRupiah(payment.service_fee)}</span>
          </li>
        )}
        {payment.code > 0 && payment.status === "pending" && (
          <li>
            <span>Potongan angka unik</span>
            <span>−{formatRupiah(payment.code)}</span>
          </li>
        )}
        <li>
          <b>Total</b>
          <b>{formatRupiah(payment.amount)}</b>
        </li>
      </ul>
    </section>
  );
}

/** The page of the only order, or the list when there are several. */
export function ordersOf({ orders }: PaymentView): string {
  const [only, ...others] = orders;
  return only && others.length === 0 ? hrefs.buyerTransaction(only.id) : hrefs.buyerTransactions();
}
