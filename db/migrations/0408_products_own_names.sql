-- Without a transaction: products change while the index is built.
-- The seller's own products with their names in small letters too, so that a search in them compares texts as they are stored.
drop index concurrently if exists products_own_names;
create index concurrently products_own_names on products (shop_id, id desc, lower(name)) include (name, status) where status <> 'removed';
drop index concurrently if exists products_own;
