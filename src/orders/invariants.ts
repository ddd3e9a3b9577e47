/**
 * What must be true of stock, orders and money after every commit. Each invariant is a query that finds the breaches.
 * Tests run all of them after each operation; a running marketplace can monitor them.
 */
import { sql, type Queryable, type Sql } from "#lib/database.ts";

const running = sql`('awaiting_confirmation', 'processing', 'shipped', 'delivered', 'disputed')`;

/** Name → a query whose column `what` identifies each breach. */
export const invariants: Readonly<Record<string, Sql>> = {
  "stock is never negative": sql`
    select id::text as what from variants where stock < 0`,
  "a product is in stock exactly when a variant on sale is": sql`
    select p.id::text as what from products p
    where p.in_stock is distinct from exists (select 1 from variants v where v.product_id = p.id and v.is_active and v.stock > 0)`,
  "a cancelled order has given its stock back, no other has": sql`
    select id::text as what from orders where stock_released <> (status = 'cancelled')`,
  "an order's sums are those of its lines": sql`
    select o.id::text as what from orders o
    join lateral (select sum(price * quantity) as goods, sum(commission) as commission from order_lines where order_id = o.id) l on true
    where o.goods_total is distinct from l.goods or o.commission is distinct from l.commission
      or o.total <> o.goods_total + o.shipping_cost + o.service_fee_share`,
  "a checkout is the sum of its orders, and its payment asks for that": sql`
    select c.id::text as what from checkouts c
    join lateral (select sum(goods_total) as goods, sum(shipping_cost) as shipping, sum(service_fee_share) as fee, sum(total) as total from orders where checkout_id = c.id) o on true
    left join payments p on p.checkout_id = c.id
    where c.goods_total is distinct from o.goods or c.shipping_total is distinct from o.shipping or c.service_fee is distinct from o.fee
      or c.total is distinct from o.total or p.amount is distinct from c.total`,
  "escrow holds the whole of every paid order that is not final, and nothing else": sql`
    select coalesce(a.owner, o.id::text) as what
    from (select owner, balance from ledger_accounts where kind = 'escrow' and balance <> 0) a
    full join (
      select o.id, o.total from orders o join payments p on p.checkout_id = o.checkout_id
      where o.status in ${running} or (o.status = 'awaiting_payment' and p.status = 'paid')
    ) o on o.id::text = a.owner
    where a.balance is distinct from o.total`,
  "an order has been paid exactly when it has a paid payment and has moved on": sql`
    select o.id::text as what from orders o join payments p on p.checkout_id = o.checkout_id
    where (o.paid_at is not null and p.status <> 'paid') or (o.status in ${running} and o.paid_at is null)
      or (o.status in ('completed', 'refunded') and o.paid_at is null)`,
  "every cancelled or refunded order that was paid has exactly one refund of its whole total, no other order has one": sql`
    select o.id::text as what from orders o
    join lateral (select count(*) as n, sum(amount) as amount from refunds where order_id = o.id) r on true
    where case when o.status in ('cancelled', 'refunded') and o.paid_at is not null then r.n <> 1 or r.amount <> o.total else r.n <> 0 end`,
  "money that came too late is owed back once": sql`
    select p.id::text as what from payments p
    join lateral (select count(*) as n, sum(amount) as amount from refunds where payment_id = p.id and reason = 'late_payment') r on true
    where case when p.status in ('expired', 'cancelled') and p.received > 0 then r.n <> 1 or r.amount <> p.amount else r.n <> 0 end`,
  "refunds still to be paid are owed to their buyers": sql`
    select coalesce(a.owner, r.buyer) as what
    from (select owner, balance from ledger_accounts where kind = 'refund_payable' and balance <> 0) a
    full join (
      select p.buyer_id::text as buyer, sum(r.amount) as amount from refunds r join payments p on p.id = r.payment_id where r.status = 'pending' group by 1
    ) r on r.buyer = a.owner
    where a.balance is distinct from r.amount`,
  "a shop's balance is what its completed orders earned": sql`
    select coalesce(a.owner, o.shop) as what
    from (select owner, balance from ledger_accounts where kind = 'seller_balance' and balance <> 0) a
    full join (
      select shop_id::text as shop, sum(goods_total + shipping_cost - commission) as earned from orders where status = 'completed' group by 1
      having sum(goods_total + shipping_cost - commission) <> 0
    ) o on o.shop = a.owner
    where a.balance is distinct from o.earned`,
  "all ledger balances sum to zero": sql`
    select 'ledger' as what from ledger_accounts having sum(balance) <> 0`,
  "each ledger transaction balances": sql`
    select transaction_id::text as what from ledger_entries group by transaction_id having sum(amount) <> 0`,
  "each ledger balance is the sum of its entries": sql`
    select a.id::text as what from ledger_accounts a
    where a.balance <> (select coalesce(sum(amount), 0) from ledger_entries e where e.account_id = a.id)`,
  "an order's status is where its last event left it": sql`
    select o.id::text as what from orders o
    where not exists (
      select 1 from order_events e where e.order_id = o.id and e.to_status = o.status
        and e.created_at = (select max(x.created_at) from order_events x where x.order_id = o.id))`,
  "an order that waits has a deadline": sql`
    select id::text as what from orders
    where due_at is null and status in ('awaiting_payment', 'awaiting_confirmation', 'processing', 'shipped', 'delivered')`,
};

/** Runs all invariants. Returns the breaches as `name: what`, at most 20 of each. */
export async function brokenInvariants(db: Queryable): Promise<string[]> {
  const breaches: string[] = [];
  for (const [name, query] of Object.entries(invariants)) {
    const rows = await db.rows<{ what: string }>(sql`select what from (${query}) found limit 20`);
    breaches.push(...rows.map(({ what }) => `${name}: ${what}`));
  }
  return breaches;
}
