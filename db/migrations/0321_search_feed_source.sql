-- A feed that stood still for longer than changes are stored, or that fed another state of the database, begins anew.
alter table search_feeds add column source text, add column fed_at timestamptz;
comment on column search_feeds.source is 'The database and its timeline: after a restore the engine has products of a future that never came.';
comment on column search_feeds.fed_at is 'When the engine last had everything; older changes than that may be deleted already.';
