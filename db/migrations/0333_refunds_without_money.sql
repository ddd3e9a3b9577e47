-- A refund whose goods and shipping were paid by the marketplace's vouchers alone returns nothing to the buyer. It is
-- stored all the same, because papers and tax files need its parts. It moves no money, so it is done at once.
alter table refunds drop constraint refunds_amount_check;
alter table refunds add constraint refunds_amount_check check (amount > 0 or (amount = 0 and status = 'done' and order_id is not null));

-- The refunds of this kind that were not stored so far.
with missing as (
  select o.id as order_id, 'goods' as part, l.id as line_id,
    l.refunded - (select coalesce(sum(p.given_up), 0) from refund_parts p where p.line_id = l.id) as given_up
  from orders o join order_lines l on l.order_id = o.id
  where o.paid_at is not null and o.settled_at is not null and o.status in ('cancelled', 'refunded')
  union all
  select o.id, 'shipping', null, o.shipping_refunded - (select coalesce(sum(p.given_up), 0)
    from refunds r join refund_parts p on p.refund_id = r.id and p.part = 'shipping' where r.order_id = o.id)
  from orders o
  where o.paid_at is not null and o.settled_at is not null and o.status in ('cancelled', 'refunded')
), stored as (
  insert into refunds (payment_id, attempt_id, buyer_id, order_id, reason, cause, amount, way, status, created_at, done_at)
  select p.id, a.id, o.buyer_id, o.id, case o.status when 'refunded' then 'order_refunded' else 'order_cancelled' end, o.id::text, 0,
    'provider', 'done', o.settled_at, o.settled_at
  from orders o join payments p on p.checkout_id = o.checkout_id join payment_attempts a on a.payment_id = p.id and a.status = 'paid'
  where exists (select from missing m where m.order_id = o.id and m.given_up > 0)
  on conflict (cause) do nothing
  returning id, order_id
)
insert into refund_parts (refund_id, part, line_id, amount, given_up)
select s.id, m.part, m.line_id, 0, m.given_up from stored s join missing m on m.order_id = s.order_id where m.given_up > 0;
