-- Which charge its provider is asked about next: the moment, null when there is nothing to ask; and how often it was asked.
alter table payments
  add column poll_at timestamptz,
  add column polls int not null default 0 check (polls >= 0);
update payments set poll_at = created_at
where received = 0 and instructions is not null and (status = 'pending' or due_at > now() - interval '1 day');
alter table payments add constraint payments_polled_unpaid check (poll_at is null or received = 0);
create index payments_pending_to_poll on payments (poll_at, id) where poll_at is not null and status = 'pending';
create index payments_closed_to_poll on payments (poll_at, id) where poll_at is not null and status in ('expired', 'cancelled');
