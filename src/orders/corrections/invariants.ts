import { joinFixed, sql, type Sql } from "#lib/database.ts";
import { expectedCommission } from "#payments/settlement/expected-share.ts";
import { corrections, correctionKinds } from "./rules.ts";

const quoted = (text: string) => sql`${text}::text`;
// Kind, sum and sign within the sum, and the sign for the shop's balance.
const kinds = joinFixed(
  correctionKinds.map((kind) => {
    const { sum, isReversal, sign, account, reader } = corrections[kind];
    return sql`select ${quoted(kind)} as kind, ${quoted(sum)} as sum, ${isReversal ? -1 : 1}::int as direction, ${reader === "seller" ? sign : 0}::int as to_shop,
      ${account === "corrections" ? -sign : 0}::int as to_marketplace`;
  }),
  sql` union all `,
);

/** Booked corrections with how they count. */
export const bookedCorrections = sql`(
  select k.id, k.order_id, k.kind, k.amount, n.sum, k.amount * n.direction as summed, k.amount * n.to_shop as to_shop, k.amount * n.to_marketplace as to_marketplace, k.refund_id
  from order_corrections k join (${kinds}) n on n.kind = k.kind where k.state = 'booked')`;

/** What must be true of corrections of orders. Name → a query whose `what` identifies each breach. */
export const correctionInvariants: Readonly<Record<string, Sql>> = {
  "each booked correction is one event of the ledger, of its kind and amount, and no other is": sql`
    select coalesce(k.id::text, t.reference) as what
    from (select id, kind, amount, id::text || ' ' || order_id as reference from order_corrections where state = 'booked') k
    full join (
      select t.kind, t.reference, (select sum(e.amount) filter (where e.amount > 0) from ledger_entries e where e.transaction_id = t.id) as amount
      from ledger_transactions t where t.kind in (select kind from (${kinds}) n)
    ) t on t.kind = k.kind and t.reference = k.reference
    where k.amount is distinct from t.amount`,
  "what an order was corrected in all is the sum of its corrections, and within what the order bears and earned": sql`
    select coalesce(c.order_id, k.order_id)::text as what
    from corrected_orders c full join (
      select order_id, coalesce(sum(summed) filter (where sum = 'fee_returned'), 0) as fee_returned,
        coalesce(sum(summed) filter (where sum = 'credit_taken_back'), 0) as credit_taken_back,
        coalesce(sum(summed) filter (where sum = 'shop_goodwill'), 0) as shop_goodwill,
        coalesce(sum(summed) filter (where sum = 'buyer_goodwill'), 0) as buyer_goodwill
      from ${bookedCorrections} b group by order_id
    ) k on k.order_id = c.order_id
    where row (c.fee_returned, c.credit_taken_back, c.shop_goodwill, c.buyer_goodwill)
        is distinct from row (k.fee_returned, k.credit_taken_back, k.shop_goodwill, k.buyer_goodwill)
      or c.fee_returned > c.commission or c.credit_taken_back > c.earned`,
  "what limits the corrections of an order is what its money was divided into": sql`
    select o.id::text as what from corrected_orders c join orders o on o.id = c.order_id
    where c.earned <> o.earned or c.commission <> case when o.settled_at is null then 0 else ${expectedCommission} end`,
  "what corrections of an order cost the marketplace beside its fees is in the order's account": sql`
    select coalesce(a.owner, k.id) as what
    from (select owner, balance from ledger_accounts where kind = 'corrections' and balance <> 0) a
    full join (
      select order_id::text as id, sum(to_marketplace) as amount from ${bookedCorrections} b group by 1 having sum(to_marketplace) <> 0
    ) k on k.id = a.owner
    where a.balance is distinct from k.amount`,
  "each compensation of a buyer is one refund to that buyer, and no other refund is one": sql`
    select coalesce(k.id, r.id)::text as what
    from (select b.id, b.refund_id, b.amount, o.buyer_id, p.id as payment_id from ${bookedCorrections} b
      join orders o on o.id = b.order_id join payments p on p.checkout_id = o.checkout_id where b.sum = 'buyer_goodwill') k
    full join (select * from refunds where reason = 'goodwill') r on r.id = k.refund_id
    where row (k.amount, k.buyer_id, k.payment_id) is distinct from row (r.amount, r.buyer_id, r.payment_id)`,
  "a correction is decided by another operator than the one who proposed it, and by none of the order's sides": sql`
    select k.id::text as what from order_corrections k join orders o on o.id = k.order_id join shops s on s.id = o.shop_id
    where k.state = 'booked' and k.proposed_by is not null
      and (k.decided_by is null or k.decided_by = k.proposed_by or array[o.buyer_id, s.owner_id] && array[k.proposed_by, k.decided_by])`,
};
