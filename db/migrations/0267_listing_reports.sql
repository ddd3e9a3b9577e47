-- What people report about products and shops, with the clock by which an operator decides.
create table listing_reports (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  shop_id uuid not null references shops (id),
  product_id uuid references products (id),
  kind text not null check (kind ~ '^[a-z_]{3,20}$'),
  text text not null check (length(text) between 10 and 2000),
  document_key text unique check (document_key ~ '^d[0-9a-f]{30}$'),
  document_type text check (document_type in ('image/webp', 'application/pdf')),
  state text not null default 'open' check (state in ('open', 'acted', 'dismissed')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  answer text check (length(answer) between 10 and 1000),
  closed_at timestamptz,
  closed_by uuid references users (id),
  check ((state = 'open') = (closed_at is null)),
  check ((document_key is null) = (document_type is null)),
  check ((state = 'open') = (closed_by is null))
);
comment on table listing_reports is 'catalog: reports of products (product_id) and of shops by people, open until an operator acts or dismisses them; a document that proves a right is an encrypted file';
create unique index listing_reports_once on listing_reports (user_id, shop_id, coalesce(product_id, shop_id)) where state = 'open';
create index listing_reports_of_user on listing_reports (user_id, id desc);
create index listing_reports_queue on listing_reports (due_at, id) where state = 'open';
create index listing_reports_of_shop on listing_reports (shop_id, product_id);
create index listing_reports_of_product on listing_reports (product_id) where product_id is not null;
create index listing_reports_closed_by on listing_reports (closed_by, id desc) where closed_by is not null;
