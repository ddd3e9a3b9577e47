create table cart_lines (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  variant_id uuid not null references variants on delete cascade,
  quantity int not null check (quantity between 1 and 999),
  selected boolean not null default true,
  note text not null default '' check (length(note) <= 200),
  created_at timestamptz not null,
  unique (user_id, variant_id)
);
comment on table cart_lines is 'cart: what each person put aside; prices are never stored here';
create index cart_lines_user on cart_lines (user_id, created_at);

create table checkouts (
  id uuid primary key default uuidv7(),
  buyer_id uuid not null references users,
  goods_total bigint not null check (goods_total >= 0),
  shipping_total bigint not null check (shipping_total >= 0),
  service_fee bigint not null check (service_fee >= 0),
  total bigint not null check (total > 0),
  created_at timestamptz not null,
  check (total = goods_total + shipping_total + service_fee)
);
comment on table checkouts is 'orders: one purchase of one buyer: one payment, one order for each shop';
create index checkouts_buyer on checkouts (buyer_id, created_at desc);

create table payments (
  id uuid primary key default uuidv7(),
  checkout_id uuid not null unique references checkouts,
  buyer_id uuid not null references users,
  provider text not null check (provider in ('simulator', 'manual', 'midtrans', 'xendit')),
  method text not null check (length(method) between 2 and 40),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'paid', 'expired', 'cancelled')),
  provider_reference text not null unique,
  instructions jsonb,
  due_at timestamptz not null,
  paid_at timestamptz,
  received bigint not null default 0 check (received in (0, amount)),
  created_at timestamptz not null,
  check (status <> 'paid' or paid_at is not null),
  check (status <> 'paid' or received = amount)
);
comment on table payments is 'payments: one for each checkout; received says what came in, also when it came too late';
create index payments_due on payments (due_at) where status = 'pending';

create table payment_notifications (
  id uuid primary key default uuidv7(),
  provider text not null,
  payment_id uuid references payments,
  verdict text not null check (verdict in ('settled', 'already_known', 'late', 'ignored', 'bad_signature', 'wrong_amount', 'unknown_payment', 'not_confirmed')),
  body_hash bytea not null,
  received_at timestamptz not null
);
comment on table payment_notifications is 'payments: every notification that knocked, with what we made of it';
create index payment_notifications_payment on payment_notifications (payment_id);

create table refunds (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments,
  order_id uuid,
  reason text not null check (reason in ('order_cancelled', 'order_refunded', 'late_payment')),
  amount bigint not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'done')),
  provider_reference text,
  created_at timestamptz not null,
  done_at timestamptz,
  check ((status = 'done') = (done_at is not null)),
  unique nulls not distinct (payment_id, order_id, reason)
);
comment on table refunds is 'payments: money on its way back to a buyer; at most one for each payment, order and reason';
create index refunds_open on refunds (created_at) where status = 'pending';

create table ledger_accounts (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('cash', 'escrow', 'seller_balance', 'commission', 'service_fee', 'refund_payable')),
  owner text not null,
  balance bigint not null default 0,
  check (kind = 'cash' or balance >= 0),
  unique (kind, owner)
);
comment on table ledger_accounts is 'payments: accounts of the double-entry ledger; credit balances are positive, cash is the mirror (what providers hold for us, negative); all balances sum to 0';

create table ledger_transactions (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('payment_received', 'late_payment_received', 'order_released', 'order_refunded', 'refund_paid')),
  reference text not null,
  created_at timestamptz not null,
  unique (kind, reference)
);
comment on table ledger_transactions is 'payments: one business event that moved money; kind and reference make doing it twice impossible';

create table ledger_entries (
  transaction_id uuid not null references ledger_transactions,
  account_id uuid not null references ledger_accounts,
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, account_id)
);
comment on table ledger_entries is 'payments: the movements; append-only; the entries of a transaction sum to 0';
create index ledger_entries_account on ledger_entries (account_id);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_append_only();
revoke update, delete, truncate on ledger_entries from current_user;

create table orders (
  id uuid primary key default uuidv7(),
  checkout_id uuid not null references checkouts,
  buyer_id uuid not null references users,
  shop_id uuid not null references shops,
  invoice text not null unique check (invoice ~ '^INV/[0-9]{8}/[A-Z0-9]{8,16}$'),
  status text not null check (status in ('awaiting_payment', 'awaiting_confirmation', 'processing', 'shipped', 'delivered', 'completed', 'cancelled', 'disputed', 'refunded')),
  goods_total bigint not null check (goods_total > 0),
  shipping_cost bigint not null check (shipping_cost >= 0),
  service_fee_share bigint not null check (service_fee_share >= 0),
  total bigint not null check (total > 0),
  commission bigint not null check (commission >= 0 and commission <= goods_total),
  courier text not null,
  courier_name text not null,
  eta text not null,
  resi text check (length(resi) between 5 and 40),
  address jsonb not null,
  due_at timestamptz,
  extended boolean not null default false,
  cancel_requested_at timestamptz,
  cancel_reason text check (length(cancel_reason) between 1 and 300),
  stock_released boolean not null default false,
  paid_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (total = goods_total + shipping_cost + service_fee_share),
  check (status not in ('completed', 'cancelled', 'refunded') or due_at is null),
  check (status not in ('shipped', 'delivered', 'completed') or paid_at is not null)
) with (fillfactor = 85);
comment on table orders is 'orders: one for each shop of a checkout; due_at is when silence decides';
create index orders_buyer on orders (buyer_id, created_at desc);
create index orders_shop on orders (shop_id, status, created_at desc);
create index orders_checkout on orders (checkout_id);
create index orders_due on orders (due_at) where due_at is not null;
create unique index orders_resi on orders (courier, resi) where resi is not null;

create table order_lines (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete cascade,
  shop_id uuid not null references shops,
  variant_id uuid not null references variants,
  product_id uuid not null references products,
  product_slug text not null,
  name text not null,
  variant_name text not null default '',
  picture_key text,
  price bigint not null check (price > 0),
  quantity int not null check (quantity between 1 and 999),
  weight_g int not null check (weight_g > 0),
  commission bigint not null check (commission >= 0),
  note text not null default ''
);
comment on table order_lines is 'orders: what was bought, as it was on that day';
create index order_lines_order on order_lines (order_id);
create index order_lines_variant on order_lines (variant_id);

alter table reviews add constraint reviews_line foreign key (order_line_id) references order_lines;

create table order_events (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete cascade,
  action text not null,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('buyer', 'seller', 'system', 'operator', 'courier')),
  actor_id uuid,
  reason text not null default '' check (length(reason) <= 300),
  created_at timestamptz not null
);
comment on table order_events is 'orders: every change of an order with who, when and why';
create index order_events_order on order_events (order_id, created_at, id);

create table tracking_scans (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete cascade,
  status text not null check (status in ('picked', 'in_transit', 'out_for_delivery', 'delivered', 'on_hold', 'returned')),
  place text not null default '',
  note text not null default '' check (length(note) <= 200),
  scanned_at timestamptz not null,
  unique (order_id, status, place)
);
comment on table tracking_scans is 'orders: the way of a parcel in our own words for statuses';

create table holidays (
  day date primary key,
  name text not null
);
comment on table holidays is 'orders: days that do not count where a deadline says working days';
