-- Unlogged: what is lost in a crash of the database is at most an hour of counting.
create unlogged table tries (
  kind text not null check (length(kind) between 1 and 40),
  key_hash bytea not null check (length(key_hash) = 32),
  since timestamptz not null,
  count int not null check (count >= 0),
  primary key (kind, key_hash)
);
create index tries_age on tries (since);
comment on table tries is 'accounts: how often something was tried by whom, as every process counts it; keys are digests';
