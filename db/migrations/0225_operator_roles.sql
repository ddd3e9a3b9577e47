-- Who gave which role to whom, and why. users.operator_role is the present role.
create table operator_role_changes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  role text check (role in ('support', 'mediator', 'finance', 'catalogue', 'owner')),
  changed_by uuid not null references users (id),
  reason text not null check (length(reason) between 5 and 300),
  changed_at timestamptz not null,
  check (user_id <> changed_by)
);
comment on table operator_role_changes is 'accounts: roles that an owner gave to operators or took from them (role is null); nobody changes the own role';
create index operator_role_changes_user on operator_role_changes (user_id, changed_at desc, id desc);
create index operator_role_changes_by on operator_role_changes (changed_by);

create index users_operators on users (operator_role) where type = 'operator';

-- Only an owner gives roles, so a marketplace without one gets its first operator as owner.
update users set operator_role = 'owner'
where id = (select id from users where type = 'operator' and deleted_at is null order by created_at, id limit 1)
  and not exists (select from users where operator_role = 'owner' and deleted_at is null);

-- What waits for operators is counted on every page of the console.
create index payouts_attention on payouts (id) where attention is not null;
create index complaints_with_mediator on complaints (due_at, id) where state in ('with_mediator', 'appealed');
create index reconciliations_found on reconciliations (day) where found > 0;
-- The console finds a parcel by its number alone.
create index parcels_number on parcels (tracking_number) where tracking_number is not null;
