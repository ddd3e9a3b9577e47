create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique check (length(credential_id) between 16 and 1400),
  public_key bytea not null check (length(public_key) between 32 and 2000),
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkeys is 'accounts: public keys of devices a person logs in with; the private key never leaves the device';
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
comment on table passkey_challenges is 'accounts: questions to devices that wait for one answer; user_id: of whom a new passkey would be, none for a login';
create index passkey_challenges_expiry on passkey_challenges (expires_at);
