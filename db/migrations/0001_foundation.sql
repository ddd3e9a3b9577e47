-- Foundation. pg_trgm is a trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;

create table jobs_clock (
  one boolean primary key default true check (one),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
comment on table jobs_clock is 'operator: how far the business clock of a demo marketplace was moved forward; always one row, 0 outside demo mode';
insert into jobs_clock default values;

create table settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_.]{1,63}$'),
  value jsonb not null,
  updated_at timestamptz not null default now()
);
comment on table settings is 'operator: what an operator changed while the system runs; a missing key means the default in code';

create table idempotency_keys (
  user_id uuid not null,
  route text not null check (length(route) <= 120),
  key text not null check (length(key) between 8 and 128),
  body_hash bytea not null,
  status int check (status between 200 and 499),
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, route, key)
);
comment on table idempotency_keys is 'lib: the answer of each money request by user, route and key, so that a repeat is answered and not done again';
create index idempotency_keys_age on idempotency_keys (created_at);
