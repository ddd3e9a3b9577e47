-- Price lists of couriers that operators import. Where they have no rate, the built-in table prices a parcel.
create table tariff_lists (
  id uuid primary key default uuidv7(),
  note text not null check (length(note) <= 200),
  rate_count int not null check (rate_count > 0),
  begins_at timestamptz not null,
  created_by uuid references users,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid references users,
  check (begins_at >= created_at),
  check (withdrawn_by is null or withdrawn_at is not null)
);
comment on table tariff_lists is 'shipping: price lists that operators imported, each counting from a moment until it is withdrawn';
comment on column tariff_lists.created_by is 'The operator; null for a command on the server.';
create index tariff_lists_created_by on tariff_lists (created_by);
create index tariff_lists_withdrawn_by on tariff_lists (withdrawn_by);

create table tariff_rates (
  list_id uuid not null references tariff_lists on delete cascade,
  courier text not null check (length(courier) between 2 and 40),
  origin text not null check (origin ~ '^(\*|\d{2}(\.\d{2})?)$'),
  destination text not null check (destination ~ '^([a-z_]{3,20}|\d{2}(\.\d{2}){0,2})$'),
  per_kg bigint check (per_kg > 0),
  next_kg bigint check (next_kg >= 0),
  min_kg int not null check (min_kg between 1 and 1000),
  divisor int not null check (divisor between 1000 and 20000),
  days_min int not null check (days_min between 1 and 60),
  days_max int not null check (days_max between days_min and 60),
  primary key (list_id, courier, origin, destination)
);
comment on table tariff_rates is 'shipping: what a courier asks between two places or for a zone; the most exact rate of the latest list counts';
comment on column tariff_rates.per_kg is 'Rupiah for the first kilogram, and for each further one where next_kg is null. Null: the courier does not serve the route.';
create index tariff_rates_route on tariff_rates (courier, destination, origin);
