-- A ledger of a million accounts takes a tenth of a second to sum. A job stores the sums of a large one from time to time.
create table ledger_sums (
  kind text primary key,
  balance bigint not null,
  owners integer not null check (owners >= 0),
  accounts integer not null check (accounts >= 0),
  summed_at timestamptz not null
);
comment on table ledger_sums is 'payments: the sums of the accounts of each kind at one moment, for the overview of the console; not what the ledger is checked by';
