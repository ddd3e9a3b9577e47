-- Money that leaves the marketplace for a bank account.
create table payouts (
  id uuid primary key default uuidv7(),
  reference text not null unique check (reference ~ '^KWP-[0-9A-F]{20}$'),
  purpose text not null check (purpose in ('withdrawal', 'refund')),
  user_id uuid not null references users (id),
  shop_id uuid references shops (id),
  refund_id uuid references refunds (id),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  bank_account_id uuid references bank_accounts (id) on delete set null,
  bank_code text not null check (bank_code ~ '^[a-z][a-z0-9_]{1,19}$'),
  number_sealed bytea check (length(number_sealed) between 29 and 100),
  number_digest bytea check (length(number_digest) = 32),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  holder_name text check (length(holder_name) between 1 and 100),
  status text not null check (status in ('requested', 'approved', 'sent', 'paid', 'failed', 'returned', 'cancelled')),
  needed_approvals smallint not null check (needed_approvals between 0 and 2),
  is_automatic boolean not null default false,
  provider text check (provider in ('simulator', 'manual', 'xendit', 'midtrans')),
  external_id text check (length(external_id) between 1 and 200),
  sends integer not null default 0 check (sends >= 0),
  failure text check (length(failure) between 1 and 60),
  attention text check (length(attention) between 1 and 60),
  bank_reference text check (length(bank_reference) between 1 and 80),
  entered_outcome text check (entered_outcome in ('paid', 'failed', 'returned')),
  entered_reference text check (length(entered_reference) between 1 and 80),
  batch_id uuid,
  entered_by uuid references users (id),
  poll_at timestamptz,
  polls integer not null default 0 check (polls >= 0),
  requested_at timestamptz not null,
  approved_at timestamptz,
  sent_at timestamptz,
  paid_at timestamptz,
  closed_at timestamptz,
  check ((purpose = 'withdrawal') = (shop_id is not null)),
  check ((purpose = 'refund') = (refund_id is not null)),
  check (purpose = 'withdrawal' or fee = 0),
  check (status not in ('approved', 'sent', 'paid', 'returned') or approved_at is not null),
  check (status not in ('sent', 'paid', 'returned') or (provider is not null and sent_at is not null)),
  check ((status = 'paid') <= (paid_at is not null)),
  check ((status in ('failed', 'returned', 'cancelled')) = (closed_at is not null)),
  check (status not in ('requested', 'approved', 'sent') or (number_sealed is not null and holder_name is not null)),
  check ((entered_outcome is null) = (entered_by is null)),
  check (status not in ('requested', 'failed', 'returned', 'cancelled') or poll_at is null)
);
create unique index payouts_external on payouts (provider, external_id) where external_id is not null;
create unique index payouts_of_refund on payouts (refund_id) where status not in ('failed', 'returned', 'cancelled');
create index payouts_due on payouts (poll_at, id) where poll_at is not null;
create index payouts_of_shop on payouts (shop_id, id desc) where shop_id is not null;
create index payouts_of_user on payouts (user_id, id desc);
create index payouts_open on payouts (status, id) where status in ('requested', 'approved', 'sent');
comment on table payouts is 'payments: money sent to a bank account: a withdrawal of a shop or a refund to a buyer; the account is stored as it was; amount is taken from its owner, amount minus fee arrives';

create table payout_events (
  id uuid primary key default uuidv7(),
  payout_id uuid not null references payouts (id),
  kind text not null check (kind in (
    'requested', 'approval', 'approved', 'sent', 'resent', 'paid', 'failed', 'returned', 'cancelled', 'result_entered',
    'result_rejected', 'noticed')),
  actor_id uuid references users (id),
  note text not null default '' check (length(note) <= 200),
  created_at timestamptz not null
);
create index payout_events_of_payout on payout_events (payout_id, id);
create unique index payout_events_approval on payout_events (payout_id, actor_id) where kind = 'approval';
comment on table payout_events is 'payments: what happened to a payout and by whom; append-only; an operator approves a payout at most once';

create table payout_holds (
  reason text primary key check (reason ~ '^[a-z_]{3,40}$'),
  note text not null check (length(note) <= 300),
  since timestamptz not null
);
comment on table payout_holds is 'payments: why no payout is accepted or sent now, such as findings of the auditor; empty means that payouts run';

create table payout_schedules (
  shop_id uuid primary key references shops (id),
  weekday smallint not null check (weekday between 1 and 7),
  last_day date,
  updated_at timestamptz not null
);
comment on table payout_schedules is 'payments: shops whose whole balance is withdrawn once a week; weekday 1 is Monday; last_day is the Jakarta day of the last run';

create table simulator_payouts (
  reference text primary key,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('paid', 'failed', 'returned')),
  reports integer not null default 0 check (reports >= 0),
  created_at timestamptz not null
);
comment on table simulator_payouts is 'payments: the payouts of the simulated bank; nothing of ours decides by them except through the provider port';
