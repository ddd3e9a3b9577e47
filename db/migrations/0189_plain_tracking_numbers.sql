-- Couriers write one number with and without dashes, so only its letters and digits are stored and compared. A number
-- that was used in both ways keeps its suffix of a second use.
with plain as (
  select id, split_part(courier, '-', 1) as company, tracking_number, regexp_replace(tracking_number, '[^A-Z0-9]', '', 'g') as number, created_at
  from parcels where tracking_number ~ '[^A-Z0-9]' and tracking_number !~ '#'
), numbered as (
  select p.id, p.number, row_number() over (partition by p.company, p.number order by p.created_at, p.id)
    + (select count(*) from parcels o where split_part(o.courier, '-', 1) = p.company and o.tracking_number ~ ('^' || p.number || '(#[0-9]+)?$')) as use
  from plain p where length(p.number) between 5 and 36
)
update parcels set tracking_number = n.number || case when n.use = 1 then '' else '#' || n.use end from numbered n where n.id = parcels.id;
update tracking_polls set tracking_number = regexp_replace(tracking_number, '[^A-Z0-9]', '', 'g')
where tracking_number ~ '[^A-Z0-9]' and length(regexp_replace(tracking_number, '[^A-Z0-9]', '', 'g')) >= 5;

alter table parcel_findings
  drop constraint parcel_findings_kind_check,
  add constraint parcel_findings_kind_check check (kind in ('number_used', 'scanned_before', 'scanned_in_future', 'foreign_origin', 'delivered_after_end'));
