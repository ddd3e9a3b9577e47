-- The price that a reduced one is compared with is taken from what the product really cost, and is shown for a limited
-- time. Reductions that are shown already end after 30 days.
create table former_prices (
  product_id uuid not null references products (id) on delete cascade,
  ended_at timestamptz not null,
  -- The product's lowest price until then, in rupiah.
  price bigint not null check (price >= 100 and price <= 1000000000),
  primary key (product_id, ended_at)
);
comment on table former_prices is 'catalog: what a product cost until when; a reduction is compared with it';

alter table products add column strike_until timestamptz;
update products set strike_until = now() + interval '30 days' where strike_price is not null;
alter table products add constraint products_strike_until_check check ((strike_price is null) = (strike_until is null));
create index products_strike_until on products (strike_until) where strike_until is not null;
