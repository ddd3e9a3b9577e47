-- Files that operators take out of the console: made by a job, private, and deleted after some days.
create table exports (
  id uuid primary key default uuidv7(),
  operator_id uuid not null references users (id),
  kind text not null check (kind ~ '^[a-z_]{3,30}$'),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  state text not null default 'making' check (state in ('making', 'ready', 'failed', 'deleted')),
  rows_written int not null default 0 check (rows_written >= 0),
  bytes bigint check (bytes >= 0),
  requested_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'making') = (finished_at is null)),
  check (state <> 'ready' or bytes is not null)
);
comment on table exports is 'operator: files of orders, ledger, people (masked) and products that operators asked for; the files are private and deleted after some days';
create unique index exports_making on exports (operator_id) where state = 'making';
create index exports_newest on exports (requested_at desc, id desc);
create index exports_ready on exports (finished_at) where state = 'ready';
