-- A buyer who sells on may name a sender of her own: labels show it in place of the shop.
alter table orders
  add column sender_name text check (length(sender_name) between 1 and 60),
  add column sender_phone text check (sender_phone ~ '^\+[0-9]{8,15}$'),
  add constraint orders_sender check (sender_phone is null or sender_name is not null);
comment on column orders.sender_name is 'Whom labels name as sender, as the buyer entered it; null for the shop.';
