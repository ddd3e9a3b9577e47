-- What changed a product as listings and searches show it, in the order of commits: search engines beside the database
-- read it. The transaction's number says what a reader has not seen yet; positions alone would skip a transaction that
-- took its position early and committed late.
create table product_changes (
  position bigint generated always as identity primary key,
  product_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);
comment on table product_changes is 'catalog: products whose place in listings or searches changed, for search engines; deleted after a day';
create index product_changes_xid on product_changes (xid);
create index product_changes_age on product_changes using brin (changed_at);

create function note_product_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into product_changes (product_id) select id from after_rows where status = 'active' order by id;
  elsif tg_op = 'DELETE' then
    insert into product_changes (product_id) select id from before_rows where status = 'active' order by id;
  else
    insert into product_changes (product_id)
    select a.id from after_rows a join before_rows b on b.id = a.id
    where (a.status = 'active' or b.status = 'active')
      and (a.status, a.shop_id, a.category_id, a.root_category_id, a.price_min, a.strike_price is null, a.in_stock, a.sold_count,
        a.rating_sum, a.rating_count, a.province_code, a.condition, a.is_regional, a.preorder_days is null, a.created_at, a.search_words, a.attributes)
      is distinct from (b.status, b.shop_id, b.category_id, b.root_category_id, b.price_min, b.strike_price is null, b.in_stock, b.sold_count,
        b.rating_sum, b.rating_count, b.province_code, b.condition, b.is_regional, b.preorder_days is null, b.created_at, b.search_words, b.attributes)
    order by a.id;
  end if;
  return null;
end $$;

create trigger products_inserted after insert on products referencing new table as after_rows
  for each statement execute function note_product_changes();
create trigger products_updated after update on products referencing old table as before_rows new table as after_rows
  for each statement execute function note_product_changes();
create trigger products_deleted after delete on products referencing old table as before_rows
  for each statement execute function note_product_changes();
