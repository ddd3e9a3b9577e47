-- A review is changed at most a few times an hour: the hour that began with the first change, and the changes in it.
alter table reviews
  add column changes_since timestamptz,
  add column changes smallint not null default 0 check (changes >= 0),
  add constraint reviews_changes check (changes = 0 or changes_since is not null);
