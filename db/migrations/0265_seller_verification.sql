-- Who is behind a shop, as an operator verified it. What identifies a person is one sealed text for each application.
create table seller_verifications (
  id uuid primary key default uuidv7(),
  shop_id uuid not null references shops (id),
  status text not null check (status in ('draft', 'sent', 'returned', 'verified', 'refused', 'withdrawn', 'expired', 'replaced')),
  kind text not null check (kind in ('person', 'company')),
  data_sealed bytea check (length(data_sealed) between 34 and 4000),
  times_sent int not null default 0 check (times_sent >= 0),
  -- What to correct, by field, with an operator's words to the seller.
  reasons jsonb not null default '{}' check (jsonb_typeof(reasons) = 'object' and length(reasons::text) <= 8000),
  created_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references users (id),
  valid_until timestamptz,
  ended_at timestamptz,
  reminded_at timestamptz,
  check ((status = 'draft') or times_sent > 0 or ended_at is not null),
  check ((status in ('refused', 'withdrawn', 'expired', 'replaced')) = (ended_at is not null)),
  check (status <> 'verified' or (decided_by is not null and valid_until is not null)),
  check (data_sealed is not null or ended_at is not null or status = 'draft')
);
comment on table seller_verifications is 'shops: applications of sellers to be verified; data_sealed holds names and numbers and is null after its retention';
create unique index seller_verifications_open on seller_verifications (shop_id) where status in ('draft', 'sent', 'returned');
create unique index seller_verifications_verified on seller_verifications (shop_id) where status = 'verified';
create index seller_verifications_of_shop on seller_verifications (shop_id, id desc);
create index seller_verifications_queue on seller_verifications (sent_at, id) where status = 'sent';
create index seller_verifications_ending on seller_verifications (valid_until) where status = 'verified';
create index seller_verifications_ended on seller_verifications (ended_at) where ended_at is not null and data_sealed is not null;
create index seller_verifications_drafts on seller_verifications (created_at) where status in ('draft', 'returned');
create index seller_verifications_decided_by on seller_verifications (decided_by) where decided_by is not null;

create table verification_documents (
  id uuid primary key default uuidv7(),
  verification_id uuid not null references seller_verifications (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{2,20}$'),
  key text not null unique check (key ~ '^d[0-9a-f]{30}$'),
  type text not null check (type in ('image/webp', 'application/pdf')),
  created_at timestamptz not null,
  unique (verification_id, kind)
);
comment on table verification_documents is 'shops: identity documents of an application; the encrypted files are in DATA_DIR/private';

create table verification_numbers (
  digest bytea primary key check (length(digest) = 32),
  kind text not null check (kind in ('nik', 'npwp', 'nib')),
  shop_id uuid not null references shops (id) on delete cascade
);
comment on table verification_numbers is 'shops: keyed digests of the numbers of verified and waiting sellers, so that no second shop uses one';
create index verification_numbers_of_shop on verification_numbers (shop_id);

create table verification_readings (
  id uuid primary key default uuidv7(),
  verification_id uuid not null references seller_verifications (id) on delete cascade,
  operator_id uuid not null references users (id),
  reason text not null check (length(reason) between 5 and 300),
  read_at timestamptz not null
);
comment on table verification_readings is 'shops: which operator opened the documents of an application and why; they are open for a short time from then on';
create index verification_readings_of on verification_readings (verification_id, operator_id, read_at desc);
create index verification_readings_operator on verification_readings (operator_id);

-- What buyers see of a verified seller.
alter table shops
  add column verified_at timestamptz,
  add column legal_name text check (length(legal_name) between 2 and 100),
  add column legal_kind text check (legal_kind in ('person', 'company')),
  add column nib text check (nib ~ '^[0-9]{13}$'),
  add constraint shops_verified_check check ((verified_at is null) = (legal_name is null) and (verified_at is null) = (legal_kind is null)),
  add constraint shops_verified_nib_check check (nib is null or verified_at is not null);
comment on column shops.verified_at is 'An operator verified the seller; legal_name, legal_kind and nib are then shown to buyers.';
