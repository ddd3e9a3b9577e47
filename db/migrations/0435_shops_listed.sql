-- Without a transaction: shops sell while the index is built.
-- Only shops that are listed, so that they are counted in the index alone.
drop index concurrently if exists shops_listed;
create index concurrently shops_listed on shops (sold_count desc, id) where suspended_at is null;
drop index concurrently if exists shops_sold;
