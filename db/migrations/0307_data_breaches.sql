-- The register of breaches of personal data, whom they concern, and when they were told.
create table data_breaches (
  id uuid primary key default uuidv7(),
  number text not null unique check (number ~ '^KPD/[0-9]{8}/[0-9A-Z]{10}$'),
  title text not null check (length(title) between 1 and 400),
  what text not null check (length(what) between 1 and 8000),
  cause text not null check (length(cause) <= 8000),
  measures text not null check (length(measures) between 1 and 8000),
  advice text not null check (length(advice) <= 8000),
  data_kinds text[] not null check (cardinality(data_kinds) between 1 and 30),
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at),
  noticed_at timestamptz not null,
  due_at timestamptz not null check (due_at > noticed_at),
  other_people int not null default 0 check (other_people >= 0),
  recorded_by uuid not null references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  letters_started_at timestamptz,
  reported_at timestamptz,
  reported_by uuid references users (id),
  report_reference text check (length(report_reference) between 1 and 400),
  check ((reported_at is null) = (reported_by is null)),
  check ((reported_at is null) = (report_reference is null))
);
comment on table data_breaches is 'privacy: breaches of personal data: what happened and when it was noticed, what was done, when people and the authority got their letters; other_people is the number of people without an account';
create index data_breaches_waiting on data_breaches (due_at, id) where reported_at is null or letters_started_at is null;

create table data_breach_people (
  breach_id uuid not null references data_breaches (id),
  user_id uuid not null references users (id) on delete cascade,
  notified_at timestamptz,
  primary key (breach_id, user_id)
);
comment on table data_breach_people is 'privacy: whose data a breach concerns, and when each person got the letter';
create index data_breach_people_of_user on data_breach_people (user_id);
create index data_breach_people_waiting on data_breach_people (breach_id, user_id) where notified_at is null;
