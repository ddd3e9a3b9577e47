-- Requests of people about their personal data, with the clock by which the marketplace answers.
create table data_requests (
  id uuid primary key default uuidv7(),
  number text not null unique check (number ~ '^PDP/[0-9]{8}/[0-9A-Z]{10}$'),
  user_id uuid references users (id),
  sender_name text check (length(sender_name) between 1 and 200),
  sender_email text check (length(sender_email) between 3 and 320),
  channel text not null check (channel in ('account', 'letter')),
  kind text not null check (kind ~ '^[a-z_]{3,20}$'),
  text text not null check (length(text) between 1 and 8000),
  received_at timestamptz not null,
  due_at timestamptz not null check (due_at > received_at),
  created_at timestamptz not null,
  entered_by uuid references users (id),
  state text not null default 'open' check (state in ('open', 'granted', 'refused', 'withdrawn')),
  answer text check (length(answer) between 1 and 8000),
  done text check (done ~ '^[a-z_]{3,20}$'),
  closed_at timestamptz,
  answered_by uuid references users (id),
  anonymised_at timestamptz,
  check ((channel = 'letter') = (entered_by is not null)),
  check (user_id is not null or sender_name is not null or anonymised_at is not null),
  check ((state = 'open') = (closed_at is null)),
  check (state in ('open', 'withdrawn') = (answer is null)),
  check (answered_by is null or state in ('granted', 'refused'))
);
comment on table data_requests is 'privacy: what people ask about their personal data in their account, or in a letter that an operator entered; answered_by is null when the system answered';
create unique index data_requests_once on data_requests (user_id, kind) where state = 'open';
create index data_requests_queue on data_requests (due_at, id) where state = 'open';
create index data_requests_closed on data_requests (closed_at desc, id desc) where state <> 'open';
create index data_requests_of_user on data_requests (user_id, id desc) where user_id is not null;
create index data_requests_to_anonymise on data_requests (closed_at) where anonymised_at is null;
