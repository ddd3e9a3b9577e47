-- A session is over when it is not used for a while (expires_at moves with each use) and in any case at ends_at.
alter table sessions add column ends_at timestamptz;
update sessions s set
  ends_at = s.expires_at,
  expires_at = least(s.expires_at, s.last_seen_at + case when u.type = 'operator' then interval '30 minutes' else interval '14 days' end)
from users u where u.id = s.user_id;
alter table sessions alter column ends_at set not null;
alter table sessions add check (expires_at <= ends_at);
comment on column sessions.expires_at is 'when it is over unless it is used before';
comment on column sessions.ends_at is 'when it is over however it is used';
