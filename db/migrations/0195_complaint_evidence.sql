-- Pictures and videos of complaints. A file is uploaded first, and a message takes it over.
create table complaint_evidence (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders,
  uploaded_by uuid not null references users on delete cascade,
  message_id uuid,
  position smallint not null default 0 check (position between 0 and 100),
  key text not null unique check (key ~ '^[pv][0-9a-f]{30}$'),
  type text not null check (type in ('image/webp', 'video/mp4', 'video/webm')),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null,
  constraint complaint_evidence_key_of_type check ((type = 'image/webp') = (key like 'p%'))
);
comment on table complaint_evidence is 'complaints: private pictures and videos for a complaint about an order; without a message they are deleted after a day';
create index complaint_evidence_of_message on complaint_evidence (message_id, position) where message_id is not null;
create index complaint_evidence_of_order on complaint_evidence (order_id, uploaded_by);
create index complaint_evidence_of_user on complaint_evidence (uploaded_by);
create index complaint_evidence_unused on complaint_evidence (created_at) where message_id is null;
