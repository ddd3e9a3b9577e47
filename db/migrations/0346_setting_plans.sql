-- A deadline that the published terms name is changed with notice: the new value waits here until its day.
create table setting_plans (
  key text primary key check (length(key) <= 80),
  value jsonb not null,
  valid_from timestamptz not null,
  announced_at timestamptz not null,
  announced_by uuid not null references users (id),
  check (valid_from > announced_at)
);
comment on table setting_plans is 'settings: values that were announced for a later day; a job brings them into effect and removes them here';
