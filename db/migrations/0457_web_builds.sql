-- A page of one version asks for its styles and scripts, and the request may reach a process of another version.
create table web_files (
  name text primary key check (length(name) between 1 and 120),
  content bytea not null,
  is_brotli boolean not null
);
comment on table web_files is 'web: styles, scripts and other files of the builds that ran recently, whose names have a hash of their content; texts are compressed';
-- Compressed already.
alter table web_files alter column content set storage external;

create table web_builds (
  id text primary key check (length(id) between 1 and 100),
  number bigint not null generated always as identity unique,
  files text[] not null,
  last_run_at timestamptz not null
);
comment on table web_builds is 'web: builds of the pages that ran recently, and the names of their files; a larger number was published later';
