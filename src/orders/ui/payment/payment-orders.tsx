import { hrefs } from "#hrefs.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import type { PaymentView } from "#payments/contract.ts";
import { orderStatuses, type OrderStatus } from "../../rules.ts";
import { StatusBadge } from "../status-badge.tsx";
import styles from "./payment.module.css";

/**
 * The orders that this payment pays, how each of them is, and what the amount is made of. The page's title says that a
 * payment is awaited; for a moment after it came in, its orders do not know it yet.
 */
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
              {statusOf(order) !== "awaiting_payment" && (
                <span className={styles.state}>
                  <StatusBadge status={statusOf(order)} pickup={order.pickup} />
                </span>
              )}
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

/** The status of an order; payments only passes it on. */
export function statusOf({ status }: PaymentView["orders"][number]): OrderStatus {
  return status as OrderStatus;
}

/** Whether something can still happen to the order. */
export function isUnfinished(order: PaymentView["orders"][number]): boolean {
  return !orderStatuses[statusOf(order)].final;
}

/** The page of the only order, or the list when there are several. */
export function ordersOf({ orders }: PaymentView): string {
  const [only, ...others] = orders;
  return only && others.length === 0 ? hrefs.buyerTransaction(only.id) : hrefs.buyerTransactions();
}
