create table email_links (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify', 'change')),
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  primary key (user_id, purpose)
);
comment on table email_links is 'accounts: links that were mailed and not yet used, at most one of a kind for each person; the token itself is only in the mail, here is its SHA-256';
create index email_links_expiry on email_links (expires_at);

create table known_devices (
  user_id uuid not null references users on delete cascade,
  device text not null check (length(device) between 1 and 100),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= first_seen_at),
  primary key (user_id, device)
);
comment on table known_devices is 'accounts: kinds of devices that each person has logged in from, so that a login from a new one is told by mail';
