import { sql, type Sql } from "#lib/database.ts";

/** What must be true of what couriers paid for insured parcels. Name → a query whose `what` identifies each breach. */
export const claimInvariants: Readonly<Record<string, Sql>> = {
  // What a bank took back and returned later is no loss any more, but it was one when the claim was paid.
  "claims of an order are paid after its money is divided, within what was insured, and to the shop within its loss": sql`
    select o.id::text as what from orders o
    join (select order_id, sum(paid) as paid, sum(to_shop) as to_shop, max(insured) as insured
      from insurance_claims where state = 'paid' group by order_id) claimed on claimed.order_id = o.id
    cross join lateral (select coalesce(sum(p.given_up), 0) as lost from refunds r join refund_parts p on p.refund_id = r.id
      where r.order_id = o.id and r.returns is null and p.part in ('goods', 'shipping')) given_up
    where o.settled_at is null or claimed.paid > claimed.insured or claimed.to_shop > given_up.lost`,
};
