-- An order ends for want of scans only after its courier platform was asked and every scan that it knew was recorded.
alter table tracking_polls
  drop column scans,
  add column answered_at timestamptz,
  add column reached_at timestamptz,
  add column digest text not null default '' check (length(digest) <= 64),
  add column recorded_digest text not null default '' check (length(recorded_digest) <= 64),
  add column is_over boolean not null default false,
  add column ends_at timestamptz;
comment on column tracking_polls.answered_at is 'When the platform last said what it knows about this parcel.';
comment on column tracking_polls.reached_at is 'When the platform last answered about this parcel in any way, also with a refusal.';
comment on column tracking_polls.digest is 'A digest of the scans in the platform''s last answer; empty without scans.';
comment on column tracking_polls.recorded_digest is 'The digest of the scans that orders recorded last.';
comment on column tracking_polls.is_over is 'The platform will report nothing more; the row is deleted once its scans are recorded.';
comment on column tracking_polls.ends_at is 'When following ends, because the order has ended.';
comment on column parcels.scan_source is 'What reports the scans of this parcel here; null when nothing did when it was shipped, or when the platform fell silent.';
