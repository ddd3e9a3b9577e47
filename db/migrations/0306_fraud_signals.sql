-- What recognises a browser, a network or a bank account across accounts, as keyed digests.
create table account_traces (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('browser', 'network')),
  digest bytea not null check (length(digest) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= first_seen_at),
  primary key (user_id, kind, digest)
);
comment on table account_traces is 'accounts: from which browsers and networks a person logged in, as digests that need the installation''s secret; deleted 90 days after the last login from there';
create index account_traces_same on account_traces (kind, digest, user_id);
create index account_traces_age on account_traces (last_seen_at);

alter table bank_accounts add column same_digest bytea check (length(same_digest) = 32);
create index bank_accounts_same on bank_accounts (same_digest) where same_digest is not null;
create index bank_accounts_without_digest on bank_accounts (id) where same_digest is null;
comment on table bank_accounts is 'payments: bank accounts to which a person''s money can be sent; the number is sealed, number_digest finds the same account of a person again, same_digest that of other persons; verified_at: the payout provider named the holder';

-- Signs of fraud that the system found. A person decides about each.
create table fraud_signals (
  id uuid primary key default uuidv7(),
  rule text not null check (rule ~ '^[a-z_]{3,40}$'),
  key text not null check (length(key) between 1 and 200),
  strength int not null check (strength > 0),
  evidence jsonb not null check (jsonb_typeof(evidence) = 'object'),
  found_at timestamptz not null,
  last_found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'dismissed', 'acted')),
  reason text check (length(reason) between 1 and 1000),
  closed_at timestamptz,
  closed_by uuid references users (id),
  unique (rule, key),
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'open') = (closed_by is null)),
  check ((state = 'dismissed') = (reason is not null))
);
comment on table fraud_signals is 'operator: signs of fraud by rule, with ids as evidence; open until an operator dismisses them or takes a measure; nothing follows by itself';
create index fraud_signals_queue on fraud_signals (id desc) where state = 'open';
create index fraud_signals_closed on fraud_signals (closed_at desc, id desc) where state <> 'open';
create index fraud_signals_age on fraud_signals (last_found_at);

create table fraud_signal_people (
  signal_id uuid not null references fraud_signals (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('account', 'buyer', 'seller')),
  primary key (signal_id, user_id)
);
comment on table fraud_signal_people is 'operator: whom a sign of fraud is about';
create index fraud_signal_people_of_user on fraud_signal_people (user_id);

create table fraud_scans (
  source text primary key check (source in ('orders', 'users', 'reviews')),
  read_until timestamptz not null
);
comment on table fraud_scans is 'operator: until when the rules about signs of fraud have read the rows of a source';
