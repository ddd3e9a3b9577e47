-- Replaces 0390_order_corrections.sql
-- The sums of all booked corrections of an order, beside what limits them: a second guard against too much.
create table corrected_orders (
  order_id uuid primary key references orders,
  commission bigint not null check (commission >= 0),
  earned bigint not null check (earned >= 0),
  fee_returned bigint not null default 0,
  credit_taken_back bigint not null default 0,
  shop_goodwill bigint not null default 0 check (shop_goodwill >= 0),
  buyer_goodwill bigint not null default 0 check (buyer_goodwill >= 0),
  constraint corrected_orders_fee_check check (fee_returned between 0 and commission),
  constraint corrected_orders_credit_check check (credit_taken_back between 0 and earned)
);
comment on table corrected_orders is 'orders: what operators corrected of the money of an order in all, and what limits it';
comment on column corrected_orders.commission is 'The commission on what the shop keeps of the order; 0 until its money is divided.';
comment on column corrected_orders.earned is 'What the order has earned its shop, as in orders; 0 until its money is divided.';

create table order_corrections (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders,
  kind text not null check (kind in ('fee_returned', 'fee_charged_again', 'buyer_goodwill', 'shop_goodwill', 'shop_goodwill_undone', 'credit_taken_back', 'credit_returned')),
  amount bigint not null check (amount > 0),
  allowed bigint not null,
  reason text not null check (char_length(reason) between 10 and 600),
  state text not null check (state in ('proposed', 'booked', 'rejected', 'withdrawn', 'void')),
  proposed_by uuid references users,
  proposed_at timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  answer text not null default '' check (char_length(answer) <= 600),
  refund_id uuid unique references refunds,
  constraint order_corrections_limit_check check (state = 'void' or amount <= allowed),
  constraint order_corrections_decided_check check ((state = 'proposed') = (decided_at is null)),
  constraint order_corrections_two_operators_check check (case
    when proposed_by is null then state = 'booked' and decided_by is null and kind in ('fee_charged_again', 'credit_returned')
    when state in ('booked', 'rejected') then decided_by is not null and decided_by <> proposed_by and char_length(answer) >= 10
    when state = 'withdrawn' then decided_by is not null and decided_by = proposed_by
    else decided_by is null end),
  constraint order_corrections_refund_check check ((refund_id is not null) = (kind = 'buyer_goodwill' and state = 'booked'))
);
comment on table order_corrections is 'orders: corrections of the money of an order that operators propose and other operators decide';
comment on column order_corrections.allowed is 'The most that the order allowed when the correction was proposed or decided.';
comment on column order_corrections.proposed_by is 'Null for what the system takes back, because the order changed afterwards.';
create index order_corrections_order on order_corrections (order_id, proposed_at);
-- One at a time, so that a form that is sent twice proposes once.
create unique index order_corrections_waiting on order_corrections (order_id) where state = 'proposed';
create index order_corrections_oldest on order_corrections (proposed_at) where state = 'proposed';

create function order_corrections_are_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'proposed'
    or row (new.order_id, new.kind, new.amount, new.reason, new.proposed_by, new.proposed_at)
      is distinct from row (old.order_id, old.kind, old.amount, old.reason, old.proposed_by, old.proposed_at) then
    raise exception 'a correction is history: a wrong one is corrected by its opposite';
  end if;
  return new;
end;
$$;
create trigger order_corrections_are_history before update or delete on order_corrections
  for each row execute function order_corrections_are_history();
