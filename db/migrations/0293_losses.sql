-- What the marketplace gives up of couriers' debts, and what couriers pay for lost and damaged parcels, is in the books.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check ((kind = ANY (ARRAY['cash', 'escrow', 'seller_balance', 'seller_debt', 'commission', 'service_fee', 'promotion_cost', 'refund_payable', 'unapplied_payment', 'withdrawal_payable', 'tax_withheld', 'provider_fees', 'chargeback_receivable', 'cod_receivable', 'courier_cost', 'courier_payable', 'losses']))),
  drop constraint ledger_accounts_check,
  add constraint ledger_accounts_check check (((balance >= 0) OR (kind = ANY (ARRAY['cash', 'seller_debt', 'promotion_cost', 'provider_fees', 'chargeback_receivable', 'tax_withheld', 'cod_receivable', 'courier_cost', 'losses']))));
alter table ledger_transactions
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check ((kind = ANY (ARRAY['payment_received', 'late_payment_received', 'payment_returned', 'order_released', 'order_refunded', 'order_settled', 'settlement_changed', 'refund_paid', 'refund_failed', 'withdrawal_requested', 'withdrawal_paid', 'withdrawal_failed', 'chargeback', 'chargeback_returned', 'provider_settled', 'tax_paid', 'cod_collected', 'cod_remitted', 'courier_charged', 'cod_part_paid', 'cod_written_off', 'cod_recovered', 'claim_paid'])));

alter table cod_collections add column settled bigint not null default 0 check (settled between 0 and amount);
comment on column cod_collections.settled is 'What operators decided that the courier does not owe any more: handed over in part, or written off.';

create table cod_decisions (
  id uuid primary key default uuidv7(),
  order_id uuid not null references cod_collections,
  kind text not null check (kind in ('still_owed', 'part_paid', 'written_off', 'recovered')),
  amount bigint not null check (amount >= 0),
  reference text not null default '' check (char_length(reference) <= 120),
  reason text not null check (char_length(reason) between 5 and 600),
  state text not null check (state in ('proposed', 'booked', 'refused')),
  needs_second boolean not null,
  decided_by uuid not null references users,
  approved_by uuid references users,
  created_at timestamptz not null,
  approved_at timestamptz,
  check ((kind = 'still_owed') = (amount = 0)),
  check ((kind in ('part_paid', 'recovered')) = (reference <> '')),
  check ((approved_by is null) = (approved_at is null)),
  check (approved_by is null or approved_by <> decided_by),
  check (needs_second or state = 'booked'),
  check (not needs_second or (state = 'proposed') = (approved_by is null))
);
comment on table cod_decisions is 'payments: what operators decided about the cash of a COD order that a courier did not hand over in full';
create index cod_decisions_order on cod_decisions (order_id);
create index cod_decisions_newest on cod_decisions (created_at desc, id desc);
create unique index cod_decisions_once on cod_decisions (order_id, kind, reference) where reference <> '' and state <> 'refused';

create table insurance_claims (
  id uuid primary key default uuidv7(),
  complaint_id uuid not null unique references complaints,
  order_id uuid not null references orders,
  claimant text not null check (claimant in ('marketplace', 'shop')),
  insured bigint not null check (insured > 0),
  state text not null check (state in ('asked', 'paid', 'refused')),
  paid bigint not null default 0 check (paid between 0 and insured),
  to_shop bigint not null default 0 check (to_shop between 0 and paid),
  reference text not null default '' check (char_length(reference) <= 120),
  note text not null check (char_length(note) between 5 and 600),
  asked_by uuid not null references users,
  decided_by uuid references users,
  asked_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'paid') = (paid > 0)),
  check ((state = 'asked') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (claimant = 'marketplace' or to_shop = 0)
);
comment on table insurance_claims is 'complaints: what a courier was asked for an insured parcel that was lost or damaged, and what it paid';
create index insurance_claims_order on insurance_claims (order_id);
