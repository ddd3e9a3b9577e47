/**
 * Orders of the past, written set by set with their payments, ledger entries, parcels and reviews, because placing them
 * one by one would take minutes. They satisfy the same constraints and invariants as real orders.
 */
import { sql, type Tx } from "../../src/lib/database.ts";
import { firstCommission } from "../../src/payments/fees/rules.ts";
import { paymentDuration } from "../../src/payments/rules.ts";

/**
 * Makes the empty temporary table `past`, which has one row for each order and exists until the transaction ends. An
 * order has one line. `paid`, `shipped`, `delivered` and `completed` are null for what has not happened; an order
 * without `paid` awaits its payment or, if `status` says so, was cancelled because it was never paid. `stars` is null
 * for an order without a review.
 */
export async function createPast(tx: Tx): Promise<void> {
  await tx.run(sql`
    create temporary table past (
      checkout_id uuid not null, order_id uuid not null, payment_id uuid not null, line_id uuid not null, status text not null, n int not null,
      buyer_id uuid, address jsonb, shop_id uuid, product_id uuid, variant_id uuid, product_slug text, name text, variant_name text, picture_key text,
      price bigint, quantity int, weight_g int, invoice text, goods bigint, shipping bigint, fee bigint, total bigint, commission bigint, tracking_number text,
      placed timestamptz, paid timestamptz, shipped timestamptz, delivered timestamptz, completed timestamptz, due timestamptz, stars smallint, text text, reviewed timestamptz
    ) on commit drop`);
}

/** The status of the payment of an order in `past`. */
const payment = sql`case when paid is not null then 'paid' when status = 'awaiting_payment' then 'pending' else 'expired' end`;
const due = sql`${paymentDuration()} * interval '1 millisecond'`;
const received = sql`case when paid is not null then total else 0 end`;

