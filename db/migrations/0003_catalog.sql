create table shops (
  id uuid primary key default uuidv7(),
  owner_id uuid not null unique references users,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 60),
  name text not null check (length(name) between 3 and 60),
  tagline text not null default '' check (length(tagline) <= 120),
  description text not null default '' check (length(description) <= 3000),
  regency_code text not null references regions,
  province_code text not null references regions,
  city_name text not null,
  couriers text[] not null default '{}',
  is_pkp boolean not null default false,
  on_vacation boolean not null default false,
  picture_id uuid references pictures,
  rating_sum bigint not null default 0 check (rating_sum >= 0),
  rating_count int not null default 0 check (rating_count >= 0),
  sold_count int not null default 0 check (sold_count >= 0),
  product_count int not null default 0 check (product_count >= 0),
  reply_minutes int check (reply_minutes > 0),
  search_words tsvector not null default '',
  opened_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table shops is 'sellers: each shop with its place, couriers and counters';
create index shops_search on shops using gin (search_words);
create index shops_sold on shops (sold_count desc, id);

create table categories (
  id uuid primary key default uuidv7(),
  parent_id uuid references categories,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  name text not null check (length(name) between 2 and 60),
  icon text not null default 'leaf',
  is_custom boolean not null default false,
  url text check (url ~ '^/[^/\\]' or url = '/' or url ~ '^https://'),
  position int not null default 0,
  check (is_custom = (url is not null))
);
comment on table categories is 'catalog: category tree of two levels; a custom one is only a link to its own url';
create index categories_parent on categories (parent_id, position);

create table products (
  id uuid primary key default uuidv7(),
  shop_id uuid not null references shops,
  category_id uuid not null references categories,
  root_category_id uuid not null references categories,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 120),
  name text not null check (length(name) between 5 and 120),
  description text not null check (length(description) between 20 and 6000),
  condition text not null default 'new' check (condition in ('new', 'used')),
  weight_g int not null check (weight_g between 1 and 500000),
  length_cm int check (length_cm between 1 and 500),
  width_cm int check (width_cm between 1 and 500),
  height_cm int check (height_cm between 1 and 500),
  min_order int not null default 1 check (min_order between 1 and 999),
  preorder_days int check (preorder_days between 1 and 90),
  is_regional boolean not null default false,
  attributes jsonb not null default '[]' check (jsonb_typeof(attributes) = 'array'),
  axes jsonb not null default '[]' check (jsonb_typeof(axes) = 'array' and jsonb_array_length(axes) <= 2),
  status text not null default 'active' check (status in ('active', 'hidden', 'removed')),
  -- Copies for listings, kept by catalog operations in the same transaction.
  price_min bigint not null check (price_min between 100 and 1000000000),
  price_max bigint not null check (price_max between 100 and 1000000000),
  strike_price bigint check (strike_price between 100 and 1000000000),
  in_stock boolean not null default true,
  rating_sum bigint not null default 0 check (rating_sum >= 0),
  rating_count int not null default 0 check (rating_count >= 0),
  rating_average real not null generated always as (case when rating_count = 0 then 0 else rating_sum::real / rating_count end) stored,
  sold_count int not null default 0 check (sold_count >= 0),
  province_code text not null references regions,
  city_name text not null,
  cover_picture_id uuid references pictures,
  search_words tsvector not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (price_max >= price_min),
  check (strike_price is null or strike_price > price_min)
) with (fillfactor = 85);
comment on table products is 'catalog: what shops sell; price_min, price_max and in_stock mirror the variants';
create index products_search on products using gin (search_words);
create index products_new on products (created_at desc, id) where status = 'active';
create index products_sold on products (sold_count desc, id) where status = 'active';
create index products_cheap on products (price_min, id) where status = 'active';
create index products_rated on products (rating_average desc, id) where status = 'active';
create index products_root_sold on products (root_category_id, sold_count desc, id) where status = 'active';
create index products_category_sold on products (category_id, sold_count desc, id) where status = 'active';
create index products_shop on products (shop_id, sold_count desc, id);

create table variants (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products on delete cascade,
  shop_id uuid not null references shops,
  option1 text check (length(option1) between 1 and 40),
  option2 text check (length(option2) between 1 and 40),
  sku text not null default '' check (length(sku) <= 60),
  price bigint not null check (price between 100 and 1000000000),
  stock int not null check (stock >= 0),
  stock_version int not null default 0,
  position int not null default 0,
  is_active boolean not null default true,
  check (option2 is null or option1 is not null),
  unique nulls not distinct (product_id, option1, option2)
) with (fillfactor = 80);
comment on table variants is 'catalog: what is really bought: one combination of options with price and stock; stock can never go below zero';
create index variants_product on variants (product_id, position);

create table product_pictures (
  product_id uuid not null references products on delete cascade,
  picture_id uuid not null references pictures,
  position int not null check (position between 0 and 19),
  primary key (product_id, position)
);
comment on table product_pictures is 'catalog: gallery of a product in order; position 0 is the cover';

create table keywords (
  word text primary key check (length(word) between 2 and 60),
  weight int not null default 0
);
comment on table keywords is 'search: phrases offered while somebody types, heaviest first';
create index keywords_prefix on keywords (word text_pattern_ops);
create index keywords_typos on keywords using gin (word gin_trgm_ops);

create table reviews (
  id uuid primary key default uuidv7(),
  order_line_id uuid not null unique,
  product_id uuid not null references products,
  shop_id uuid not null references shops,
  user_id uuid not null references users,
  rating smallint not null check (rating between 1 and 5),
  text text not null default '' check (length(text) <= 2000),
  reply text check (length(reply) between 1 and 2000),
  replied_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table reviews is 'reviews: what buyers say of a line they received; one a line';
create index reviews_product on reviews (product_id, created_at desc);
