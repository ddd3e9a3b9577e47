-- The model of money: a price is goods, shipping and adjustments; a payment has attempts, and an attempt has receipts;
-- an order can be refunded in parts, by line.

-- Adjustments. The service fee was a column of the order and becomes the first kind.

create table order_adjustments (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete cascade,
  line_id uuid references order_lines on delete cascade,
  kind text not null check (kind in (
    'wholesale', 'discount', 'flash_sale', 'bundle', 'voucher', 'free_shipping', 'insurance', 'service_fee', 'cod_fee',
    'unique_code')),
  bearer text not null check (bearer in ('buyer', 'shop', 'platform')),
  amount bigint not null check (amount <> 0),
  source text not null default '' check (length(source) <= 80),
  check (case when kind in ('insurance', 'service_fee', 'cod_fee') then amount > 0 else amount < 0 and bearer <> 'buyer' end),
  check (case when kind in ('free_shipping', 'service_fee', 'insurance', 'cod_fee') then line_id is null else line_id is not null or kind = 'unique_code' end)
);
comment on table order_adjustments is 'orders: everything that makes a buyer pay another sum than goods and shipping; negative amounts lower it; bearer says who pays it or whom it belongs to';
create index order_adjustments_order on order_adjustments (order_id);
create index order_adjustments_line on order_adjustments (line_id) where line_id is not null;
create index order_adjustments_source on order_adjustments (source) where source <> '';

insert into order_adjustments (order_id, kind, bearer, amount)
select id, 'service_fee', 'platform', service_fee_share from orders where service_fee_share > 0 order by id;

alter table orders
  add column adjustments_total bigint not null default 0,
  add column promotion_cost bigint not null default 0 check (promotion_cost >= 0),
  add column shipping_refunded bigint not null default 0,
  add column fees_refunded bigint not null default 0 check (fees_refunded >= 0),
  add column earned bigint not null default 0,
  add column settled_at timestamptz,
  add column tax_per_mille integer not null default 0 check (tax_per_mille between 0 and 1000);
update orders set adjustments_total = service_fee_share;
alter table orders drop constraint orders_check1, drop constraint orders_total_check;
alter table orders
  add constraint orders_total_check check (total >= 0 and total = goods_total + shipping_cost + adjustments_total),
  add constraint orders_shipping_refunded_check check (shipping_refunded between 0 and shipping_cost),
  add constraint orders_earned_check check (settled_at is not null or earned = 0);
comment on column orders.promotion_cost is 'What the marketplace adds to the payment: the sum of negative adjustments that it bears.';
comment on column orders.earned is 'What the order has brought its shop, after refunds, commission and withheld tax.';

alter table order_lines
  add column refunded bigint not null default 0,
  add column commission_per_mille integer not null default 25 check (commission_per_mille between 0 and 1000),
  add column commission_cap bigint default 50000 check (commission_cap >= 0),
  add column commission_flat bigint not null default 0 check (commission_flat >= 0),
  add constraint order_lines_refunded_check check (refunded between 0 and price * quantity);
alter table order_lines
  alter column commission_per_mille drop default, alter column commission_cap drop default;
comment on column order_lines.refunded is 'How much of the line''s price the seller gave up, in rupiah; the buyer gets the part of it that she paid.';

update orders set settled_at = coalesce(completed_at, updated_at), earned = goods_total + shipping_cost - commission where status = 'completed';
update orders set settled_at = updated_at, shipping_refunded = shipping_cost, fees_refunded = service_fee_share
  where status in ('cancelled', 'refunded') and paid_at is not null;
update order_lines l set refunded = l.price * l.quantity from orders o
  where o.id = l.order_id and o.status in ('cancelled', 'refunded') and o.paid_at is not null;
alter table orders drop column service_fee_share;

alter table checkouts add column adjustments_total bigint not null default 0;
update checkouts set adjustments_total = service_fee;
alter table checkouts drop constraint checkouts_check, drop column service_fee;
alter table checkouts add constraint checkouts_check check (total = goods_total + shipping_total + adjustments_total);

-- Payments: what a checkout owes. Attempts: a charge at a provider. Receipts: money that came for it.

create table payment_attempts (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments,
  provider text not null check (provider in ('simulator', 'manual', 'midtrans', 'xendit')),
  method text not null check (length(method) between 2 and 40),
  amount bigint not null check (amount > 0),
  code integer not null default 0 check (code between 0 and 499),
  status text not null default 'pending' check (status in ('pending', 'paid', 'expired', 'cancelled')),
  reference text not null unique check (length(reference) between 8 and 60),
  external_id text check (length(external_id) between 1 and 200),
  instructions jsonb,
  due_at timestamptz not null,
  received bigint not null default 0 check (received >= 0),
  settled bigint not null default 0 check (settled >= 0),
  returned bigint not null default 0 check (returned >= 0),
  charged_back bigint not null default 0 check (charged_back between 0 and received),
  poll_at timestamptz,
  polls integer not null default 0 check (polls >= 0),
  created_at timestamptz not null,
  check (settled + returned <= received),
  check (status = 'pending' or settled + returned = received),
  check (settled = case when status = 'paid' then amount else 0 end)
);
comment on table payment_attempts is 'payments: a charge at a provider; a payment has several when its buyer changes the method; received is settled, returned or, while pending, waiting for the rest';

