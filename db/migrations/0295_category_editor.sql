-- Operators edit the tree of categories. A merged category stays as the address that leads to the other one.
alter table categories
  add column is_hidden boolean not null default false,
  add column version int not null default 1 check (version > 0),
  add column merged_into uuid references categories (id),
  add constraint categories_merged check (merged_into is null or (merged_into <> id and parent_id is null and not is_custom));
comment on table categories is 'catalog: category tree of two levels; a custom one is only a link to its own url, a merged one only an address that leads to another';
comment on column categories.version is 'Counts the changes by operators, so that nobody overwrites a change that they did not see.';
create index categories_merged_into on categories (merged_into) where merged_into is not null;

-- The tree has two levels and no circle, whoever writes it.
create function check_category_place() returns trigger language plpgsql as $$
begin
  if new.parent_id is null then
    return new;
  end if;
  -- Two changes at once must see each other: A below B, and B below A.
  perform pg_advisory_xact_lock(hashtextextended('category tree', 61));
  if new.parent_id = new.id
    or exists (select from categories where id = new.parent_id and (parent_id is not null or is_custom or merged_into is not null))
    or exists (select from categories where parent_id = new.id) then
    raise exception 'a category is below a main category and has nothing below it' using errcode = '23514', constraint = 'categories_place';
  end if;
  return new;
end $$;
create trigger categories_place before insert or update of parent_id on categories
  for each row execute function check_category_place();
