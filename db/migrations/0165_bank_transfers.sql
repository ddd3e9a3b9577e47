-- Transfers to the marketplace's own bank accounts. The sum identifies the transfer, so no two open attempts of one
-- account ask for the same sum.
alter table payment_attempts
  add column account text check (account ~ '^[a-z][a-z0-9_]{1,19}:[0-9]{5,20}$'),
  add constraint payment_attempts_transfer_account_check check ((provider = 'manual') = (account is not null)),
  add constraint payment_attempts_transfer_code_check check (code = 0 or account is not null);
comment on column payment_attempts.account is 'The marketplace''s bank account that the buyer transfers to, as bank:number; only of provider manual.';
create unique index payment_attempts_transfer_amount on payment_attempts (account, amount) where status = 'pending' and account is not null;
create index payment_attempts_transfers on payment_attempts (account, amount, created_at) where account is not null;

create table transfer_reports (
  attempt_id uuid primary key references payment_attempts on delete cascade,
  sender_name text not null check (length(sender_name) <= 100),
  proof_key text unique check (proof_key ~ '^p[0-9a-f]{30}$'),
  count integer not null check (count between 1 and 10),
  reported_at timestamptz not null
);
comment on table transfer_reports is 'payments: what a buyer says about a transfer to a bank account, with an optional picture; it helps operators to match and is no payment';
create index transfer_reports_proofs on transfer_reports (reported_at) where proof_key is not null;
