-- Operators keep the holidays: also those of one province, and those whose day is not decided yet.
alter table holidays
  add column id uuid not null default uuidv7(),
  add column province_code text references regions,
  add column is_provisional boolean not null default false,
  drop constraint holidays_pkey,
  add primary key (id),
  add check (length(name) between 1 and 100);
create unique index holidays_once on holidays (day, coalesce(province_code, ''));
update holidays set is_provisional = true where source like 'Perkiraan%';
comment on column holidays.province_code is 'The province whose working days it stops; null for all of Indonesia.';
comment on column holidays.is_provisional is 'The day may still change: a decree about it is not out yet. It counts like any other.';