insert into payment_attempts (payment_id, provider, method, amount, status, reference, instructions, due_at, received, settled, returned, poll_at, polls, created_at)
select id, provider, method, amount, status, provider_reference, instructions, due_at, received,
  case when status = 'paid' then received else 0 end, case when status = 'paid' then 0 else received end, poll_at, polls, created_at
from payments order by id;

create unique index payment_attempts_open on payment_attempts (payment_id) where status = 'pending';
create unique index payment_attempts_settled on payment_attempts (payment_id) where status = 'paid';
create unique index payment_attempts_external on payment_attempts (provider, external_id) where external_id is not null;
create index payment_attempts_payment on payment_attempts (payment_id, id desc);
create index payment_attempts_pending_to_poll on payment_attempts (poll_at, id) where poll_at is not null and status = 'pending';
create index payment_attempts_closed_to_poll on payment_attempts (poll_at, id) where poll_at is not null and status in ('expired', 'cancelled');

create table payment_receipts (
  id uuid primary key default uuidv7(),
  attempt_id uuid not null references payment_attempts,
  provider text not null,
  reference text not null check (length(reference) between 1 and 200),
  amount bigint not null check (amount > 0),
  received_at timestamptz not null,
  booked_at timestamptz not null,
  unique (provider, reference)
);
comment on table payment_receipts is 'payments: money that came for an attempt, once for each reference of the provider';
create index payment_receipts_attempt on payment_receipts (attempt_id);
insert into payment_receipts (attempt_id, provider, reference, amount, received_at, booked_at)
select a.id, a.provider, a.reference, a.received, coalesce(p.paid_at, a.created_at), coalesce(p.paid_at, a.created_at)
from payment_attempts a join payments p on p.id = a.payment_id where a.received > 0 order by a.id;

drop index payments_closed_to_poll, payments_pending_to_poll;
alter table payments
  drop constraint payments_check, drop constraint payments_check1, drop constraint payments_check2,
  drop constraint payments_polled_unpaid;
update payments set paid_at = null where status <> 'paid';
alter table payments
  drop column provider, drop column method, drop column provider_reference, drop column instructions, drop column received,
  drop column poll_at, drop column polls,
  add constraint payments_paid_at_check check ((status = 'paid') = (paid_at is not null));
comment on table payments is 'payments: what a checkout owes; its attempts say how and where';

alter table payment_notifications add column attempt_id uuid references payment_attempts;
update payment_notifications n set attempt_id = a.id from payment_attempts a where a.payment_id = n.payment_id;
drop index payment_notifications_payment;
alter table payment_notifications drop column payment_id;
create index payment_notifications_attempt on payment_notifications (attempt_id);
alter table payment_notifications drop constraint payment_notifications_verdict_check;
alter table payment_notifications add constraint payment_notifications_verdict_check check (verdict in (
  'settled', 'already_known', 'late', 'partial', 'lapsed', 'refunded', 'charged_back', 'ignored', 'bad_signature', 'wrong_amount', 'unknown_payment',
  'not_confirmed'));

-- Refunds: several for one order, each with its parts, its way and its clock.

alter table refunds add column attempt_id uuid references payment_attempts, add column buyer_id uuid references users,
  add column cause text, add column way text not null default 'provider' check (way in ('provider', 'bank_account')),
  add column refused_at timestamptz, add column sent_at timestamptz, add column reminded_at timestamptz,
  add column bank_account_id uuid;
update refunds r set attempt_id = (select a.id from payment_attempts a where a.payment_id = r.payment_id),
  buyer_id = p.buyer_id, cause = r.reason || ' ' || coalesce(r.order_id, r.payment_id)::text
from payments p where p.id = r.payment_id;
alter table refunds
  alter column attempt_id set not null, alter column buyer_id set not null, alter column cause set not null,
  drop constraint refunds_payment_id_order_id_reason_key, drop constraint refunds_status_check, drop constraint refunds_reason_check,
  add constraint refunds_cause_key unique (cause),
  add constraint refunds_status_check check (status in ('needs_account', 'pending', 'sent', 'done')),
  add constraint refunds_reason_check check (reason in (
    'order_cancelled', 'order_refunded', 'order_part_refunded', 'late_payment', 'overpayment', 'underpayment', 'chargeback')),
  add constraint refunds_account_check check (status <> 'needs_account' or way = 'bank_account');
drop index refunds_pending;
create index refunds_waiting on refunds ((coalesce(queued_at, created_at))) where status in ('pending', 'sent');
create index refunds_buyer on refunds (buyer_id, created_at desc);
create index refunds_order on refunds (order_id) where order_id is not null;
create index refunds_attempt on refunds (attempt_id);
drop index refunds_open;
create index refunds_open on refunds (created_at) where status <> 'done';
comment on table refunds is 'payments: money on its way back to a buyer; several for one order; cause makes each happen once';

create table refund_parts (
  refund_id uuid not null references refunds on delete cascade,
  part text not null check (part in ('goods', 'shipping', 'fees')),
  line_id uuid references order_lines on delete cascade,
  amount bigint not null check (amount >= 0),
  unique nulls not distinct (refund_id, part, line_id),
  check ((part = 'goods') = (line_id is not null))
);
comment on table refund_parts is 'payments: what of an order a refund returns, in rupiah that the buyer gets';

-- The simulated bank reports when money came, like every other provider.
alter table simulator_charges add column paid_at timestamptz;
update simulator_charges set paid_at = created_at where status = 'paid';
alter table simulator_charges add constraint simulator_charges_paid_at_check check ((status = 'paid') = (paid_at is not null));
