-- What sellers are asked about products of a category. Products hold the values by name, so a changed set changes none.
alter table categories add column attribute_set jsonb not null default '[]'
  constraint categories_attribute_set check (jsonb_typeof(attribute_set) = 'array' and jsonb_array_length(attribute_set) <= 15);
comment on column categories.attribute_set is 'The attributes of its products, in order; sub-categories have them too.';
