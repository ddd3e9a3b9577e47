-- Buyers write reviews themselves now: pictures, votes, and why a review no longer counts.
alter table reviews
  add column state text not null default 'shown' check (state in ('shown', 'refunded', 'hidden', 'removed')),
  add column edited_at timestamptz,
  add column hidden_reason text check (length(hidden_reason) between 1 and 500),
  add column hidden_at timestamptz,
  add column reply_hidden_reason text check (length(reply_hidden_reason) between 1 and 500),
  add column helpful int not null default 0 check (helpful >= 0),
  add column unhelpful int not null default 0 check (unhelpful >= 0),
  -- The lower bound of Wilson's interval at 95 %, z = 1.96 (src/reviews/rules.ts).
  add column helpful_score real not null generated always as (
    case when helpful + unhelpful = 0 then 0 else
      (helpful::float8 + 1.9208 - 1.96 * sqrt(helpful::float8 * unhelpful / (helpful + unhelpful) + 0.9604)) / (helpful + unhelpful + 3.8416)
    end) stored,
  add constraint reviews_hidden check (state <> 'hidden' or (hidden_reason is not null and hidden_at is not null)),
  add constraint reviews_removed check (state <> 'removed' or text = '');
comment on table reviews is 'reviews: what buyers say of a line they received; one a line. Only those in state shown count in the ratings of product and shop';

drop index reviews_product;
create index reviews_product_newest on reviews (product_id, created_at desc, id);
create index reviews_shop_newest on reviews (shop_id, created_at desc, id);
create index reviews_user on reviews (user_id, created_at desc, id);

create table review_pictures (
  review_id uuid not null references reviews on delete cascade,
  position smallint not null check (position between 0 and 4),
  picture_id uuid not null references pictures,
  primary key (review_id, position),
  unique (review_id, picture_id)
);
comment on table review_pictures is 'reviews: pictures of a review in order';
create index review_pictures_picture on review_pictures (picture_id);

create table review_votes (
  review_id uuid not null references reviews on delete cascade,
  user_id uuid not null references users on delete cascade,
  helpful boolean not null,
  created_at timestamptz not null,
  primary key (review_id, user_id)
);
comment on table review_votes is 'reviews: who found a review helpful or not; reviews.helpful and reviews.unhelpful count them';
create index review_votes_user on review_votes (user_id);
