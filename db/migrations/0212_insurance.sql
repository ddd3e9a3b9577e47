-- A buyer may insure an order's parcel. The premium belongs to the shop, which insures it at the courier, like its shipping.
create unique index order_adjustments_insurance on order_adjustments (order_id) where kind = 'insurance';
alter table order_adjustments add constraint order_adjustments_insurance_bearer check (kind <> 'insurance' or bearer = 'shop');
alter table orders
  drop constraint orders_shipping_refunded_check,
  add constraint orders_shipping_refunded_check check (shipping_refunded >= 0);
comment on column orders.shipping_refunded is 'How much of the shipping and its insurance was refunded.';
