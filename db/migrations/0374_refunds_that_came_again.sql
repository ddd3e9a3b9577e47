-- What happened stays. Money of a refund that came again, because the marketplace won a dispute, is a row of its own with
-- negative amounts and its own moment. The refund is not changed any more, so files and papers of ended months stay.
alter table refunds add column returns uuid references refunds (id);
comment on column refunds.returns is 'The refund that this row takes back: its money came again from the buyer''s bank. Amounts of such a row are negative.';
create index refunds_returns on refunds (returns) where returns is not null;

alter table refunds drop constraint refunds_amount_check;
alter table refunds add constraint refunds_amount_check check (
  amount > 0 or (amount = 0 and status = 'done' and order_id is not null) or (amount < 0 and returns is not null));
alter table refunds add constraint refunds_returns_check check (
  returns is null or (amount < 0 and status = 'done' and way = 'chargeback' and returns <> id));

alter table refund_parts drop constraint refund_parts_amount_check, drop constraint refund_parts_check1;
alter table refund_parts add constraint refund_parts_amounts_check check (
  (amount >= 0 and given_up >= amount) or (amount <= 0 and given_up <= 0));


-- So far such a refund was made smaller, or deleted with the last of its money. What can be known of it is stored again.

-- Money that is owed to the buyer once more, of which her bank returned a part: its row took a part of the first refund.
do $$
declare
  owed record;
  returned bigint;
begin
  for owed in
    select r.*, regexp_replace(r.cause, '^.* ', '')::uuid as source from refunds r
    where r.cause ~ '^returned .* [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and r.amount > 0 order by r.created_at desc, r.id desc
  loop
    continue when not exists (select from refunds where id = owed.source and way = 'chargeback');
    returned := owed.amount;
    update refunds set amount = amount + returned where id = owed.source;
    insert into refund_parts (refund_id, part, line_id, amount, given_up)
      select owed.source, part, line_id, amount, given_up from refund_parts where refund_id = owed.id
      on conflict (refund_id, part, line_id) do update
      set amount = refund_parts.amount + excluded.amount, given_up = refund_parts.given_up + excluded.given_up;
    delete from refund_parts where refund_id = owed.id;
    update refunds set cause = regexp_replace(cause, '^returned', 'owed again') where id = owed.id;
    insert into refunds (payment_id, attempt_id, buyer_id, order_id, reason, cause, amount, way, status, created_at, done_at, returns)
    values (owed.payment_id, owed.attempt_id, owed.buyer_id, owed.order_id, owed.reason, owed.cause, -returned, 'chargeback', 'done',
      owed.created_at, owed.created_at, owed.source);
  end loop;
end;
$$;

-- Money that belongs to its order again. The ledger has its amount and moment, and those of the refund. The parts of a
-- refund that was made smaller are in proportion to the rest of it, those of a deleted one to what the buyer paid.
create temporary table returned_parts (part text, line_id uuid, amount bigint, given_up bigint) on commit drop;
do $$
declare
  event record;
  sum_of bigint;
  refund refunds%rowtype;
  new_id uuid;
