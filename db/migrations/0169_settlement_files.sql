-- A provider's settlement report, with what it charged for each payment.
create table settlement_files (
  id uuid primary key default uuidv7(),
  provider text not null check (provider in ('midtrans', 'xendit')),
  file_name text not null check (length(file_name) between 1 and 200),
  line_count integer not null check (line_count between 1 and 20000),
  new_count integer not null check (new_count between 0 and line_count),
  fees bigint not null check (fees >= 0),
  found integer not null check (found >= 0),
  differences jsonb not null default '[]' check (jsonb_typeof(differences) = 'array' and length(differences::text) <= 100000),
  uploaded_by uuid not null references users,
  uploaded_at timestamptz not null
);
comment on table settlement_files is 'payments: settlement reports of a provider that operators uploaded; fees of new lines were booked in one ledger event';
create index settlement_files_newest on settlement_files (uploaded_at desc, id desc);

create table settlement_lines (
  provider text not null,
  reference text not null check (length(reference) between 1 and 100),
  kind text not null check (kind in ('payment', 'refund')),
  file_id uuid not null references settlement_files,
  amount bigint not null check (amount > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  primary key (provider, reference, kind)
);
comment on table settlement_lines is 'payments: lines of settlement reports, once for each reference; the fee is in hundredths of a rupiah';

create table settlement_columns (
  provider text primary key check (provider in ('midtrans', 'xendit')),
  columns jsonb not null check (jsonb_typeof(columns) = 'object' and length(columns::text) <= 2000),
  updated_by uuid not null references users,
  updated_at timestamptz not null
);
comment on table settlement_columns is 'payments: which column of a provider''s settlement report means what, as in the last file';
