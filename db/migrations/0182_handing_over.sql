-- Wrong handing-over codes of an order's parcel, counted within an hour.
alter table parcels
  add column code_attempts int not null default 0 check (code_attempts >= 0),
  add column code_attempts_since timestamptz;

create table parcel_findings (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders on delete cascade,
  parcel_id uuid references parcels on delete cascade,
  kind text not null check (kind in ('number_used', 'scanned_before', 'scanned_in_future', 'foreign_origin')),
  detail text not null check (length(detail) <= 200),
  created_at timestamptz not null,
  unique nulls not distinct (order_id, parcel_id, kind)
);
comment on table parcel_findings is 'orders: what is implausible about a tracking number or its scans, once for each kind; without a parcel it is a number that was refused';
create index parcel_findings_time on parcel_findings (created_at desc, id desc);
create index parcel_findings_parcel on parcel_findings (parcel_id);
