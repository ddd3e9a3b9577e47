-- Where a shop is: buyers who collect their goods go there, couriers fetch parcels there, and returns go there.
alter table shops
  add column street text not null default '' check (length(street) <= 200),
  add column postcode text check (postcode ~ '^[0-9]{5}$'),
  add column pickup_note text not null default '' check (length(pickup_note) <= 200);
comment on column shops.street is 'Street and number; not public. The buyer of a paid order that is collected sees it, and so do labels.';
comment on column shops.pickup_note is 'When and how buyers collect goods.';
