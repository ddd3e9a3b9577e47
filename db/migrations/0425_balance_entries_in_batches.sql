-- In batches: bookings go on meanwhile.
-- Replaces 0406_balance_entries_before.sql
-- What was booked before balance_entries had its trigger. What is booked meanwhile is there already, and is left as it is. Each row that
-- is stored adds to its month, as a booking does.
with batch as materialized (
  select id, created_at from ledger_transactions where id > coalesce($1::text, '00000000-0000-0000-0000-000000000000')::uuid order by id limit $2::int
), copied as (
  insert into balance_entries (shop_id, booked_at, transaction_id, amount)
  select a.owner::uuid, t.created_at, t.id, sum(e.amount)
  from batch t
  join ledger_entries e on e.transaction_id = t.id
  join ledger_accounts a on a.id = e.account_id and a.kind in ('seller_balance', 'seller_debt')
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict do nothing
)
select max(id::text) as position from batch