/** Stores the orders of `past` with everything that belongs to them, without counters of products and shops. */
export async function insertPastOrders(tx: Tx): Promise<void> {
  for (const statement of [
    sql`insert into checkouts (id, buyer_id, goods_total, shipping_total, adjustments_total, total, created_at)
        select checkout_id, buyer_id, goods, shipping, fee, total, placed from past`,
    sql`insert into payments (id, checkout_id, buyer_id, amount, status, due_at, paid_at, created_at)
        select payment_id, checkout_id, buyer_id, total, ${payment}, placed + ${due}, paid, placed from past`,
    sql`insert into payment_attempts (payment_id, provider, method, amount, status, reference, due_at, received, settled, created_at)
        select payment_id, 'simulator', (array['va_bca','qris','gopay','va_mandiri','va_bri','shopeepay'])[1 + n % 6], total, ${payment},
          'KWG-PAST-' || upper(replace(payment_id::text, '-', '')), placed + ${due}, ${received}, ${received}, placed from past`,
    sql`insert into payment_receipts (attempt_id, provider, reference, amount, received_at, booked_at)
        select a.id, a.provider, a.reference, a.amount, past.paid, past.paid from payment_attempts a join past on past.payment_id = a.payment_id where past.paid is not null`,
    sql`insert into simulator_charges (reference, method, amount, status, due_at, created_at, paid_at)
        select a.reference, a.method, a.amount, a.status, a.due_at, a.created_at, past.paid from payment_attempts a join past on past.payment_id = a.payment_id`,
    sql`insert into orders (id, checkout_id, buyer_id, shop_id, invoice, status, goods_total, shipping_cost, adjustments_total, total, commission, courier, courier_name, eta, address,
          paid_at, shipped_at, delivered_at, completed_at, settled_at, earned, expected_share, due_at, stock_released, search_text, created_at, updated_at)
        select order_id, checkout_id, buyer_id, shop_id, invoice, status, goods, shipping, fee, total, commission, 'jne-reg', 'JNE REG', '2–3 hari', address,
          paid, shipped, delivered, completed, completed, case when completed is null then 0 else goods + shipping - commission end,
          case when paid is not null and completed is null then goods + shipping - commission end, due, status = 'cancelled',
          (select order_search_text(u.name, past.name) from users u where u.id = past.buyer_id), placed, coalesce(completed, delivered, shipped, paid, placed) from past`,
    sql`insert into order_lines (id, order_id, shop_id, variant_id, product_id, product_slug, name, variant_name, picture_key, price, quantity, weight_g, commission, commission_per_mille, commission_cap)
        select line_id, order_id, shop_id, variant_id, product_id, product_slug, name, variant_name, picture_key, price, quantity, weight_g, commission, ${firstCommission.perMille}::int, ${firstCommission.cap}::bigint from past`,
    sql`insert into parcels (order_id, courier, courier_name, tracking_number, state, scan_source, shipped_at, arrived_at, created_at)
        select order_id, 'jne-reg', 'JNE REG', tracking_number, case when delivered is null then 'shipped' else 'arrived' end, 'simulator', shipped, delivered, shipped
        from past where shipped is not null`,
    sql`insert into tracking_scans (parcel_id, status, source, scanned_at, recorded_at)
        select p.id, s.status, 'simulator', s.at, s.at from past join parcels p on p.order_id = past.order_id,
          lateral (values ('picked', shipped + interval '3 hours'), ('delivered', delivered)) as s (status, at) where s.at is not null`,
    sql`insert into order_adjustments (order_id, kind, bearer, amount) select order_id, 'service_fee', 'platform', fee from past`,
    sql`insert into order_events (order_id, action, from_status, to_status, actor, actor_id, created_at)
        select order_id, e.action, e.from_status, e.to_status, e.actor, case e.actor when 'buyer' then buyer_id end, e.at
        from past, lateral (values
          ('place', null, 'awaiting_payment', 'buyer', placed), ('pay', 'awaiting_payment', 'awaiting_confirmation', 'system', paid),
          ('expire', 'awaiting_payment', 'cancelled', 'system', case when status = 'cancelled' then placed + ${due} end),
          ('accept', 'awaiting_confirmation', 'processing', 'seller', case when status not in ('awaiting_payment', 'awaiting_confirmation', 'cancelled') then paid + interval '1 hour' end),
          ('ship', 'processing', 'shipped', 'seller', shipped), ('mark_delivered', 'shipped', 'delivered', 'courier', delivered),
          ('receive', 'delivered', 'completed', 'buyer', completed)) as e (action, from_status, to_status, actor, at)
        where e.at is not null`,
    sql`insert into reviews (order_line_id, product_id, shop_id, user_id, rating, text, created_at, updated_at)
        select line_id, product_id, shop_id, buyer_id, stars, text, reviewed, reviewed from past where stars is not null and reviewed < now()`,
    // Ledger: the money of each order went into escrow, and left it at completion.
    sql`insert into ledger_accounts (kind, owner) values ('cash', 'simulator'), ('commission', 'platform'), ('service_fee', 'platform') on conflict do nothing`,
    sql`insert into ledger_accounts (kind, owner) select 'escrow', order_id::text from past where paid is not null`,
    sql`insert into ledger_accounts (kind, owner) select distinct 'seller_balance', shop_id::text from past on conflict do nothing`,
    sql`insert into ledger_transactions (kind, reference, created_at) select 'payment_received', payment_id::text, paid from past where paid is not null`,
    sql`insert into ledger_transactions (kind, reference, created_at) select 'order_settled', order_id::text, completed from past where completed is not null`,
    sql`insert into ledger_entries (transaction_id, account_id, amount)
        select t.id, a.id, m.amount
        from past
        cross join lateral (values
          ('payment_received', payment_id::text, 'cash', 'simulator', -total), ('payment_received', payment_id::text, 'escrow', order_id::text, total),
          ('order_settled', order_id::text, 'escrow', order_id::text, -total), ('order_settled', order_id::text, 'seller_balance', shop_id::text, goods + shipping - commission),
          ('order_settled', order_id::text, 'commission', 'platform', commission), ('order_settled', order_id::text, 'service_fee', 'platform', fee)
        ) as m (event, reference, kind, owner, amount)
        join ledger_transactions t on t.kind = m.event and t.reference = m.reference
        join ledger_accounts a on a.kind = m.kind and a.owner = m.owner
        where m.amount <> 0`,
    sql`update ledger_accounts a set balance = e.total
        from (select account_id, sum(amount)::bigint as total from ledger_entries group by 1) e where e.account_id = a.id and a.balance <> e.total`,
  ]) {
    await tx.run(statement);
  }
}
