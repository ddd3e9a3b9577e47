-- A seller can replace a mistyped tracking number. The number before stays used.
create table replaced_tracking_numbers (
  parcel_id uuid not null references parcels (id) on delete cascade,
  courier text not null check (length(courier) between 1 and 40),
  tracking_number text not null check (length(tracking_number) between 5 and 40),
  replaced_at timestamptz not null,
  primary key (parcel_id, tracking_number)
);
comment on table replaced_tracking_numbers is 'orders: tracking numbers that parcels had before their seller replaced them; no parcel gets one again';
create unique index replaced_tracking_numbers_once on replaced_tracking_numbers (split_part(courier, '-', 1), tracking_number);
create index replaced_tracking_numbers_number on replaced_tracking_numbers (tracking_number);

create function refuse_replaced_number() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from replaced_tracking_numbers
    where tracking_number = new.tracking_number and split_part(courier, '-', 1) = split_part(new.courier, '-', 1)) then
    raise exception 'the tracking number was replaced' using errcode = 'unique_violation', constraint = 'parcels_tracking_number';
  end if;
  return new;
end $$;
create trigger parcels_replaced_number before insert or update of tracking_number on parcels
  for each row when (new.tracking_number is not null) execute function refuse_replaced_number();

alter table parcel_findings drop constraint parcel_findings_kind_check;
alter table parcel_findings add constraint parcel_findings_kind_check check (kind in
  ('number_used', 'number_replaced', 'scanned_before', 'scanned_in_future', 'foreign_origin', 'delivered_after_end', 'price_changed', 'cash_differs'))
  not valid;
