-- What was booked before the trigger was there. Nobody waits for it: what is booked meanwhile is copied already.
insert into balance_entries (shop_id, booked_at, transaction_id, amount)
select a.owner::uuid, t.created_at, e.transaction_id, sum(e.amount)
from ledger_accounts a
join ledger_entries e on e.account_id = a.id
join ledger_transactions t on t.id = e.transaction_id
where a.kind in ('seller_balance', 'seller_debt')
group by 1, 2, 3
order by 1, 2, 3
on conflict do nothing;
analyze balance_entries;
