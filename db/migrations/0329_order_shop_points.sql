-- The price of an instant courier holds from the point where the shop was when the order was placed.
alter table orders add column shop_point jsonb check (jsonb_typeof(shop_point) = 'object');
comment on column orders.shop_point is 'Where the shop was on the map when the order was placed; null unless an instant courier brings it.';
