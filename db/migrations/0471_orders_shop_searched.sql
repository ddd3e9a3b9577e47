-- Without a transaction: orders change while the index is built.
-- A shop's newest orders, with what they are searched for.
drop index concurrently if exists orders_shop_searched;
create index concurrently orders_shop_searched on orders (shop_id, created_at desc, id desc) include (buyer_id, invoice, search_text);
drop index concurrently if exists orders_shop_newest;
