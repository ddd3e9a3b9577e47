-- Shops whose names look alike cannot stand beside each other. The skeleton is computed by the application: shops that have
-- none yet get theirs before the next name is given.
alter table shops add column name_skeleton text;
create unique index shops_name_skeleton_key on shops (name_skeleton);
create index shops_without_skeleton on shops (opened_at, id) where name_skeleton is null;
comment on column shops.name_skeleton is 'what its name looks like (src/lib/display-name.ts); followed by # and the id where an older shop had it already';

create table kept_shop_names (
  digest text primary key check (length(digest) = 64),
  shop_id uuid references shops (id) on delete cascade,
  kept_until timestamptz not null
);
create index kept_shop_names_shop on kept_shop_names (shop_id);
comment on table kept_shop_names is 'sellers: names that shops gave up, as SHA-256 of the skeleton; until the moment nobody else may take one, only the shop that had it';
