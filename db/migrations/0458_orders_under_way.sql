-- Without a transaction: orders change while the index is built.
-- A seller's start page and balance sum up all orders under way, of a large shop more than a thousand. The index has
-- all that they read of each.
drop index concurrently if exists orders_under_way;
create index concurrently orders_under_way on orders (shop_id)
  include (id, status, expected_share, cancel_requested_at, due_at)
  where status in ('awaiting_confirmation', 'processing', 'shipped', 'delivered', 'disputed');
