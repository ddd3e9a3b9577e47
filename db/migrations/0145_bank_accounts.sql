-- Where a user's money can be sent, and the PIN that confirms it.
create table pins (
  user_id uuid primary key references users (id) on delete cascade,
  pin_hash text not null check (length(pin_hash) between 40 and 200),
  set_at timestamptz not null
);
comment on table pins is 'accounts: the PIN with which a person confirms a withdrawal; argon2id of an HMAC with this installation''s key, so the table alone says nothing';

create table bank_accounts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  bank_code text not null check (bank_code ~ '^[a-z][a-z0-9_]{1,19}$'),
  number_sealed bytea not null check (length(number_sealed) between 29 and 100),
  number_digest bytea not null check (length(number_digest) = 32),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  holder_name text not null check (length(holder_name) between 1 and 100),
  verified_at timestamptz,
  is_main boolean not null,
  usable_from timestamptz not null,
  created_at timestamptz not null,
  unique (user_id, bank_code, number_digest),
  check (usable_from >= created_at)
);
create unique index bank_accounts_one_main on bank_accounts (user_id) where is_main;
comment on table bank_accounts is 'payments: bank accounts to which a person''s money can be sent; the number is sealed, its digest finds the same account again; verified_at: the payout provider named the holder';
