-- Parcels under way whose scans a courier platform reports.
create table tracking_polls (
  parcel_id uuid primary key,
  provider text not null check (provider in ('biteship', 'rajaongkir')),
  courier text not null check (length(courier) between 1 and 40),
  tracking_number text not null check (length(tracking_number) between 5 and 40),
  external_id text check (length(external_id) between 1 and 100),
  phone_end text check (phone_end ~ '^\d{5}$'),
  followed_at timestamptz not null,
  -- The moment of the next poll. The parcel that has been due longest is polled first.
  poll_at timestamptz not null,
  -- Polls since the platform reported something new, and failures since it last answered.
  quiet_polls int not null default 0 check (quiet_polls >= 0),
  failures int not null default 0 check (failures >= 0),
  scans int not null default 0 check (scans >= 0)
);
comment on table tracking_polls is 'shipping: parcels under way whose scans a courier platform is asked for; a row is deleted when its parcel is no longer followed';
comment on column tracking_polls.parcel_id is 'The parcel''s id in orders.';
comment on column tracking_polls.phone_end is 'The last five digits of the recipient''s phone, which some couriers need.';
create index tracking_polls_due on tracking_polls (provider, poll_at, parcel_id);
create index tracking_polls_number on tracking_polls (tracking_number);
create unique index tracking_polls_external on tracking_polls (provider, external_id) where external_id is not null;
