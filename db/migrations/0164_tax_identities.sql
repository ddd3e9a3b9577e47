-- Who a shop is for the tax office, why no PPh 22 is withheld from it, and what was paid to the state.
create table tax_identities (
  shop_id uuid primary key references shops,
  kind text not null check (kind in ('person', 'company')),
  number_kind text not null check (number_kind in ('npwp', 'nik')),
  number_sealed bytea not null check (length(number_sealed) between 29 and 100),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  name text check (length(name) between 1 and 100),
  address text check (length(address) between 1 and 300),
  updated_at timestamptz not null,
  check (kind = 'person' or number_kind = 'npwp'),
  check ((name is null) = (address is null))
);
comment on table tax_identities is 'payments: the taxpayer behind a shop, as the seller declared; the number (NPWP or NIK) is sealed; name and address are null after the seller deleted the account';

create table tax_exemptions (
  id uuid primary key default uuidv7(),
  shop_id uuid not null references shops,
  kind text not null check (kind in ('statement', 'certificate')),
  status text not null check (status in ('waiting', 'accepted', 'refused')),
  year integer check (year between 2025 and 2100),
  certificate_number text check (length(certificate_number) between 3 and 60),
  valid_from date not null,
  valid_until date not null,
  text text not null check (length(text) between 20 and 1000),
  declared_by uuid not null references users,
  declared_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  reason text not null default '' check (length(reason) <= 300),
  ended_reason text check (ended_reason in ('turnover', 'seller')),
  check ((kind = 'statement') = (year is not null)),
  check ((kind = 'certificate') = (certificate_number is not null)),
  check ((status = 'waiting') = (decided_at is null)),
  check (kind = 'statement' or status = 'waiting' or decided_by is not null),
  check (status = 'refused' or valid_until >= valid_from - 1)
);
comment on table tax_exemptions is 'payments: why no PPh 22 is withheld from a shop, and from which day to which: a statement about its turnover in a year, or a certificate (SKB) that an operator accepted; text is what the seller agreed to';
create unique index tax_exemptions_year on tax_exemptions (shop_id, year) where kind = 'statement';
create unique index tax_exemptions_one_waiting on tax_exemptions (shop_id) where status = 'waiting';
create index tax_exemptions_of_shop on tax_exemptions (shop_id, valid_until) where status = 'accepted';
create index tax_exemptions_waiting on tax_exemptions (declared_at) where status = 'waiting';

create table tax_payments (
  month text primary key check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  amount bigint not null check (amount > 0),
  reference text not null unique check (length(reference) between 3 and 40),
  paid_on date not null,
  entered_by uuid not null references users,
  entered_at timestamptz not null
);
comment on table tax_payments is 'payments: the PPh 22 of a month that was paid to the state, once; reference is the NTPN';

create table tax_readings (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  file text not null check (file in ('withheld', 'vat', 'exemptions')),
  month text check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  read_at timestamptz not null
);
comment on table tax_readings is 'payments: which operator read the tax numbers of sellers, and when; append-only';
create index tax_readings_of_user on tax_readings (user_id, read_at);

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in (
  'payment_received', 'late_payment_received', 'payment_returned', 'order_released', 'order_refunded', 'order_settled', 'settlement_changed',
  'refund_paid', 'refund_failed', 'withdrawal_requested', 'withdrawal_paid', 'withdrawal_failed', 'chargeback', 'provider_settled', 'tax_paid'));
