-- Where nothing reports a courier's scans, the buyer is asked whether the parcel arrived.
alter table orders add column arrival_asked_at timestamptz;
comment on column orders.arrival_asked_at is 'When the buyer was asked whether the parcel arrived, because nothing reports its scans here.';
