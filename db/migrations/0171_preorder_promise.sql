-- The days of preparation that the buyer saw. Until now they were read from the product when the seller accepted, so a
-- seller could lengthen them after the sale.
alter table orders add column preorder_days integer check (preorder_days > 0);
update orders o set preorder_days = made.days
from (
  select l.order_id, max(p.preorder_days) as days
  from order_lines l join products p on p.id = l.product_id
  group by l.order_id
) made
where made.order_id = o.id and made.days is not null
  and o.status in ('awaiting_payment', 'awaiting_confirmation', 'processing');
