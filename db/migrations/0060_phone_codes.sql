create table phone_codes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  phone text not null check (phone ~ '^\+62[0-9]{8,13}$'),
  address text not null check (length(address) <= 60),
  code_hash bytea not null check (length(code_hash) = 32),
  tries int not null default 0 check (tries between 0 and 5),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
comment on table phone_codes is 'accounts: one-time codes sent to prove a phone number, as HMAC; kept for a day so that they can be counted';
create unique index phone_codes_open on phone_codes (user_id) where ended_at is null;
create index phone_codes_phone on phone_codes (phone, sent_at);
create index phone_codes_address on phone_codes (address, sent_at);
create index phone_codes_age on phone_codes (sent_at);
