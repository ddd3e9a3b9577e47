create table account_deletions (
  user_id uuid primary key references users,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  shop_paused boolean not null default false,
  held_since timestamptz,
  done_at timestamptz,
  check (due_at > requested_at),
  check (done_at is null or done_at >= due_at)
);
comment on table account_deletions is 'privacy: who asked for their account to go, when it goes and when it went; shop_paused says that we closed the shop for the time in between';
create index account_deletions_due on account_deletions (due_at) where done_at is null;

-- A table that references users with "on delete cascade" says that its rows belong to the person alone. They go when the
-- person does, although the row in users stays as the nameless party of orders that the law keeps.
create function forget_rows_of(person uuid) returns void language plpgsql as $$
declare
  it record;
begin
  for it in
    select c.conrelid::regclass as name, a.attname as col
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c' and array_length(c.conkey, 1) = 1
    order by 1, 2
  loop
    execute format('delete from %s where %I = $1', it.name, it.col) using person;
  end loop;
end $$;
