-- An order may be sent in several parcels, come back in one, and be replaced by another. Scans belong to a parcel.
create table parcels (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete cascade,
  direction text not null default 'out' check (direction in ('out', 'return', 'replacement')),
  courier text not null check (length(courier) between 1 and 40),
  courier_name text not null check (length(courier_name) between 1 and 80),
  tracking_number text check (length(tracking_number) between 5 and 40),
  state text not null check (state in ('booked', 'shipped', 'arrived', 'returned', 'cancelled')),
  scan_source text check (scan_source in ('simulator', 'biteship', 'rajaongkir')),
  booked_with text check (booked_with in ('biteship')),
  external_id text check (length(external_id) between 1 and 100),
  weight_g int check (weight_g > 0),
  cost bigint check (cost >= 0),
  shipped_at timestamptz,
  arrived_at timestamptz,
  created_at timestamptz not null,
  check ((booked_with is null) = (external_id is null)),
  check (state <> 'shipped' or shipped_at is not null),
  check ((state = 'arrived') = (arrived_at is not null))
);
comment on table parcels is 'orders: a parcel of an order, to the buyer, back to the seller, or as a replacement';
comment on column parcels.scan_source is 'What reported the scans of this courier here when the parcel was shipped; null when nothing did.';
create index parcels_order on parcels (order_id, created_at);

-- Services of one company share their tracking numbers. A number that two services of a company once used for two
-- orders gets a suffix, because each number now belongs to one parcel.
insert into parcels (order_id, courier, courier_name, tracking_number, state, scan_source, shipped_at, arrived_at, created_at)
select o.id, o.courier, o.courier_name,
  o.tracking_number || case when row_number() over (partition by split_part(o.courier, '-', 1), o.tracking_number order by o.shipped_at, o.id) = 1 then ''
    else '#' || row_number() over (partition by split_part(o.courier, '-', 1), o.tracking_number order by o.shipped_at, o.id) end,
  case when o.delivered_at is null then 'shipped' else 'arrived' end,
  -- Parcels under way were shipped under the rule that their courier scans them only in a demonstration.
  case when o.courier not in ('self', 'pickup') and exists (select 1 from tracking_scans t where t.order_id = o.id) then 'simulator' end,
  o.shipped_at, o.delivered_at, o.shipped_at
from orders o where o.shipped_at is not null;
create unique index parcels_tracking_number on parcels (split_part(courier, '-', 1), tracking_number) where tracking_number is not null;
create unique index parcels_booking on parcels (booked_with, external_id) where external_id is not null;

alter table tracking_scans
  add column parcel_id uuid references parcels on delete cascade,
  add column recorded_at timestamptz,
  add column source text not null default 'simulator' check (source in ('simulator', 'biteship', 'rajaongkir', 'seller')),
  add constraint tracking_scans_place_check check (length(place) <= 100);
update tracking_scans t set parcel_id = p.id, recorded_at = t.scanned_at from parcels p where p.order_id = t.order_id;
delete from tracking_scans where parcel_id is null;
alter table tracking_scans
  alter column parcel_id set not null,
  alter column recorded_at set not null,
  alter column source drop default,
  drop column order_id,
  add constraint tracking_scans_once unique (parcel_id, status, place, scanned_at);
comment on column tracking_scans.scanned_at is 'When the courier scanned the parcel, by the courier''s word.';
comment on column tracking_scans.source is 'Who reported the scan; seller: news that the seller wrote.';

drop index orders_tracking_number;
alter table orders drop column tracking_number;
