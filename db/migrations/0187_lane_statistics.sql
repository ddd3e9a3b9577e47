-- How long parcels took, by courier and provinces.
create table lane_statistics (
  origin_province text not null check (origin_province ~ '^[0-9]{2}$'),
  destination_province text not null check (destination_province ~ '^[0-9]{2}$'),
  courier text not null check (length(courier) between 1 and 40),
  parcels int not null check (parcels > 0),
  min_days int not null check (min_days > 0),
  max_days int not null,
  updated_at timestamptz not null,
  primary key (origin_province, destination_province, courier),
  check (max_days >= min_days)
);
comment on table lane_statistics is 'shipping: in how many days the parcels of a courier arrived lately between two provinces, where there were enough of them';

alter table orders
  add column usual_min_days int,
  add column usual_max_days int,
  add constraint orders_usual_days check ((usual_min_days is null) = (usual_max_days is null) and usual_min_days > 0 and usual_max_days >= usual_min_days);
comment on column orders.usual_max_days is 'In how many days parcels of this courier arrived on this way, as the buyer saw it at the purchase; null when too few were measured.';
create index orders_under_way on orders (shipped_at) where status = 'shipped';
