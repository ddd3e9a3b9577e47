create table second_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_key bytea not null check (length(sealed_key) between 29 and 200),
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  failures int not null default 0 check (failures >= 0),
  failures_since timestamptz,
  created_at timestamptz not null
);
comment on table second_factors is 'accounts: keys of authenticator apps, sealed; one counts only when confirmed, and each of its codes once (last_step)';

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'accounts: keyed hashes of the codes that stand in for an authenticator app, each usable once';

create table login_steps (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  tries int not null default 0,
  expires_at timestamptz not null
);
comment on table login_steps is 'accounts: logins that lack their second step; no session yet';
create index login_steps_user on login_steps (user_id);
create index login_steps_expiry on login_steps (expires_at);
