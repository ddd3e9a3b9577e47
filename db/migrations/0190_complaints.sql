-- Complaints about orders: who said what, what was offered, decided and carried out. The money of an order with an open
-- complaint stays in escrow, because the order is disputed.
create table complaints (
  id uuid primary key default uuidv7(),
  number text not null unique check (number ~ '^K-[A-Z2-9]{6}$'),
  order_id uuid not null references orders,
  buyer_id uuid not null references users,
  shop_id uuid not null references shops,
  state text not null check (state in ('awaiting_seller', 'awaiting_buyer', 'with_mediator', 'decided', 'appealed', 'awaiting_return',
    'return_shipped', 'inspecting', 'awaiting_replacement', 'replacement_shipped', 'checking', 'closed')),
  due_at timestamptz,
  talk_until timestamptz not null,
  seller_answered boolean not null default false,
  demand jsonb not null check (jsonb_typeof(demand) = 'object'),
  offer_id uuid,
  solution jsonb check (jsonb_typeof(solution) = 'object'),
  parcel_id uuid,
  appealed_by text check (appealed_by in ('buyer', 'seller')),
  outcome text check (outcome in ('agreed', 'decided', 'seller_silent', 'buyer_silent', 'withdrawn')),
  outcome_text text check (length(outcome_text) between 5 and 2000),
  refunded bigint not null default 0 check (refunded >= 0),
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'closed') = (due_at is null)),
  check (state <> 'closed' or (outcome is not null and outcome_text is not null))
) with (fillfactor = 85);
comment on table complaints is 'complaints: one case about an order; due_at is when silence decides, demand is what the buyer wants now, solution is what was agreed or decided';
create unique index complaints_open_order on complaints (order_id) where state <> 'closed';
create index complaints_order on complaints (order_id);
create index complaints_buyer on complaints (buyer_id, opened_at desc, id desc);
create index complaints_shop on complaints (shop_id, opened_at desc, id desc);
create index complaints_due on complaints (due_at, id) where due_at is not null;
create index complaints_parcel on complaints (parcel_id) where parcel_id is not null;

create table complaint_lines (
  complaint_id uuid not null references complaints,
  order_line_id uuid not null references order_lines,
  quantity integer not null check (quantity between 1 and 999),
  problem text not null check (problem in ('not_arrived', 'damaged', 'not_as_described', 'incomplete', 'changed_mind')),
  primary key (complaint_id, order_line_id)
);
comment on table complaint_lines is 'complaints: which goods of the order, how many, and what is wrong';
create index complaint_lines_line on complaint_lines (order_line_id);

create table complaint_messages (
  id uuid primary key default uuidv7(),
  complaint_id uuid not null references complaints,
  author text not null check (author in ('buyer', 'seller', 'mediator', 'system')),
  author_id uuid references users,
  kind text not null check (kind in ('opening', 'message', 'offer', 'accept', 'call_mediator', 'decision', 'appeal', 'system')),
  text text not null check (length(text) <= 4000),
  solution jsonb check (jsonb_typeof(solution) = 'object'),
  created_at timestamptz not null,
  check ((author = 'system') = (author_id is null)),
  check ((solution is not null) = (kind in ('opening', 'offer', 'decision')))
);
comment on table complaint_messages is 'complaints: everything that was said in a case, in order; rows are only added, and their texts cleared when a person''s data is anonymised';
create index complaint_messages_complaint on complaint_messages (complaint_id, created_at, id);
create index complaint_messages_author on complaint_messages (author_id) where author_id is not null;
alter table complaints add constraint complaints_offer_fkey foreign key (offer_id) references complaint_messages;

create table complaint_decisions (
  id uuid primary key default uuidv7(),
  complaint_id uuid not null references complaints,
  message_id uuid not null unique references complaint_messages,
  mediator_id uuid references users,
  rule text not null check (length(rule) between 3 and 40),
  reason text not null check (length(reason) between 5 and 4000),
  solution jsonb not null check (jsonb_typeof(solution) = 'object'),
  is_final boolean not null,
  is_precedent boolean not null default false,
  buyer_accepted_at timestamptz,
  seller_accepted_at timestamptz,
  created_at timestamptz not null
);
comment on table complaint_decisions is 'complaints: written decisions of mediators; mediator_id is null for one that silence made';
create index complaint_decisions_complaint on complaint_decisions (complaint_id, created_at);
create index complaint_decisions_mediator on complaint_decisions (mediator_id) where mediator_id is not null;
create index complaint_decisions_precedents on complaint_decisions (created_at desc) where is_precedent;
