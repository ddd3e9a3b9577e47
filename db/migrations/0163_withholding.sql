-- The withholding of income tax (PPh 22) is switched on and off from a day on, and what orders withheld is recorded.
create table withholding_rules (
  id uuid primary key default uuidv7(),
  is_on boolean not null,
  valid_from date not null,
  announced_at timestamptz not null,
  created_by uuid not null references users,
  withdrawn_at timestamptz,
  withdrawn_by uuid references users,
  check ((withdrawn_at is null) = (withdrawn_by is null))
);
comment on table withholding_rules is 'payments: from which day PPh 22 is withheld and from which day no more; the latest day that has come counts, and none means off';
create unique index withholding_rules_day on withholding_rules (valid_from) where withdrawn_at is null;

create table withheld_taxes (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders,
  shop_id uuid not null references shops,
  reference text not null unique,
  base bigint not null,
  per_mille integer not null check (per_mille between 1 and 1000),
  amount bigint not null,
  created_at timestamptz not null,
  check (base <> 0 or amount <> 0)
);
comment on table withheld_taxes is 'payments: PPh 22 that an order withheld when its money was divided, negative when a refund gave it back; base is the price of the goods without PPN; reference is that of the ledger transaction';
create index withheld_taxes_of_order on withheld_taxes (order_id);
create index withheld_taxes_of_shop on withheld_taxes (shop_id, created_at);
create index withheld_taxes_at on withheld_taxes (created_at, id);

-- A refund may give tax back after its month was paid to the state. The state then owes it, until a later month.
alter table ledger_accounts drop constraint ledger_accounts_check;
alter table ledger_accounts add constraint ledger_accounts_check check (
  balance >= 0 or kind in ('cash', 'seller_debt', 'promotion_cost', 'provider_fees', 'chargeback_receivable', 'tax_withheld'));
