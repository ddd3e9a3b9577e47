-- Questions about products and their answers.
create table questions (
  id uuid primary key default uuidv7(),
  product_id uuid not null references products,
  shop_id uuid not null references shops,
  user_id uuid not null references users on delete cascade,
  text text not null check (length(text) between 1 and 500),
  state text not null default 'shown' check (state in ('shown', 'hidden')),
  hidden_reason text check (length(hidden_reason) between 1 and 500),
  created_at timestamptz not null,
  constraint questions_hidden check (state <> 'hidden' or hidden_reason is not null)
);
comment on table questions is 'reviews: what people ask about a product, for everyone to read';
create index questions_product on questions (product_id, created_at desc, id);
create index questions_shop on questions (shop_id, created_at desc, id);
create index questions_user on questions (user_id, created_at desc, id);

create table answers (
  id uuid primary key default uuidv7(),
  question_id uuid not null references questions on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('seller', 'buyer')),
  text text not null check (length(text) between 1 and 1000),
  state text not null default 'shown' check (state in ('shown', 'hidden')),
  hidden_reason text check (length(hidden_reason) between 1 and 500),
  created_at timestamptz not null,
  constraint answers_hidden check (state <> 'hidden' or hidden_reason is not null)
);
comment on table answers is 'reviews: answers to a question by the seller or by people who bought the product';
create index answers_question on answers (question_id, created_at, id);
create index answers_user on answers (user_id, created_at desc, id);
