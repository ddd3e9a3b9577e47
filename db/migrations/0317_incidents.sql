-- What does not work at the moment, and what did not, for everybody to read.
create table incidents (
  id uuid primary key default uuidv7(),
  component text not null check (component ~ '^[a-z_]{3,20}$'),
  impact text not null check (impact in ('maintenance', 'slow', 'down')),
  title text not null check (length(title) between 5 and 240),
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at),
  -- Counts the updates, so that two operators do not overwrite each other.
  version int not null default 1 check (version >= 1)
);
comment on table incidents is 'operator: what does not work, by part of the marketplace; open until ended_at';
create index incidents_open on incidents (began_at) where ended_at is null;
create index incidents_ended on incidents (ended_at desc, id desc) where ended_at is not null;

create table incident_updates (
  incident_id uuid not null references incidents (id),
  version int not null check (version >= 1),
  text text not null check (length(text) between 10 and 2000),
  impact text not null check (impact in ('maintenance', 'slow', 'down')),
  written_by uuid not null references users (id),
  written_at timestamptz not null,
  primary key (incident_id, version)
);
comment on table incident_updates is 'operator: what is said about an incident, in the order of time; never changed';
create index incident_updates_written_by on incident_updates (written_by);
