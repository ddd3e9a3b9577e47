-- One partial index for each order a listing can have, so that a page of products is read and not sorted. What is sold
-- out stands last where products are ordered by sales.
drop index products_sold;
drop index products_root_sold;
drop index products_category_sold;
create index products_best on products (in_stock desc, sold_count desc, id) where status = 'active';
create index products_root_best on products (root_category_id, in_stock desc, sold_count desc, id) where status = 'active';
create index products_category_best on products (category_id, in_stock desc, sold_count desc, id) where status = 'active';
create index products_root_cheap on products (root_category_id, price_min, id) where status = 'active';
create index products_category_cheap on products (category_id, price_min, id) where status = 'active';
create index products_root_new on products (root_category_id, created_at desc, id) where status = 'active';
create index products_category_new on products (category_id, created_at desc, id) where status = 'active';
create index products_discounted on products (in_stock desc, sold_count desc, id) where status = 'active' and strike_price is not null;
