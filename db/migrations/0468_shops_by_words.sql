-- Without a transaction: shops change while the index is built.
-- A search for shops walks them by sales and keeps those whose words match: the index has the words, so that it reads no other shop.
drop index concurrently if exists shops_listed_words;
create index concurrently shops_listed_words on shops (sold_count desc, id) include (search_words) where suspended_at is null;
drop index concurrently if exists shops_listed;
