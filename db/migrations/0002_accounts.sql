create table users (
  id uuid primary key default uuidv7(),
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  name text not null check (length(name) between 1 and 80),
  password_hash text,
  phone text check (phone ~ '^\+62[0-9]{8,13}$'),
  phone_verified_at timestamptz,
  email_verified_at timestamptz,
  type text not null default 'pembeli' check (type in ('pembeli', 'penjual', 'operator')),
  operator_role text check (operator_role in ('support', 'mediator', 'finance', 'catalogue', 'owner')),
  image_id uuid,
  birth_date date,
  province_code text,
  is_demo boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((type = 'operator') = (operator_role is not null))
);
comment on table users is 'accounts: people: buyers (pembeli), sellers (penjual, who buy too) and operators';
create unique index users_email on users (email);
create unique index users_phone_verified on users (phone) where phone_verified_at is not null;

create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null default uuidv7() unique,
  user_id uuid not null references users on delete cascade,
  user_agent text not null default '' check (length(user_agent) <= 300),
  ip text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table sessions is 'accounts: who is logged in where; the token itself is only with the person, here is its SHA-256';
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table regions (
  code text primary key,
  parent_code text references regions,
  level smallint not null check (level between 1 and 4),
  name text not null,
  lat double precision,
  lng double precision,
  postcode text check (postcode ~ '^[0-9]{5}$')
);
comment on table regions is 'regions: provinces (1), regencies and cities (2), districts (3) and villages (4) of Indonesia by official code';
create index regions_parent on regions (parent_code, name);

create table addresses (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  label text not null check (length(label) between 1 and 30),
  recipient text not null check (length(recipient) between 1 and 80),
  phone text not null check (phone ~ '^\+62[0-9]{8,13}$'),
  province_code text not null references regions,
  regency_code text not null references regions,
  district_code text not null references regions,
  village_code text not null references regions,
  postcode text not null check (postcode ~ '^[0-9]{5}$'),
  street text not null check (length(street) between 5 and 300),
  note text not null default '' check (length(note) <= 120),
  lat double precision check (lat between -11.5 and 6.5),
  lng double precision check (lng between 94.5 and 141.5),
  is_main boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  check ((lat is null) = (lng is null))
);
comment on table addresses is 'regions: the address book of each person';
create unique index addresses_one_main on addresses (user_id) where is_main and deleted_at is null;
create index addresses_user on addresses (user_id) where deleted_at is null;

create table pictures (
  id uuid primary key default uuidv7(),
  owner_id uuid references users,
  storage_key text not null unique,
  width int not null check (width between 1 and 20000),
  height int not null check (height between 1 and 20000),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  alt text not null default '' check (length(alt) <= 300),
  created_at timestamptz not null default now()
);
comment on table pictures is 'media: every picture we made (re-encoded), in widths 200, 400 and 800 as AVIF and WebP under storage_key';

alter table users add constraint users_image foreign key (image_id) references pictures;

create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  type text not null check (type in ('order', 'user', 'complaint')),
  user_type text not null check (user_type in ('buyer', 'seller')),
  transaction_id uuid,
  status text not null default 'unread' check (status in ('unread', 'read')),
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) between 1 and 500),
  image_product text,
  dedupe_key text not null check (length(dedupe_key) <= 200),
  created_at timestamptz not null,
  read_at timestamptz,
  check ((status = 'read') = (read_at is not null)),
  unique (user_id, dedupe_key)
);
comment on table notifications is 'notifications: what each person was told; dedupe_key makes telling twice impossible';
create index notifications_user on notifications (user_id, created_at desc);
create index notifications_unread on notifications (user_id) where status = 'unread';
