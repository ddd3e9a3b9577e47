-- Search engines read a product again after any change of it, so that a new filter needs no change here. What changes a
-- product without changing what is found is rare: a seller who saves it, a new picture.
create or replace function note_product_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into product_changes (product_id) select id from after_rows where status = 'active' order by id;
  elsif tg_op = 'DELETE' then
    insert into product_changes (product_id) select id from before_rows where status = 'active' order by id;
  else
    insert into product_changes (product_id)
    select a.id from after_rows a join before_rows b on b.id = a.id
    where (a.status = 'active' or b.status = 'active') and a.* is distinct from b.*
    order by a.id;
  end if;
  return null;
end $$;
