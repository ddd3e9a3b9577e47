-- Buyers filter listings by the seller's city, by courier and by cash on delivery. Products copy what their shop says
-- about these, because every search engine filters products and not shops.
alter table products
  add column regency_code text references regions (code),
  add column couriers text[] not null default '{}' check (cardinality(couriers) <= 40),
  add column has_cod boolean not null default false;
comment on column products.couriers is 'The companies of the shop''s couriers, sorted; a copy, like regency_code and has_cod.';
comment on column products.has_cod is 'The shop takes cash on delivery and has a courier that collects it.';

update products p set regency_code = s.regency_code,
  couriers = array(select distinct split_part(one, '-', 1) from unnest(s.couriers) one order by 1),
  has_cod = s.has_cod and s.couriers && '{jne-reg,jne-yes,jnt-ez,sicepat-reg,anteraja-reg,pos-reg,ninja-reg,lion-reg}'
from shops s where s.id = p.shop_id;

create or replace function note_product_changes() returns trigger language plpgsql as $$
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
        a.rating_sum, a.rating_count, a.province_code, a.regency_code, a.couriers, a.has_cod, a.condition, a.is_regional, a.preorder_days is null,
        a.created_at, a.search_words, a.attributes)
      is distinct from (b.status, b.shop_id, b.category_id, b.root_category_id, b.price_min, b.strike_price is null, b.in_stock, b.sold_count,
        b.rating_sum, b.rating_count, b.province_code, b.regency_code, b.couriers, b.has_cod, b.condition, b.is_regional, b.preorder_days is null,
        b.created_at, b.search_words, b.attributes)
    order by a.id;
  end if;
  return null;
end $$;
