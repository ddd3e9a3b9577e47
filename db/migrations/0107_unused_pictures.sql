-- Pictures that a person sent and nothing shows: since when the daily look has found them so.
alter table pictures add column unused_since timestamptz;
create index pictures_unused on pictures (unused_since) where unused_since is not null;
