-- What changed the balance of each shop, by time: a copy of the ledger's entries of sellers. Their list and their statements no longer
-- read all entries that the shop ever had. A trigger writes it, so that the version before this one fills it too.
create table balance_entries (
  shop_id uuid not null,
  booked_at timestamptz not null,
  transaction_id uuid not null,
  amount bigint not null,
  primary key (shop_id, booked_at, transaction_id)
);
comment on table balance_entries is 'payments: what each event of the ledger changed in the balance of a shop, debts included; written by a trigger of ledger_entries';

-- The sums of each month in Jakarta. 0407 fills it when the copy is complete.
create table balance_months (
  shop_id uuid not null,
  month date not null check (extract(day from month) = 1),
  income bigint not null check (income >= 0),
  outgo bigint not null check (outgo >= 0),
  primary key (shop_id, month)
) with (fillfactor = 70);
comment on table balance_months is 'payments: what came into and went out of the balance of a shop in each month; written by a trigger of balance_entries';

create function copy_balance_entries() returns trigger language plpgsql as $$
begin
  insert into balance_entries (shop_id, booked_at, transaction_id, amount)
  select a.owner::uuid, t.created_at, e.transaction_id, sum(e.amount)
  from new_rows e
  join ledger_accounts a on a.id = e.account_id and a.kind in ('seller_balance', 'seller_debt')
  join ledger_transactions t on t.id = e.transaction_id
  group by 1, 2, 3
  on conflict (shop_id, booked_at, transaction_id) do update set amount = balance_entries.amount + excluded.amount;
  return null;
end $$;

-- Waits for the bookings under way, so that the next migration sees them.
create trigger ledger_entries_copy after insert on ledger_entries referencing new table as new_rows
  for each statement execute function copy_balance_entries();
