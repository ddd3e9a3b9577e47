-- What operators changed: the settings that differ from the defaults in the code, with their history.
-- No version of the code ever wrote to the table of this name from the first migration.
drop table settings;
create table settings (
  key text primary key check (key ~ '^[a-z][a-z_-]*\.[a-z][a-z0-9_]*$' and length(key) <= 80),
  version integer not null check (version > 0),
  value jsonb,
  sealed bytea,
  changed_at timestamptz not null,
  changed_by uuid references users,
  check (value is null or sealed is null)
);
comment on table settings is 'settings: values that operators changed; a row with neither value nor sealed has the default again; sealed is an encrypted secret';

create table setting_changes (
  id bigint generated always as identity primary key,
  key text not null references settings deferrable initially deferred,
  version integer not null check (version > 0),
  value jsonb,
  is_secret boolean not null default false,
  changed_at timestamptz not null,
  changed_by uuid references users,
  unique (key, version)
);
comment on table setting_changes is 'settings: the history of each setting; value is null for the default and for secrets, whose old values are not stored';
