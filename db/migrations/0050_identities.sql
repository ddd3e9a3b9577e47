create table identities (
  issuer text not null check (length(issuer) between 3 and 200),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('google', 'apple', 'facebook')),
  email text check (length(email) <= 254),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, provider)
);
comment on table identities is 'accounts: which account of another provider belongs to which person; (issuer, subject) never changes, an e-mail may';

create table oauth_tokens_used (
  token_hash bytea primary key check (length(token_hash) = 32),
  expires_at timestamptz not null
);
comment on table oauth_tokens_used is 'accounts: id_tokens that logged somebody in once, until they end by themselves: none works twice';
create index oauth_tokens_used_expiry on oauth_tokens_used (expires_at);