begin
  for event in
    select t.id, t.reference, t.created_at, regexp_replace(t.reference, '^.* ', '')::uuid as refund_id, -e.amount as amount
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.kind = 'settlement_changed' and a.kind = 'refund_payable' and e.amount < 0
      and t.reference ~ '^returned .* [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    order by t.id
  loop
    continue when exists (select from refunds where cause = event.reference);
    select * into refund from refunds where id = event.refund_id;
    if not found then
      insert into refunds (id, payment_id, attempt_id, buyer_id, order_id, reason, cause, amount, way, status, created_at, done_at)
      select event.refund_id, p.id, a.id, o.buyer_id, o.id, 'chargeback', borne.reference, taken.amount, 'chargeback', 'done',
        taken.created_at, taken.created_at
      from (select t.id, t.created_at, -e.amount as amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts x on x.id = e.account_id
        where t.kind = 'refund_paid' and t.reference = event.refund_id::text and x.kind = 'refund_payable') taken
      cross join lateral (select reference from ledger_transactions
        where kind = 'settlement_changed' and reference ~ '^chargeback .* [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and created_at = taken.created_at
          and id < taken.id order by id desc limit 1) borne
      join orders o on o.id = regexp_replace(borne.reference, '^.* ', '')::uuid
      join payments p on p.checkout_id = o.checkout_id
      join payment_attempts a on a.payment_id = p.id and a.status = 'paid'
      on conflict do nothing
      returning * into refund;
      continue when refund.id is null;
      insert into refund_parts (refund_id, part, line_id, amount, given_up)
      select refund.id, part, line_id, share, case when paid = 0 then 0 when share >= paid then whole else -div(-share * whole, paid) end
      from (
        select *, div(refund.amount * sum(paid) over before_or_at, greatest(sum(paid) over (), 1))
          - div(refund.amount * (sum(paid) over before_or_at - paid), greatest(sum(paid) over (), 1)) as share
        from (
          select 1 as at, 'goods' as part, l.id as line_id, l.price * l.quantity + d.by_shop as whole, l.price * l.quantity + d.by_shop + d.by_platform as paid
          from order_lines l cross join lateral (select coalesce(sum(amount) filter (where bearer = 'shop'), 0) as by_shop,
            coalesce(sum(amount) filter (where bearer = 'platform'), 0) as by_platform from order_adjustments where line_id = l.id) d
          where l.order_id = refund.order_id
          union all
          select 2, 'shipping', null, o.shipping_cost + d.by_shop, o.shipping_cost + d.by_shop + d.by_platform
          from orders o cross join lateral (select coalesce(sum(amount) filter (where bearer = 'shop'), 0) as by_shop,
            coalesce(sum(amount) filter (where bearer = 'platform' and amount < 0), 0) as by_platform
            from order_adjustments where order_id = o.id and line_id is null) d
          where o.id = refund.order_id
          union all
          select 3, 'fees', null, f.fees, f.fees from (select coalesce(sum(amount) filter (where amount > 0 and kind <> 'insurance'), 0) as fees
            from order_adjustments where order_id = refund.order_id) f
        ) part
        window before_or_at as (order by at, line_id rows unbounded preceding)
      ) shared where share > 0;
    elsif not exists (select from refunds where returns = refund.id) then
      -- All that came again of a refund that was made smaller.
      select sum(-e.amount) into sum_of from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id
      where t.kind = 'settlement_changed' and a.kind = 'refund_payable' and t.reference like 'returned % ' || refund.id;
      update refund_parts p set amount = p.amount + shared.share,
        given_up = p.given_up + case when p.amount = 0 then shared.share else -div(-shared.share * p.given_up, p.amount) end
      from (select part, line_id, div(sum_of * sum(amount) over before_or_at, refund.amount)
          - div(sum_of * (sum(amount) over before_or_at - amount), refund.amount) as share
        from refund_parts where refund_id = refund.id window before_or_at as (order by part, line_id rows unbounded preceding)) shared
      where p.refund_id = refund.id and p.part = shared.part and p.line_id is not distinct from shared.line_id;
      update refunds set amount = amount + sum_of where id = refund.id;
    end if;
    -- What came again, in proportion to what of the refund had not come before.
    delete from returned_parts;
    insert into returned_parts
    select part, line_id, share, case when amount = share then given_up when amount = 0 then 0 else div(given_up * share, amount) end
    from (
      select *, div(event.amount * sum(amount) over before_or_at, greatest(sum(amount) over (), 1))
        - div(event.amount * (sum(amount) over before_or_at - amount), greatest(sum(amount) over (), 1)) as share
      from (
        select p.part, p.line_id, p.amount + coalesce(b.amount, 0) as amount, p.given_up + coalesce(b.given_up, 0) as given_up
        from refund_parts p left join lateral (select sum(q.amount) as amount, sum(q.given_up) as given_up
          from refunds x join refund_parts q on q.refund_id = x.id
          where x.returns = refund.id and q.part = p.part and q.line_id is not distinct from p.line_id) b on true
        where p.refund_id = refund.id
      ) rest
      window before_or_at as (order by part, line_id rows unbounded preceding)
    ) shared where share > 0;
    insert into refunds (payment_id, attempt_id, buyer_id, order_id, reason, cause, amount, way, status, created_at, done_at, returns)
    values (refund.payment_id, refund.attempt_id, refund.buyer_id, refund.order_id, refund.reason, event.reference, -event.amount, 'chargeback', 'done',
      event.created_at, event.created_at, refund.id)
    returning id into new_id;
    insert into refund_parts (refund_id, part, line_id, amount, given_up) select new_id, part, line_id, -amount, -given_up from returned_parts;
  end loop;
end;
$$;

-- Prices fell by a rupiah more or less than the smaller refunds said. The last row of the part takes that.
with difference as (
  select o.id as order_id, 'goods' as part, l.id as line_id, l.refunded - coalesce(sum(p.given_up), 0) as amount
  from orders o join order_lines l on l.order_id = o.id left join refund_parts p on p.line_id = l.id
  where exists (select from refunds b where b.order_id = o.id and b.returns is not null) group by o.id, l.id
  union all
  select o.id, 'shipping', null, o.shipping_refunded - coalesce((select sum(p.given_up) from refunds r join refund_parts p on p.refund_id = r.id
    where r.order_id = o.id and p.part = 'shipping'), 0)
  from orders o where exists (select from refunds b where b.order_id = o.id and b.returns is not null)
), target as (
  select distinct on (d.order_id, d.part, d.line_id) p.refund_id, d.part, d.line_id, d.amount
  from difference d join refunds r on r.order_id = d.order_id join refund_parts p on p.refund_id = r.id and p.part = d.part and p.line_id is not distinct from d.line_id
  where d.amount <> 0 and (r.returns is not null) = (d.amount < 0)
  order by d.order_id, d.part, d.line_id, r.created_at desc, r.id desc
)
update refund_parts p set given_up = p.given_up + target.amount from target
where p.refund_id = target.refund_id and p.part = target.part and p.line_id is not distinct from target.line_id;

create function refunds_are_history() returns trigger language plpgsql as $$
begin
  raise exception 'what was refunded is history: money that comes again is a row of its own';
end;
$$;
create trigger refunds_are_history before update of amount, payment_id, attempt_id, order_id, buyer_id, reason, cause, returns or delete on refunds
  for each row execute function refunds_are_history();
create trigger refund_parts_are_history before update or delete on refund_parts
  for each row execute function refunds_are_history();
