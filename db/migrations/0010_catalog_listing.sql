-- One partial index for each order a listing can have, so that a page of products is read and not sorted.
create index products_root_cheap on products (root_category_id, price_min, id) where status = 'active';
create index products_category_cheap on products (category_id, price_min, id) where status = 'active';
create index products_root_new on products (root_category_id, created_at desc, id) where status = 'active';
create index products_category_new on products (category_id, created_at desc, id) where status = 'active';
create index products_discounted on products (sold_count desc, id) where status = 'active' and strike_price is not null and in_stock;
create index products_shop_all on products (shop_id, created_at desc, id);
