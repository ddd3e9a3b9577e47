-- Vouchers of the platform and of shops, and their uses. `used` counts the uses that are not released; the check and the
-- conditional update of the checkout keep it within the quota, also when many buyers pay at once.
create table vouchers (
  id uuid primary key default uuidv7(),
  shop_id uuid references shops,
  buyer_id uuid references users,
  code text not null check (code ~ '^[A-Z0-9]{4,20}$'),
  kind text not null check (kind in ('percent', 'fixed', 'free_shipping', 'cashback')),
  per_mille int check (per_mille between 1 and 1000),
  max_amount bigint not null check (max_amount between 100 and 10000000),
  min_goods bigint not null default 0 check (min_goods between 0 and 5000000000),
  category_id uuid references categories,
  quota int not null check (quota between 1 and 1000000),
  per_buyer int not null check (per_buyer between 1 and 100),
  used int not null default 0,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  stacking_group text not null check (stacking_group in ('shop', 'discount', 'shipping', 'alone')),
  is_listed boolean not null,
  state text not null default 'active' check (state in ('active', 'stopped')),
  created_by uuid references users,
  created_at timestamptz not null,
  stopped_at timestamptz,
  check (used between 0 and quota),
  check (per_buyer <= quota),
  check (starts_at < ends_at),
  check ((per_mille is not null) = (kind in ('percent', 'cashback'))),
  check ((stacking_group = 'shop') = (shop_id is not null)),
  check ((state = 'stopped') = (stopped_at is not null)),
  check ((buyer_id is null) = (created_by is not null))
);
comment on table vouchers is 'promotions: what a shop or the platform takes off a purchase, and for whom, when and how often';
comment on column vouchers.shop_id is 'the shop that bears it; null: the platform';
comment on column vouchers.buyer_id is 'the only buyer who may use it (cashback); null: every buyer';
comment on column vouchers.max_amount is 'what a fixed voucher takes off; of other kinds the most that one use takes off, in rupiah';
-- A code that ended may be used for a new voucher: the old one is stopped then.
create unique index vouchers_code on vouchers (shop_id, code) nulls not distinct where state = 'active';
create index vouchers_by_code on vouchers (code);
create index vouchers_shop on vouchers (shop_id, created_at desc, id desc);
create index vouchers_buyer on vouchers (buyer_id) where buyer_id is not null;

create table voucher_uses (
  id uuid primary key default uuidv7(),
  voucher_id uuid not null references vouchers,
  buyer_id uuid not null references users,
  checkout_id uuid not null references checkouts,
  nth int not null check (nth >= 1),
  amount bigint not null check (amount > 0),
  state text not null default 'reserved' check (state in ('reserved', 'used', 'released')),
  reserved_at timestamptz not null,
  used_at timestamptz,
  released_at timestamptz,
  unique (voucher_id, checkout_id),
  check ((state = 'released') = (released_at is not null))
);
comment on table voucher_uses is 'promotions: a voucher in a checkout: reserved while unpaid, used when paid, released when its orders are all cancelled or refunded';
comment on column voucher_uses.nth is 'which of its buyer''s uses of this voucher it is; two at the same moment cannot be the same one';
comment on column voucher_uses.amount is 'what it takes off the checkout, or the cashback that it promises, in rupiah';
create unique index voucher_uses_nth on voucher_uses (voucher_id, buyer_id, nth) where state <> 'released';
create index voucher_uses_buyer on voucher_uses (buyer_id, voucher_id);
create index voucher_uses_checkout on voucher_uses (checkout_id);

create table voucher_shares (
  use_id uuid not null references voucher_uses,
  order_id uuid not null references orders,
  amount bigint not null check (amount > 0),
  cashback_voucher_id uuid references vouchers,
  primary key (use_id, order_id)
);
comment on table voucher_shares is 'promotions: the part of a voucher''s use that belongs to one order';
comment on column voucher_shares.cashback_voucher_id is 'the voucher that the buyer got for it when the order was completed';
create index voucher_shares_order on voucher_shares (order_id);
