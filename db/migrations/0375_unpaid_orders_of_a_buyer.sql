-- Every order counts its buyer's unpaid ones. Between two analyses PostgreSQL believes that hardly any order is unpaid, and then reads
-- all unpaid orders of everybody by orders_status_newest, as soon as that seems to cost no more. A condition that is no comparison of
-- the status matches this index alone.
drop index orders_unpaid;
create index orders_unpaid on orders (buyer_id) where (status = 'awaiting_payment') is true;
