/**
 * What must be true of stock, orders and money after every commit. Each invariant is a query that finds the breaches.
 * Tests run all of them after each operation, and the auditor each night (audit/).
 */
import { joinFixed, sql, type Queryable, type Sql } from "#lib/database.ts";
import { bookedCorrections, correctionInvariants } from "./corrections/invariants.ts";
import { claimInvariants } from "#payments/claims/invariants.ts";
import { computedShare, expectedCourier } from "#payments/settlement/expected-share.ts";
import { taxInvariants } from "#payments/tax/invariants.ts";
import { returnInvariants } from "#payments/refunds/invariants.ts";
import { payoutInvariants } from "#payments/payouts/invariants.ts";
import { couriers } from "#shipping/rules.ts";
import { maxBreaches } from "./audit/rules.ts";

const insuringCouriers = couriers.filter(({ insures }) => insures).map(({ id }) => id);
const running = sql`('awaiting_confirmation', 'processing', 'shipped', 'delivered', 'disputed')`;

/** Name → a query whose column `what` identifies each breach. */
export const invariants: Readonly<Record<string, Sql>> = {
  ...payoutInvariants,
  ...taxInvariants,
  ...claimInvariants,
  ...correctionInvariants,
  "stock is never negative": sql`
    select id::text as what from variants where stock < 0`,
  "a product is in stock exactly when a variant on sale is": sql`
    select p.id::text as what from products p
    where p.in_stock is distinct from exists (select 1 from variants v where v.product_id = p.id and v.is_active and v.stock > 0)`,
  "no product of a suspended shop is on sale": sql`
    select p.id::text as what from shops s join products p on p.shop_id = s.id and p.status = 'active' where s.suspended_at is not null`,
  "a cancelled order has given its stock back, no other has": sql`
    select id::text as what from orders where stock_released <> (status = 'cancelled')`,
  "an order's sums are those of its lines and adjustments": sql`
    select o.id::text as what from orders o
    left join (select order_id, sum(price * quantity) as goods, sum(commission) as commission from order_lines group by 1) l on l.order_id = o.id
    left join (select order_id, sum(amount) as total, -sum(amount) filter (where amount < 0 and bearer = 'platform') as promotion
      from order_adjustments group by 1) a on a.order_id = o.id
    where o.goods_total is distinct from l.goods or o.commission is distinct from l.commission
      or o.adjustments_total <> coalesce(a.total, 0) or o.promotion_cost <> coalesce(a.promotion, 0)
      or o.total <> o.goods_total + o.shipping_cost + o.adjustments_total`,
  "a checkout is the sum of its orders, and its payment asks for that": sql`
    select c.id::text as what from checkouts c
    left join (select checkout_id, sum(goods_total) as goods, sum(shipping_cost) as shipping, sum(adjustments_total) as adjustments, sum(total) as total
      from orders group by 1) o on o.checkout_id = c.id
    left join (select x.checkout_id, -sum(a.amount) as code from order_adjustments a join orders x on x.id = a.order_id where a.kind = 'unique_code' group by 1) u
      on u.checkout_id = c.id
    left join payments p on p.checkout_id = c.id
    where c.goods_total is distinct from o.goods or c.shipping_total is distinct from o.shipping or c.adjustments_total is distinct from o.adjustments
      or c.total is distinct from o.total or p.amount is distinct from c.total + coalesce(u.code, 0)`,
  "no discount exceeds what it lowers": sql`
    select l.id::text as what from order_lines l
    where l.price * l.quantity + (select coalesce(sum(a.amount), 0) from order_adjustments a where a.line_id = l.id) < 0
    union all
    select o.id::text from orders o
    where o.shipping_cost + (select coalesce(sum(a.amount), 0) from order_adjustments a where a.order_id = o.id and a.line_id is null and a.amount < 0) < 0`,
  "escrow holds what was paid for every order that is not final, without refunded parts, and nothing else": sql`
    select coalesce(a.owner, o.id::text) as what
    from (select owner, balance from ledger_accounts where kind = 'escrow' and balance <> 0) a
    full join (
      select o.id, o.total + o.promotion_cost - o.shipping_refunded - o.fees_refunded
        - (select coalesce(sum(l.refunded), 0) from order_lines l where l.order_id = o.id) as held
      from orders o join payments p on p.checkout_id = o.checkout_id
      where (o.status in ${running} and (o.paid_at is not null or not o.cod)) or (o.status = 'awaiting_payment' and p.status = 'paid')
    ) o on o.id::text = a.owner
    where a.balance is distinct from o.held and coalesce(o.held, 0) + coalesce(a.balance, 0) <> 0`,
  "an order has been paid exactly when it has a paid payment and has moved on": sql`
    select o.id::text as what from orders o join payments p on p.checkout_id = o.checkout_id
    where (o.paid_at is not null and p.status <> 'paid') or (o.status in ${running} and o.paid_at is null and not o.cod)
      or (o.cod and o.paid_at is null and p.status <> case when o.status = 'cancelled' then 'cancelled' else 'pending' end)
      or (o.status in ('completed', 'refunded') and o.paid_at is null)`,
  "the stored share of an order under way is what its prices and refunds say": sql`
    select o.id::text as what from orders o where o.status in ${running} and o.expected_share <> ${computedShare}`,
  "an order's money is settled exactly when the order is final and was paid": sql`
    select id::text as what from orders
    where (settled_at is not null) <> (paid_at is not null and status in ('completed', 'cancelled', 'refunded'))`,
  "the refunds of an order are what its buyer paid for the refunded parts": sql`
    select o.id::text as what from orders o
    where (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id) <> o.fees_refunded + (
      select coalesce(sum(case when part.refunded = part.whole then part.paid else div(part.refunded * part.paid, part.whole) end), 0) from (
        select l.refunded, l.price * l.quantity + d.by_shop as whole, l.price * l.quantity + d.by_shop + d.by_platform as paid
        from order_lines l cross join lateral (
          select coalesce(sum(amount) filter (where bearer = 'shop'), 0) as by_shop, coalesce(sum(amount) filter (where bearer = 'platform'), 0) as by_platform
          from order_adjustments where line_id = l.id) d
        where l.order_id = o.id
        union all
        select o.shipping_refunded, o.shipping_cost + d.by_shop, o.shipping_cost + d.by_shop + d.by_platform
        from (select coalesce(sum(amount) filter (where bearer = 'shop'), 0) as by_shop, coalesce(sum(amount) filter (where bearer = 'platform' and amount < 0), 0) as by_platform
          from order_adjustments where order_id = o.id and line_id is null) d
      ) part)`,
  "what was given up of an order is what the parts of its refunds say": sql`
    select o.id::text as what from orders o
    where exists (select from order_lines l where l.order_id = o.id and l.refunded <> (select coalesce(sum(p.given_up), 0) from refund_parts p where p.line_id = l.id))
        or row (o.shipping_refunded, o.fees_refunded) <> (select coalesce(sum(p.given_up) filter (where p.part = 'shipping'), 0), coalesce(sum(p.given_up) filter (where p.part = 'fees'), 0)
          from refunds r join refund_parts p on p.refund_id = r.id where r.order_id = o.id)`,
  ...returnInvariants,
  "no more is refunded of the shipping than the shop asks for it, with its insurance": sql`
    select o.id::text as what from orders o
    where o.shipping_refunded > o.shipping_cost + (select coalesce(sum(amount), 0) from order_adjustments where order_id = o.id and line_id is null and bearer = 'shop')`,
  "an order is insured at most once, for its shop, and with a courier that insures": sql`
    select a.order_id::text as what from order_adjustments a join orders o on o.id = a.order_id
    where a.kind = 'insurance'
    group by a.order_id, o.courier having count(*) > 1 or bool_or(a.bearer <> 'shop' or a.line_id is not null) or not o.courier = any(${insuringCouriers}::text[])`,
  "a cancelled or refunded order that was paid returned everything": sql`
    select o.id::text as what from orders o
    where o.status in ('cancelled', 'refunded') and o.paid_at is not null
      and (o.earned <> 0 or o.total <> (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id))`,
  "an attempt received what its receipts say": sql`
    select a.id::text as what from payment_attempts a
    where a.received <> (select coalesce(sum(r.amount), 0) from payment_receipts r where r.attempt_id = a.id)`,
  "money that came too late, too much or too little is owed back once": sql`
    select a.id::text as what from payment_attempts a
    where a.returned <> (select coalesce(sum(r.amount), 0) from refunds r
      where r.attempt_id = a.id and r.reason in ('late_payment', 'overpayment', 'underpayment'))`,
  "no more is refunded than came in": sql`
    select a.id::text as what from payment_attempts a
    where a.received < (select coalesce(sum(r.amount), 0) from refunds r where r.attempt_id = a.id and r.reason <> 'goodwill')`,
  "a paid payment has one paid attempt, no other has one": sql`
    select p.id::text as what from payments p
    where (p.status = 'paid') <> exists (select 1 from payment_attempts a where a.payment_id = p.id and a.status = 'paid' and a.settled + a.code = p.amount)
      or (p.status <> 'pending' and exists (select 1 from payment_attempts a where a.payment_id = p.id and a.status = 'pending'))`,
  "a part of a payment waits for the rest": sql`
    select coalesce(a.owner, p.id) as what
    from (select owner, balance from ledger_accounts where kind = 'unapplied_payment' and balance <> 0) a
    full join (
      select payment_id::text as id, sum(received - settled - returned) as waiting from payment_attempts where received > settled + returned group by 1
    ) p on p.id = a.owner
    where a.balance is distinct from p.waiting`,
  "refunds still to be paid are owed to their buyers": sql`
    select coalesce(a.owner, r.buyer) as what
    from (select owner, balance from ledger_accounts where kind = 'refund_payable' and balance <> 0) a
    full join (
      select buyer_id::text as buyer, sum(amount) as amount from refunds where status <> 'done' group by 1
    ) r on r.buyer = a.owner
    where a.balance is distinct from r.amount`,
  "a shop's balance is what its orders earned, less what it has withdrawn": sql`
    select coalesce(a.owner, o.shop) as what
    from (select owner, sum(balance) as balance from ledger_accounts where kind in ('seller_balance', 'seller_debt') group by 1 having sum(balance) <> 0) a
    full join (
      select shop, sum(amount) as amount from (
        select shop_id::text as shop, earned as amount from orders
        union all select o.shop_id::text, i.to_shop from insurance_claims i join orders o on o.id = i.order_id
        union all select o.shop_id::text, k.to_shop from ${bookedCorrections} k join orders o on o.id = k.order_id
        union all select shop_id::text, -amount from payouts where shop_id is not null and status not in ('failed', 'returned', 'cancelled')
      ) moved group by 1 having sum(amount) <> 0
    ) o on o.shop = a.owner
    where a.balance is distinct from o.amount`,
  "what buyers' banks took back is borne by orders or owed to the marketplace": sql`
    select coalesce(a.owner, p.id) as what
    from (select owner, balance from ledger_accounts where kind = 'chargeback_receivable' and balance <> 0) a
    full join (
      select t.payment_id::text as id, sum(t.charged_back - r.borne) as open from payment_attempts t
      cross join lateral (select coalesce(sum(amount), 0) as borne from refunds where attempt_id = t.id and way = 'chargeback') r
      group by 1 having sum(t.charged_back - r.borne) <> 0
    ) p on p.id = a.owner
    where a.balance is distinct from -p.open`,
  "refunds are covered by no more than buyers' banks took back": sql`
    select t.id::text as what from payment_attempts t
    join refunds r on r.attempt_id = t.id and r.way = 'chargeback'
    group by t.id having sum(r.amount) > t.charged_back`,
  "cash at a provider is what came in there, less what was sent back and paid out": sql`
    select coalesce(a.owner, moved.provider) as what
    from (select owner, -balance as cash from ledger_accounts where kind = 'cash' and balance <> 0) a
    full join (
      select provider, sum(amount) as cash from (
        select provider, amount from payment_receipts where provider <> 'cod'
        union all select 'manual', amount - fee from cod_remittances
        union all select 'manual', amount from cod_decisions where state = 'booked' and kind in ('part_paid', 'recovered')
        union all select 'manual', paid from insurance_claims where claimant = 'marketplace'
        union all select provider, -charged_back from payment_attempts where charged_back <> 0
        union all select t.provider, -r.amount from refunds r join payment_attempts t on t.id = r.attempt_id where r.way = 'provider' and r.status = 'done'
        union all select provider, fee - amount from payouts where status = 'paid'
        union all select 'manual', -amount from tax_payments
        union all select c.owner, -e.amount from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
          join ledger_accounts c on c.id = e.account_id where x.kind = 'provider_settled' and c.kind = 'cash'
      ) one group by 1 having sum(amount) <> 0
    ) moved on moved.provider = a.owner
    where a.cash is distinct from moved.cash`,
  "couriers owe the cash that they collected and have not handed over": sql`
    select coalesce(a.owner, c.courier) as what
    from (select owner, balance from ledger_accounts where kind = 'cod_receivable' and balance <> 0) a
    full join (
      select courier, sum(amount - settled) as amount from cod_collections where remittance_id is null group by 1 having sum(amount - settled) <> 0
    ) c on c.courier = a.owner
    where a.balance is distinct from -c.amount`,
  "the cash of a COD order was collected exactly when it is paid": sql`
    select o.id::text as what from orders o
    left join cod_collections c on c.order_id = o.id
    where (o.cod and o.paid_at is not null) <> (c.order_id is not null)
    union all
    select c.order_id::text from cod_collections c join payment_attempts a on a.id = c.attempt_id
    where a.provider <> 'cod' or a.status <> 'paid' or a.received <> c.amount
    union all
    select a.id::text from payment_attempts a where a.provider = 'cod' and a.status = 'paid'
      and not exists (select from cod_collections c where c.attempt_id = a.id)`,
  "what a courier does not owe any more of an order's cash is what operators decided": sql`
    select c.order_id::text as what from cod_collections c
    cross join lateral (select coalesce(sum(amount), 0) as amount from cod_decisions d
      where d.order_id = c.order_id and d.state = 'booked' and d.kind in ('part_paid', 'written_off')) d
    where c.settled <> d.amount`,
  "the marketplace's losses are what it wrote off, less what came in after all and its part of claims": sql`
    select 'losses' as what
    from (select coalesce(sum(balance), 0) as booked from ledger_accounts where kind = 'losses') a
    cross join (select coalesce(sum(case kind when 'written_off' then -amount else amount end), 0) as decided from cod_decisions
      where state = 'booked' and kind in ('written_off', 'recovered')) d
    cross join (select coalesce(sum(paid - to_shop), 0) as claimed from insurance_claims where claimant = 'marketplace') i
    where a.booked <> d.decided + i.claimed`,
  "a COD order is alone in its checkout": sql`
    select o.checkout_id::text as what from orders o join orders x on x.checkout_id = o.checkout_id and x.id <> o.id where o.cod`,
  "a remittance is the cash of its orders": sql`
    select r.id::text as what from cod_remittances r
    cross join lateral (select coalesce(sum(amount - settled), 0) as amount, count(*) as n from cod_collections c where c.remittance_id = r.id) c
    where r.amount <> c.amount or r.matched_count <> c.n or exists (select from cod_collections x where x.remittance_id = r.id and x.courier <> r.courier)`,
  "a shop with a balance has no debt": sql`
    select b.owner as what from ledger_accounts b join ledger_accounts d on d.owner = b.owner and d.kind = 'seller_debt'
    where b.kind = 'seller_balance' and b.balance > 0 and d.balance < 0`,
  "the counter of a voucher is the number of its uses, within its quota": sql`
    select v.id::text as what from vouchers v
    where v.used > v.quota or v.used <> (select count(*) from voucher_uses u where u.voucher_id = v.id and u.state <> 'released')`,
  "no buyer uses a voucher more often than it allows": sql`
    select u.voucher_id::text as what from voucher_uses u join vouchers v on v.id = u.voucher_id
    where u.state <> 'released' group by u.voucher_id, u.buyer_id, v.per_buyer having count(*) > v.per_buyer`,
  "a voucher costs what it took off its orders": sql`
    select u.id::text as what from voucher_uses u join vouchers v on v.id = u.voucher_id
    where u.amount > v.max_amount or u.amount <> (select coalesce(sum(s.amount), 0) from voucher_shares s where s.use_id = u.id)
    union all
    select coalesce(s.order_id, a.order_id)::text
    from (select s.order_id, u.voucher_id::text as source, s.amount
      from voucher_shares s join voucher_uses u on u.id = s.use_id join vouchers v on v.id = u.voucher_id where v.kind <> 'cashback') s
    full join (
      select order_id, source, -sum(amount) as amount from order_adjustments where kind in ('voucher', 'free_shipping') group by 1, 2
    ) a on a.order_id = s.order_id and a.source = s.source
    where a.amount is distinct from s.amount`,
  "a voucher's use is released exactly when all of its orders are cancelled or refunded": sql`
    select u.id::text as what from voucher_uses u
    where (u.state = 'released') <> not exists (
      select 1 from voucher_shares s join orders o on o.id = s.order_id where s.use_id = u.id and o.status not in ('cancelled', 'refunded'))`,
  "the rating of a product is the sum of the reviews that count": sql`
    select p.id::text as what from products p
    left join (select product_id, sum(rating) as sum, count(*) as n from reviews where state = 'shown' group by 1) r on r.product_id = p.id
    where p.rating_sum <> coalesce(r.sum, 0) or p.rating_count <> coalesce(r.n, 0)`,
  "the rating of a shop is the sum of the reviews that count": sql`
    select s.id::text as what from shops s
    left join (select shop_id, sum(rating) as sum, count(*) as n from reviews where state = 'shown' group by 1) r on r.shop_id = s.id
    where s.rating_sum <> coalesce(r.sum, 0) or s.rating_count <> coalesce(r.n, 0)`,
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
  // After the buyer said that all arrived, the courier of a further parcel is called off, or it was faster.
  "an order under way or delivered has a parcel to its buyer, and a delivered one has none under way but what its courier fetches after all": sql`
    select o.id::text as what from orders o
    where o.status in ('shipped', 'delivered') and not exists (select 1 from parcels p where p.order_id = o.id and p.direction = 'out')
    union all
    select p.id::text from parcels p join orders o on o.id = p.order_id
    where p.direction = 'out' and p.state in ('booked', 'shipped') and o.status = 'delivered' and not exists (
      select from courier_bookings b where b.parcel_id = p.id and (
        (p.state = 'booked' and b.state = 'booked' and b.poll_at is not null) or (b.state = 'collected' and p.shipped_at >= o.delivered_at)))`,
  "what a courier platform is owed is the price of the parcels that it fetches": sql`
    select coalesce(a.owner, b.provider) as what
    from (select owner, balance from ledger_accounts where kind = 'courier_payable' and balance <> 0) a
    full join (
      select provider, sum(price) as amount from courier_bookings where state in ('booked', 'collected') group by 1 having sum(price) <> 0
    ) b on b.provider = a.owner
    where a.balance is distinct from b.amount`,
  "the marketplace's cost of couriers is what they cost, less what settled orders kept for them": sql`
    select 'courier_cost' as what
    from (select coalesce(sum(balance), 0) as booked from ledger_accounts where kind = 'courier_cost') a
    cross join (select coalesce(sum(price), 0) as paid from courier_bookings where state in ('booked', 'collected')) b
    cross join (select coalesce(sum(${expectedCourier}), 0) as kept from orders o where o.settled_at is not null) o
    where a.booked <> o.kept - b.paid`,
  "an order's courier costs what its booking says until the money is settled, and so does its parcel": sql`
    select o.id::text as what from orders o
    left join (select order_id, sum(price) as price from courier_bookings where state in ('booked', 'collected') group by 1) b on b.order_id = o.id
    where o.settled_at is null and o.courier_cost <> coalesce(b.price, 0)
    union all
    select p.id::text from courier_bookings b join parcels p on p.id = b.parcel_id
    where p.cost is distinct from b.price or (b.state = 'cancelled') <> (p.state = 'cancelled') or (b.state = 'booked' and p.state <> 'booked')`,
  "a disputed order has exactly one open complaint with a deadline, no other order has one": sql`
    select o.id::text as what from orders o
    where o.status = 'disputed' and (select count(*) from complaints c where c.order_id = o.id and c.state <> 'closed' and c.due_at is not null) <> 1
    union all
    select c.id::text from complaints c join orders o on o.id = c.order_id where c.state <> 'closed' and o.status <> 'disputed'`,
  "a closed complaint has a written outcome, and its last message is that": sql`
    select c.id::text as what from complaints c
    where c.state = 'closed' and (c.outcome is null or coalesce(c.outcome_text, '') = '' or c.outcome_text is distinct from (
      select m.text from complaint_messages m where m.complaint_id = c.id order by m.created_at desc, m.id desc limit 1))`,
  "a closed complaint ended its order or, withdrawn before the arrival, let it go on; what it gave was refunded": sql`
    select c.id::text as what from complaints c join orders o on o.id = c.order_id
    where c.state = 'closed' and ((o.status not in ('completed', 'refunded') and not (c.outcome = 'withdrawn' and exists (
      select 1 from order_events e where e.order_id = o.id and e.action = 'resume_shipping'))) or c.refunded > (
      select coalesce(sum(r.amount), 0) from refunds r where r.order_id = c.order_id))`,
  "an order that waits has a deadline": sql`
    select id::text as what from orders
    where due_at is null and status in ('awaiting_payment', 'awaiting_confirmation', 'processing', 'shipped', 'delivered')`,
};

/** What breaches one of the invariants: some of the breaches, when there are many. */
export async function findBreaches(db: Queryable, invariant: Sql): Promise<string[]> {
  const rows = await db.rows<{ what: string }>(
    sql`select distinct what from (${invariant}) found limit ${maxBreaches}`,
  );
  return rows.map(({ what }) => what);
}

/** All invariants in one statement, so that a check waits for the database once. */
const everyInvariant = joinFixed(
  Object.entries(invariants).map(
    ([name, query]) => sql`(select distinct ${name}::text as name, what from (${query}) found limit ${maxBreaches})`,
  ),
  sql` union all `,
);

/** Runs all invariants. Returns the breaches as `name: what`. */
export async function brokenInvariants(db: Queryable): Promise<string[]> {
  const breaches = await db.rows<{ name: string; what: string }>(everyInvariant);
  return breaches.map(({ name, what }) => `${name}: ${what}`);
}
