-- What operators and the system did, in a chain of hashes that shows each later change.
create table audit_entries (
  id bigint primary key check (id > 0),
  at timestamptz not null,
  actor_id uuid,
  actor_role text not null check (length(actor_role) between 1 and 40),
  action text not null check (action ~ '^[a-z][a-z_-]*\.[a-z][a-z_]*$' and length(action) <= 80),
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z_]*$' and length(subject_kind) <= 40),
  subject_id text not null check (length(subject_id) between 1 and 100),
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  reason text check (length(reason) between 1 and 1000),
  previous_hash text not null unique check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);
comment on table audit_entries is 'audit-log: what operators and the system did; append-only; ids have no gaps, and each hash covers the row and the hash before it; holds ids of people, never their data';
create index audit_entries_actor on audit_entries (actor_id, id desc);
create index audit_entries_action on audit_entries (action, id desc);
create index audit_entries_subject on audit_entries (subject_id, id desc);
create index audit_entries_at on audit_entries (at, id);

create function audit_entries_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function audit_entries_are_append_only();
revoke update, delete, truncate on audit_entries from current_user;

-- The second statement of a volatile function has its own snapshot, so it sees what the last holder of the lock
-- committed. One statement with the lock and the select would not.
create function lock_audit_chain(out last_id bigint, out last_hash text, out locked_at timestamptz)
  language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(4107220);
  select e.id, e.hash into last_id, last_hash from audit_entries e order by e.id desc limit 1;
  locked_at := date_trunc('milliseconds', clock_timestamp());
end $$;
