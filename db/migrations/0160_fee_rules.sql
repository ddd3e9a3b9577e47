-- Fees are dated rules that operators announce. The first two are the fees that were constants until now.
create table fee_rules (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('commission', 'service_fee')),
  category_id uuid references categories,
  per_mille integer not null check (per_mille between 0 and 1000),
  cap bigint check (cap > 0),
  flat bigint not null check (flat >= 0),
  valid_from date not null,
  announced_at timestamptz not null,
  created_by uuid references users,
  withdrawn_at timestamptz,
  check (kind = 'commission' or category_id is null),
  check (cap is null or per_mille > 0)
);
comment on table fee_rules is 'payments: the fees of each day; the rule of the product''s category wins over that of all goods, and the latest day that has come wins over earlier ones';
create unique index fee_rules_day on fee_rules (kind, category_id, valid_from) nulls not distinct where withdrawn_at is null;

insert into fee_rules (kind, per_mille, cap, flat, valid_from, announced_at) values
  ('commission', 25, 50000, 0, '2020-01-01', '2020-01-01T00:00:00+07:00'),
  ('service_fee', 0, null, 1000, '2020-01-01', '2020-01-01T00:00:00+07:00');
