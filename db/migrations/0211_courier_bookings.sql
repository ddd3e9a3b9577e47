-- Couriers that are ordered at a platform to fetch a parcel. The marketplace pays them.
create table courier_bookings (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete cascade,
  provider text not null check (provider in ('biteship')),
  state text not null check (state in ('requested', 'drafted', 'booked', 'collected', 'refused', 'cancelled')),
  draft_id text check (length(draft_id) between 1 and 100),
  parcel_id uuid unique references parcels on delete cascade,
  insured boolean not null,
  price bigint not null default 0 check (price >= 0),
  charges int not null default 0 check (charges >= 0),
  drafts int not null default 0 check (drafts >= 0),
  failures int not null default 0 check (failures >= 0),
  failure text check (length(failure) between 1 and 300),
  sent_at timestamptz,
  cancel_requested_at timestamptz,
  poll_at timestamptz,
  requested_by uuid not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state not in ('booked', 'collected') or parcel_id is not null),
  check (state in ('requested', 'refused', 'cancelled') or draft_id is not null)
);
comment on table courier_bookings is 'orders: couriers ordered at a platform to fetch the parcel of an order; one is open at a time';
comment on column courier_bookings.sent_at is 'When the draft was first confirmed. From then on the platform may have the order, so it is looked up before it is confirmed again.';
comment on column courier_bookings.charges is 'How often its price changed, as the last part of the ledger''s reference.';
comment on column courier_bookings.drafts is 'How many drafts were made: each has a reference of its own, and a draft costs nothing.';
comment on column courier_bookings.failure is 'What the platform answered when it refused, for the seller.';
create unique index courier_bookings_open on courier_bookings (order_id) where state in ('requested', 'drafted', 'booked', 'collected');
create index courier_bookings_due on courier_bookings (poll_at) where poll_at is not null;
create index courier_bookings_requested_by on courier_bookings (requested_by);
create index courier_bookings_order on courier_bookings (order_id, created_at);

alter table orders add column courier_cost bigint not null default 0 check (courier_cost >= 0);
comment on column orders.courier_cost is 'What the marketplace pays a courier for the order. The settlement keeps it from the shipping, at most all of it; it changes no more after that.';

alter table parcel_findings
  drop constraint parcel_findings_kind_check,
  add constraint parcel_findings_kind_check check (kind in ('number_used', 'scanned_before', 'scanned_in_future', 'foreign_origin', 'delivered_after_end', 'price_changed'));

alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('cash', 'escrow', 'seller_balance', 'seller_debt', 'commission', 'service_fee',
    'promotion_cost', 'refund_payable', 'unapplied_payment', 'withdrawal_payable', 'tax_withheld', 'provider_fees', 'chargeback_receivable', 'cod_receivable',
    'courier_cost', 'courier_payable')),
  drop constraint ledger_accounts_check,
  add constraint ledger_accounts_check check (balance >= 0 or kind in ('cash', 'seller_debt', 'promotion_cost', 'provider_fees', 'chargeback_receivable',
    'tax_withheld', 'cod_receivable', 'courier_cost'));
alter table ledger_transactions
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in ('payment_received', 'late_payment_received', 'payment_returned', 'order_released',
    'order_refunded', 'order_settled', 'settlement_changed', 'refund_paid', 'refund_failed', 'withdrawal_requested', 'withdrawal_paid', 'withdrawal_failed',
    'chargeback', 'provider_settled', 'tax_paid', 'cod_collected', 'cod_remitted', 'courier_charged'));
