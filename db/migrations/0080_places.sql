-- Towns and villages by name, with where they lie: what the map shows and its search finds beside the regions.
create table places (
  id int generated always as identity primary key,
  regency_code text not null references regions (code),
  name text not null check (length(name) between 1 and 120),
  lat double precision not null check (lat between -11.5 and 6.5),
  lng double precision not null check (lng between 94.5 and 141.5),
  unique (regency_code, name)
);
comment on table places is 'regions: towns and villages with where they lie, after GeoNames';
create index places_name on places using gin (name gin_trgm_ops);
create index places_lat on places (lat);
create index regions_name on regions using gin (name gin_trgm_ops);
create index regions_lat on regions (lat) where lat is not null;
