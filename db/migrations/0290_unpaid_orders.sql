-- Every order counts its buyer's unpaid ones. Without this index PostgreSQL may read all unpaid orders of everybody, because
-- between two analyses it does not know how many there are.
create index orders_unpaid on orders (buyer_id) where status = 'awaiting_payment';
