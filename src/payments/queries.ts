import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { PaymentStatus } from "./rules.ts";

export type PaymentRow = {
  id: string;
  checkout_id: string;
  buyer_id: string;
  amount: Rupiah;
  status: PaymentStatus;
  due_at: Date;
  paid_at: Date | null;
  created_at: Date;
};

const paymentColumns = sql`id, checkout_id, buyer_id, amount, status, due_at, paid_at, created_at`;

/** A payment by id, for its buyer only. */
export function findPaymentOfBuyer(db: Queryable, paymentId: string, buyerId: string): Promise<PaymentRow | undefined> {
  return db.row(sql`select ${paymentColumns} from payments where id = ${paymentId} and buyer_id = ${buyerId}`);
}

/** Locks a payment until the transaction ends. */
export function lockPayment(tx: Tx, paymentId: string): Promise<PaymentRow | undefined> {
  return tx.row(sql`select ${paymentColumns} from payments where id = ${paymentId} for update`);
}

/** Locks the payment of a checkout until the transaction ends. */
export function lockPaymentOfCheckout(tx: Tx, checkoutId: string): Promise<PaymentRow | undefined> {
  return tx.row(sql`select ${paymentColumns} from payments where checkout_id = ${checkoutId} for update`);
}

/** pending → paid, of a locked payment. */
export async function markPaid(tx: Tx, paymentId: string, now: Date): Promise<void> {
  const changed = await tx.run(
    sql`update payments set status = 'paid', paid_at = ${now} where id = ${paymentId} and status = 'pending'`,
  );
  if (changed !== 1) throw new Error(`payment ${paymentId} was not pending`);
}

/** pending → expired or cancelled. False when it is no longer pending. */
export async function markClosed(tx: Tx, paymentId: string, to: "expired" | "cancelled"): Promise<boolean> {
  return (await tx.run(sql`update payments set status = ${to} where id = ${paymentId} and status = 'pending'`)) === 1;
}

/** Moves the deadline of a locked payment. */
export async function updatePaymentDue(tx: Tx, paymentId: string, dueAt: Date): Promise<void> {
  await tx.run(sql`update payments set due_at = ${dueAt} where id = ${paymentId}`);
}

export type OrderOfCheckout = {
  id: string;
  invoice: string;
  shop_name: string;
  status: string;
  courier: string;
  subtotal: Rupiah;
  /** What vouchers took off `subtotal`. */
  discount: Rupiah;
  total: Rupiah;
  promotion_cost: Rupiah;
};

/** The orders of a checkout, as their buyer sees them. `subtotal` is goods and shipping after discounts. */
export function findOrdersOfCheckout(db: Queryable, checkoutId: string): Promise<OrderOfCheckout[]> {
  return db.rows(sql`
    select o.id, o.invoice, s.name as shop_name, o.status, o.courier, o.total, o.promotion_cost,
      -coalesce((select sum(a.amount) from order_adjustments a where a.order_id = o.id and a.kind in ('voucher', 'free_shipping')), 0)::bigint as discount,
      o.total - coalesce((select sum(a.amount) from order_adjustments a where a.order_id = o.id and a.kind = 'service_fee'), 0)::bigint as subtotal
    from orders o join shops s on s.id = o.shop_id
    where o.checkout_id = ${checkoutId} order by o.id`);
}
