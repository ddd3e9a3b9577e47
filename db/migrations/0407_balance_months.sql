-- Bookings of sellers wait while the months are summed: about a second for a million entries.
lock table balance_entries in share row exclusive mode;

insert into balance_months (shop_id, month, income, outgo)
select shop_id, date_trunc('month', booked_at at time zone 'Asia/Jakarta')::date, sum(greatest(amount, 0)), sum(greatest(-amount, 0))
from balance_entries group by 1, 2;

create function sum_balance_months() returns trigger language plpgsql as $$
declare
  named date := date_trunc('month', new.booked_at at time zone 'Asia/Jakarta')::date;
begin
  if tg_op = 'INSERT' then
    insert into balance_months as m (shop_id, month, income, outgo)
    values (new.shop_id, named, greatest(new.amount, 0), greatest(-new.amount, 0))
    on conflict (shop_id, month) do update set income = m.income + excluded.income, outgo = m.outgo + excluded.outgo;
  else
    update balance_months
    set income = income + greatest(new.amount, 0) - greatest(old.amount, 0), outgo = outgo + greatest(-new.amount, 0) - greatest(-old.amount, 0)
    where shop_id = new.shop_id and month = named;
  end if;
  return null;
end $$;

create trigger balance_entries_sum after insert or update of amount on balance_entries
  for each row execute function sum_balance_months();
