-- What operators do against people, shops and products that break the rules, with the reason that the person reads, and the appeal.
create table measures (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('user', 'shop', 'product')),
  user_id uuid not null references users (id),
  shop_id uuid references shops (id),
  product_id uuid references products (id),
  rule text not null check (rule ~ '^[a-z_]{3,40}$'),
  text text not null check (length(text) between 20 and 1000),
  product_status text check (product_status in ('active', 'hidden')),
  taken_by uuid not null references users (id),
  taken_at timestamptz not null,
  appeal text check (length(appeal) between 20 and 2000),
  appealed_at timestamptz,
  answer text check (length(answer) between 20 and 1000),
  decided_by uuid references users (id),
  decided_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references users (id),
  check ((kind = 'user') = (shop_id is null)),
  check ((kind = 'product') = (product_id is not null)),
  check ((kind = 'product') = (product_status is not null)),
  check ((appeal is null) = (appealed_at is null)),
  check ((answer is null) = (decided_at is null) and (answer is null) = (decided_by is null)),
  check (answer is null or (appeal is not null and decided_by <> taken_by)),
  check ((ended_at is null) = (ended_by is null)),
  check (user_id <> taken_by)
);
comment on table measures is 'accounts: blocks of people, suspensions of shops and takedowns of products, each with its text for the person and one appeal; open until ended_at';
create unique index measures_open_user on measures (user_id) where kind = 'user' and ended_at is null;
create unique index measures_open_shop on measures (shop_id) where kind = 'shop' and ended_at is null;
create unique index measures_open_product on measures (product_id) where kind = 'product' and ended_at is null;
create index measures_of_user on measures (user_id, taken_at desc, id desc);
create index measures_of_shop on measures (shop_id, taken_at desc, id desc) where shop_id is not null;
create index measures_appeals on measures (appealed_at, id) where appealed_at is not null and decided_at is null and ended_at is null;
create index measures_taken_by on measures (taken_by);

alter table shops add column suspended_at timestamptz, add column payouts_held boolean not null default false;
comment on column shops.suspended_at is 'An operator suspended the shop: its products are not on sale, its running orders go on.';
comment on column shops.payouts_held is 'With the suspension: the shop may request no withdrawal.';
alter table shops add constraint shops_held_check check (not payouts_held or suspended_at is not null);

alter table products
  drop constraint products_status_check,
  add constraint products_status_check check (status in ('active', 'hidden', 'removed', 'suspended', 'taken_down'));
comment on column products.status is 'hidden by the seller, removed by the seller, suspended with its shop (it was active), taken_down by an operator';

-- The console finds people by the beginning of a name.
create index users_name_start on users (lower(name) text_pattern_ops, id desc) where deleted_at is null;
create index users_phone on users (phone) where phone is not null;
