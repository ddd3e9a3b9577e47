-- What the shop gets when an order under way is completed, so that a balance need not compute it for each of a thousand orders. It is
-- stored with each change of the status, and cleared when what it is computed from changes: then it is computed until the next one.
alter table orders add column expected_share bigint;
comment on column orders.expected_share is 'what the shop gets when the order is completed as it is now; null when that must be computed';

create function clear_expected_share() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    new.expected_share := null;
    return new;
  end if;
  update orders set expected_share = null where id = new.order_id and expected_share is not null;
  return null;
end $$;

create trigger orders_expected before update of shipping_cost, shipping_refunded, courier_cost on orders for each row
  when (new.expected_share is not null and new.expected_share is not distinct from old.expected_share
    and (old.shipping_cost, old.shipping_refunded, old.courier_cost) is distinct from (new.shipping_cost, new.shipping_refunded, new.courier_cost))
  execute function clear_expected_share();
create trigger order_lines_expected after update of refunded on order_lines for each row
  when (old.refunded is distinct from new.refunded) execute function clear_expected_share();
