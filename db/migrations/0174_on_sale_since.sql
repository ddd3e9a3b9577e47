-- Since when a product is on sale without a break. A former price counts only if buyers could pay it.
alter table products add column on_sale_since timestamptz not null default now();
update products set on_sale_since = created_at;
-- A movement booked as a bank's charge counts towards its operator's sum of a day.
create index bank_statement_decisions_charges on bank_statement_decisions (actor_id, created_at) where action = 'bank_charge';
