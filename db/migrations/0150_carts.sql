-- A cart is a thing of its own, so that a visitor without an account can have one.
create table carts (
  id uuid primary key default uuidv7(),
  user_id uuid references users on delete cascade,
  token_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  constraint carts_user unique (user_id),
  constraint carts_token unique (token_hash),
  constraint carts_token_length check (length(token_hash) = 32),
  constraint carts_one_owner check ((user_id is null) = (token_hash is not null)),
  constraint carts_visitors_expire check ((user_id is null) = (expires_at is not null))
);
comment on table carts is 'cart: one of each user, and one of each visitor''s browser until it expires; of the browser''s token only the SHA-256 is stored';
create index carts_expiry on carts (expires_at) where user_id is null;

insert into carts (user_id, created_at, updated_at)
select user_id, min(at), max(at)
from (select user_id, created_at as at from cart_lines union all select user_id, removed_at from cart_removed_lines) used
group by user_id;

alter table cart_lines add column cart_id uuid;
update cart_lines l set cart_id = c.id from carts c where c.user_id = l.user_id;
alter table cart_lines
  alter column cart_id set not null,
  add constraint cart_lines_cart foreign key (cart_id) references carts on delete cascade,
  drop column user_id,
  add constraint cart_lines_variant unique (cart_id, variant_id);
comment on table cart_lines is 'cart: what somebody wants to buy; prices are never stored here';

alter table cart_removed_lines add column cart_id uuid;
update cart_removed_lines l set cart_id = c.id from carts c where c.user_id = l.user_id;
alter table cart_removed_lines
  alter column cart_id set not null,
  add constraint cart_removed_lines_cart foreign key (cart_id) references carts on delete cascade,
  drop column user_id;
comment on table cart_removed_lines is 'cart: lines that were removed a moment ago, so that undo restores them where and as they were';
create index cart_removed_lines_cart on cart_removed_lines (cart_id, removed_at desc);
