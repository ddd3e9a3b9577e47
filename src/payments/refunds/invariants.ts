import { sql, type Sql } from "#lib/database.ts";

/** What must be true of refunds that came again. Name → a query whose `what` identifies each breach. */
export const returnInvariants: Readonly<Record<string, Sql>> = {
  "no more of a refund comes again than the buyer's bank had taken, and never before it": sql`
    select r.id::text as what from refunds r
    join (select returns, -sum(amount) as amount, min(created_at) as first from refunds where returns is not null group by 1) b on b.returns = r.id
    where r.way <> 'chargeback' or r.returns is not null or b.amount > r.amount or b.first < r.created_at`,
  "what comes again is of the order, payment and buyer of its refund": sql`
    select b.id::text as what from refunds b join refunds r on r.id = b.returns
    where row (b.order_id, b.payment_id, b.attempt_id, b.buyer_id, b.reason) is distinct from row (r.order_id, r.payment_id, r.attempt_id, r.buyer_id, r.reason)`,
  "what comes again of a refund is of its parts, and no more than of each": sql`
    select r.id::text as what from refunds r join refunds b on b.returns = r.id join refund_parts q on q.refund_id = b.id
    left join refund_parts p on p.refund_id = r.id and p.part = q.part and p.line_id is not distinct from q.line_id
    group by r.id, q.part, q.line_id, p.amount having coalesce(p.amount, 0) + sum(q.amount) < 0`,
  "the parts of a refund, and of what comes again, are together its amount": sql`
    select r.id::text as what from refunds r join refund_parts p on p.refund_id = r.id group by r.id having sum(p.amount) <> r.amount`,
};
