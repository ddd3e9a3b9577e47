-- Without a transaction: orders change while the index is built.
-- Operators look for an order by the random last part of its number, which is all that people read aloud.
drop index concurrently if exists orders_invoice_code;
create index concurrently orders_invoice_code on orders (split_part(invoice, '/', 3) text_pattern_ops);
