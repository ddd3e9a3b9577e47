-- The daily look for orders that the law asks for no longer reads the oldest pages and nothing else.
create index orders_age on orders using brin (created_at);
