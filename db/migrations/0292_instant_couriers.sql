-- Couriers by motorcycle deliver within hours: their price needs the shop's point on the map, and a driver comes only
-- while the shop hands parcels over.
alter table shops
  add column lat double precision check (lat between -11.5 and 6.5),
  add column lng double precision check (lng between 94.5 and 141.5),
  add constraint shops_point_check check ((lat is null) = (lng is null)),
  add column pickup_days smallint[] not null default '{1,2,3,4,5,6}'
    check (cardinality(pickup_days) between 1 and 7 and pickup_days <@ '{1,2,3,4,5,6,7}'),
  add column pickup_opens smallint not null default 540,
  add column pickup_closes smallint not null default 1020,
  add constraint shops_pickup_hours_check check (pickup_opens between 0 and 1439 and pickup_closes between pickup_opens + 1 and 1440);
comment on column shops.lat is 'Where drivers fetch parcels; not public.';
comment on column shops.pickup_days is 'Days on which drivers can come: 1 is Monday, 7 is Sunday.';
comment on column shops.pickup_opens is 'From when drivers can come, in minutes after midnight at the shop.';
comment on column shops.pickup_closes is 'Until when drivers can come, in minutes after midnight at the shop.';

alter table courier_bookings
  add column driver jsonb check (jsonb_typeof(driver) = 'object'),
  add column by_system boolean not null default false;
comment on column courier_bookings.driver is 'What the platform says about the driver, as {state, name, phone, plate, url}; removed when the order ends.';
comment on column courier_bookings.by_system is 'Ordered in place of a driver who did not come.';
