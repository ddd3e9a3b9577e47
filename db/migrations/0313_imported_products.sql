-- Which product came from which record of a file, so that importing the file again changes it instead of adding another.
create table imported_products (
  shop_id uuid not null references shops (id),
  external_id text not null check (length(external_id) between 1 and 60),
  product_id uuid not null unique references products (id) on delete cascade,
  -- SHA-256 of the record, and of the content of its pictures.
  record_hash bytea not null check (length(record_hash) = 32),
  pictures_hash bytea not null check (length(pictures_hash) = 32),
  imported_at timestamptz not null,
  primary key (shop_id, external_id)
);
comment on table imported_products is 'catalog: the product that each record of a seller''s file became, by the seller''s own id';
