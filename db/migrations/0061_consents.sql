create table consents (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  purpose text not null check (purpose ~ '^[a-z_]{3,40}$'),
  text_version text not null check (length(text_version) between 1 and 40),
  given boolean not null,
  how text not null check (how in ('registration', 'provider', 'profile')),
  at timestamptz not null
);
comment on table consents is 'accounts: each time a person gave or withdrew a consent, for what, under which text and where; never changed, only added to';
create index consents_user on consents (user_id, purpose, id desc);
