-- What an order earned its shop limits its corrections (0390), so whoever changes it changes that limit in the same transaction. A process
-- of a version before corrections does not: what it does to a corrected order is refused, and a process of this version does it.
create function corrected_orders_fit() returns trigger language plpgsql as $$
begin
  if exists (select from corrected_orders c join orders o on o.id = c.order_id where o.id = new.id and c.earned <> o.earned) then
    raise check_violation using table = 'corrected_orders', constraint = 'corrected_orders_fit',
      message = format('order %s was corrected, and this process is of a version that does not fit corrections', new.id);
  end if;
  return null;
end $$;
create constraint trigger orders_corrections_fit after update of earned on orders deferrable initially deferred
  for each row when (old.earned is distinct from new.earned) execute function corrected_orders_fit();
