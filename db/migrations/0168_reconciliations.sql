-- What the books say about a day at a provider, compared with what the provider says.
create table reconciliations (
  provider text not null check (provider in ('simulator', 'manual', 'midtrans', 'xendit')),
  day date not null,
  checked integer not null check (checked >= 0),
  found integer not null check (found >= 0),
  -- Some differences are only that the provider did not answer, or that a statement is missing.
  unread integer not null check (unread between 0 and found),
  received bigint not null check (received >= 0),
  returned bigint not null check (returned >= 0),
  paid_out bigint not null check (paid_out >= 0),
  finished_at timestamptz not null,
  primary key (provider, day)
);
comment on table reconciliations is 'payments: comparisons of a day of a provider with our books, with the sums of the books; the latest one of each day';
create index reconciliations_newest on reconciliations (day desc, provider);

create table reconciliation_differences (
  id uuid primary key default uuidv7(),
  provider text not null,
  day date not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount', 'doubled', 'gap', 'unread')),
  entry text not null check (entry in ('receipt', 'refund', 'payout', 'chargeback', 'outgoing', 'balance', 'charge')),
  reference text not null check (length(reference) between 1 and 200),
  note text not null default '' check (length(note) <= 200),
  ours bigint,
  theirs bigint,
  foreign key (provider, day) references reconciliations on delete cascade
);
comment on table reconciliation_differences is 'payments: what differs between a provider and our books; the first 500 of a comparison';
create index reconciliation_differences_day on reconciliation_differences (provider, day, id);

create index payment_receipts_day on payment_receipts (provider, received_at);
create index payouts_paid_day on payouts (paid_at) where paid_at is not null;
