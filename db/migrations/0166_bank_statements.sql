-- Statements of the marketplace's bank accounts, and which transfer paid what.
create table bank_statement_layouts (
  account text primary key check (account ~ '^[a-z][a-z0-9_]{1,19}:[0-9]{5,20}$'),
  layout jsonb not null check (jsonb_typeof(layout) = 'object' and length(layout::text) <= 4000),
  updated_by uuid not null references users,
  updated_at timestamptz not null
);
comment on table bank_statement_layouts is 'payments: which column of a bank''s CSV file means what, for each bank account of the marketplace';

create table bank_statements (
  id uuid primary key default uuidv7(),
  account text not null check (account ~ '^[a-z][a-z0-9_]{1,19}:[0-9]{5,20}$'),
  file_name text not null check (length(file_name) between 1 and 200),
  line_count integer not null check (line_count between 1 and 20000),
  new_count integer not null check (new_count between 0 and line_count),
  matched_count integer not null default 0 check (matched_count between 0 and new_count),
  skipped_count integer not null check (skipped_count >= 0),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  uploaded_by uuid not null references users,
  uploaded_at timestamptz not null
);
comment on table bank_statements is 'payments: files of a bank account that operators uploaded; new_count lines of line_count were not known before';
create index bank_statements_newest on bank_statements (uploaded_at desc, id desc);
create index bank_statements_account on bank_statements (account, last_day desc);

create table bank_statement_lines (
  id uuid primary key default uuidv7(),
  statement_id uuid not null references bank_statements,
  account text not null,
  fingerprint bytea not null check (length(fingerprint) = 32),
  day date not null,
  amount bigint not null,
  cents smallint not null check (cents between -99 and 99),
  description text not null check (length(description) <= 500),
  status text not null default 'open' check (status in ('open', 'proposed', 'matched', 'foreign')),
  attempt_id uuid references payment_attempts,
  needs_approval boolean not null default false,
  is_automatic boolean not null default false,
  decided_by uuid references users,
  decided_at timestamptz,
  approved_by uuid references users,
  reason text not null default '' check (length(reason) <= 300),
  unique (account, fingerprint),
  check (amount <> 0 or cents <> 0),
  check ((status in ('proposed', 'matched')) = (attempt_id is not null)),
  check ((status = 'open') = (decided_by is null) and (status = 'open') = (decided_at is null)),
  check (status not in ('proposed', 'matched') or (amount > 0 and cents = 0)),
  check (status <> 'foreign' or length(reason) >= 3),
  -- Four eyes.
  check (status <> 'proposed' or (needs_approval and approved_by is null)),
  check (status <> 'matched' or not needs_approval or approved_by is not null),
  check (approved_by is null or (status = 'matched' and approved_by <> decided_by))
);
comment on table bank_statement_lines is 'payments: one movement of a bank account; positive came in; the fingerprint makes a line of an overlapping file the same line';
create index bank_statement_lines_waiting on bank_statement_lines (day desc, id desc) where status in ('open', 'proposed') and amount > 0;
create index bank_statement_lines_sum on bank_statement_lines (account, amount) where status = 'open';
create index bank_statement_lines_attempt on bank_statement_lines (attempt_id) where attempt_id is not null;
create index bank_statement_lines_statement on bank_statement_lines (statement_id);
create index bank_statement_lines_day on bank_statement_lines (account, day);

create table bank_statement_decisions (
  id uuid primary key default uuidv7(),
  line_id uuid not null references bank_statement_lines,
  action text not null check (action in ('matched', 'proposed', 'approved', 'rejected', 'foreign', 'reopened')),
  actor_id uuid not null references users,
  is_automatic boolean not null default false,
  attempt_id uuid references payment_attempts,
  reason text not null default '' check (length(reason) <= 300),
  created_at timestamptz not null
);
create index bank_statement_decisions_line on bank_statement_decisions (line_id, id);
comment on table bank_statement_decisions is 'payments: who decided what about a movement of a bank account; append-only';

-- What a bank reported never changes, a booked match is final, and nobody edits the history of decisions.
create function bank_statement_lines_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'movements of a bank account are not deleted'; end if;
  if row(new.id, new.statement_id, new.account, new.fingerprint, new.day, new.amount, new.cents, new.description)
    is distinct from row(old.id, old.statement_id, old.account, old.fingerprint, old.day, old.amount, old.cents, old.description)
    then raise exception 'what a bank reported does not change'; end if;
  if old.status = 'matched' then raise exception 'a match is final'; end if;
  return new;
end $$;
create trigger bank_statement_lines_final before update or delete on bank_statement_lines
  for each row execute function bank_statement_lines_are_final();
create function bank_statement_decisions_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'decisions are append-only';
end $$;
create trigger bank_statement_decisions_final before update or delete on bank_statement_decisions
  for each row execute function bank_statement_decisions_are_final();
