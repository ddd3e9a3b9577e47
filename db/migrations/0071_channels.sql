-- What each person wants to hear of outside the application, and the devices that may be told.
create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('order', 'user', 'complaint', 'marketing')),
  email boolean not null,
  push boolean not null,
  updated_at timestamptz not null,
  primary key (user_id, kind)
);
comment on table notification_preferences is 'notifications: by which channels a person wants to hear of which kind; a missing row means the default in code';

create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) between 80 and 100),
  auth text not null check (length(auth) between 20 and 30),
  created_at timestamptz not null
);
comment on table push_subscriptions is 'notifications: browsers that may be told by web push; ends with the session that allowed it';
create index push_subscriptions_user on push_subscriptions (user_id);
create index push_subscriptions_session on push_subscriptions (session_id);
