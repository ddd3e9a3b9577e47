create table outgoing_messages (
  dedupe_key text primary key check (length(dedupe_key) between 1 and 200),
  channel text not null check (channel in ('mail', 'phone')),
  taken_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text check (length(failure) <= 300),
  created_at timestamptz not null default now(),
  check (sent_at is null or failed_at is null),
  check ((failed_at is null) = (failure is null))
);
comment on table outgoing_messages is 'messages: mails and one-time codes by their key, so that none is sent twice; whom and what is not kept; moments are real time';
create index outgoing_messages_age on outgoing_messages (created_at);
