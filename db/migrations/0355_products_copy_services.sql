-- Buyers filter listings by what shipping to them costs. It depends on the services of the shop, of which products have
-- only the companies so far. Products of an earlier release that are saved during an update get them with the next change.
alter table products add column courier_services text[] not null default '{}' check (cardinality(courier_services) <= 40);
comment on column products.courier_services is 'The shop''s couriers, sorted; a copy, like couriers.';

update products p set courier_services = array(select distinct one from unnest(s.couriers) one order by 1)
from shops s where s.id = p.shop_id;
