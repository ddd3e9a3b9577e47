-- When a refund was last queued again because its provider had not taken it.
alter table refunds add column queued_at timestamptz;
create index refunds_pending on refunds (coalesce(queued_at, created_at)) where status = 'pending';
