-- A request to cancel puts the shipping deadline aside; it comes back when the request is withdrawn or refused. Requests
-- that are open now have none stored: theirs is computed from the acceptance, as before.
alter table orders add column ship_due_at timestamptz;
comment on column orders.ship_due_at is 'shipping deadline that the last request to cancel put aside';
