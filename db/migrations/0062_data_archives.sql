create table data_archives (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users on delete cascade,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  file bytea,
  check ((ready_at is null) = (file is null)),
  check ((ready_at is null) = (expires_at is null))
);
-- The file is compressed already.
alter table data_archives alter column file set storage external;
comment on table data_archives is 'privacy: the latest copy of their data that each person asked for, as a ZIP, until it expires';
create index data_archives_expiry on data_archives (expires_at);
