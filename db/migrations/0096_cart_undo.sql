create table cart_removed_lines (
  line_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  variant_id uuid not null references variants on delete cascade,
  quantity int not null check (quantity between 1 and 999),
  selected boolean not null,
  note text not null check (length(note) <= 200),
  created_at timestamptz not null,
  removed_at timestamptz not null
);
comment on table cart_removed_lines is 'cart: lines a person took out a moment ago, so that undo puts them back where and as they were';
create index cart_removed_lines_user on cart_removed_lines (user_id, removed_at desc);
