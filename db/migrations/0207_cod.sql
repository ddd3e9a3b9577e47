-- Cash on delivery: the courier collects the price at the door and hands it over later.
alter table shops add column has_cod boolean not null default false;
comment on column shops.has_cod is 'The shop lets buyers pay in cash at delivery.';

alter table orders add column cod boolean not null default false;
comment on column orders.cod is 'Paid in cash at delivery: paid_at is null until then.';
alter table orders
  drop constraint orders_check3,
  add constraint orders_paid_check check (
    (status not in ('delivered', 'completed') or paid_at is not null)
    and (status <> 'shipped' or paid_at is not null or cod));
-- The limits of a buyer read these.
create index orders_cod on orders (buyer_id, created_at) where cod;

alter table payment_attempts
  drop constraint payment_attempts_provider_check,
  add constraint payment_attempts_provider_check check (provider in ('simulator', 'manual', 'midtrans', 'xendit', 'cod'));

alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('cash', 'escrow', 'seller_balance', 'seller_debt', 'commission', 'service_fee',
    'promotion_cost', 'refund_payable', 'unapplied_payment', 'withdrawal_payable', 'tax_withheld', 'provider_fees', 'chargeback_receivable', 'cod_receivable')),
  drop constraint ledger_accounts_check,
  add constraint ledger_accounts_check check (balance >= 0 or kind in ('cash', 'seller_debt', 'promotion_cost', 'provider_fees', 'chargeback_receivable',
    'tax_withheld', 'cod_receivable')),
  drop constraint ledger_accounts_debt_check,
  add constraint ledger_accounts_debt_check check (kind not in ('seller_debt', 'promotion_cost', 'cod_receivable') or balance <= 0);

alter table ledger_transactions
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in ('payment_received', 'late_payment_received', 'payment_returned', 'order_released',
    'order_refunded', 'order_settled', 'settlement_changed', 'refund_paid', 'refund_failed', 'withdrawal_requested', 'withdrawal_paid', 'withdrawal_failed',
    'chargeback', 'provider_settled', 'tax_paid', 'cod_collected', 'cod_remitted'));

create table cod_remittances (
  id uuid primary key default uuidv7(),
  courier text not null check (courier ~ '^[a-z][a-z0-9]{1,19}$'),
  reference text not null check (length(reference) between 1 and 60),
  file_name text check (length(file_name) between 1 and 200),
  line_count int not null check (line_count > 0),
  matched_count int not null check (matched_count > 0),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  found int not null check (found >= 0),
  differences jsonb not null default '[]',
  created_by uuid not null references users,
  created_at timestamptz not null,
  constraint cod_remittances_once unique (courier, reference),
  check (fee <= amount),
  check (matched_count <= line_count)
);
comment on table cod_remittances is 'payments: cash of COD orders that a courier handed over; differences are lines that match nothing owed';
create index cod_remittances_newest on cod_remittances (created_at desc, id desc);

create table cod_collections (
  order_id uuid primary key references orders,
  attempt_id uuid not null unique references payment_attempts,
  courier text not null check (courier ~ '^[a-z][a-z0-9]{1,19}$'),
  amount bigint not null check (amount > 0),
  collected_at timestamptz not null,
  remittance_id uuid references cod_remittances
);
comment on table cod_collections is 'payments: cash that a courier collected for a COD order; the courier owes it until a remittance has it';
create index cod_collections_owed on cod_collections (collected_at, order_id) where remittance_id is null;
create index cod_collections_remittance on cod_collections (remittance_id) where remittance_id is not null;
