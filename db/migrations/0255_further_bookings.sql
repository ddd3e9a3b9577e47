-- A courier can be ordered for a COD order, whose cash it collects, and for a further parcel of a shipped order.
alter table courier_bookings
  add column cash bigint not null default 0 check (cash >= 0),
  add column contents jsonb check (jsonb_typeof(contents) = 'array');
comment on column courier_bookings.cash is 'Rupiah that the courier collects at delivery; 0 for an order that is paid.';
comment on column courier_bookings.contents is 'The pieces of a further parcel, as in parcels.contents; null for the first parcel.';
drop index courier_bookings_open;
create unique index courier_bookings_open on courier_bookings (order_id) where state in ('requested', 'drafted', 'booked');
comment on table courier_bookings is 'orders: couriers ordered at a platform to fetch a parcel of an order; one is awaited at a time';

alter table parcels add column contents jsonb check (jsonb_typeof(contents) = 'array');
comment on column parcels.contents is 'Which pieces of the order a further parcel has, as [{line_id, quantity}]; null where the seller did not say it. The first parcel has the others.';

alter table parcel_findings
  drop constraint parcel_findings_kind_check,
  add constraint parcel_findings_kind_check check (kind in ('number_used', 'scanned_before', 'scanned_in_future', 'foreign_origin', 'delivered_after_end', 'price_changed', 'cash_differs'));
