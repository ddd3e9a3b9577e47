-- A seller's reply can be reported, and operators can hide it alone, and so the pictures of a review.
create table hidden_pictures (
  picture_id uuid primary key references pictures on delete cascade,
  hidden_at timestamptz not null
);
comment on table hidden_pictures is 'media: uploaded pictures that operators hid; they have no public address until they are shown again';

alter table review_reports
  add column reply_of uuid references reviews on delete cascade,
  drop constraint review_reports_item,
  add constraint review_reports_item check (num_nonnulls(review_id, question_id, answer_id, reply_of) = 1);
create unique index review_reports_reply_once on review_reports (user_id, reply_of) where reply_of is not null;
create index review_reports_reply on review_reports (reply_of) where reply_of is not null;

alter table review_hidings
  add column reply_of uuid references reviews on delete cascade,
  add column pictures_of uuid references reviews on delete cascade,
  drop constraint review_hidings_item,
  add constraint review_hidings_item check (num_nonnulls(review_id, question_id, answer_id, reply_of, pictures_of) = 1);
create unique index review_hidings_reply_one on review_hidings (reply_of) where reply_of is not null and state <> 'restored';
create index review_hidings_reply on review_hidings (reply_of) where reply_of is not null;
create unique index review_hidings_pictures_one on review_hidings (pictures_of) where pictures_of is not null and state <> 'restored';
create index review_hidings_pictures on review_hidings (pictures_of) where pictures_of is not null;

-- What was reported stays readable for operators when its author changes it.
create table review_versions (
  id uuid primary key default uuidv7(),
  review_id uuid not null references reviews on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  text text not null check (length(text) <= 2000),
  replaced_at timestamptz not null
);
comment on table review_versions is 'reviews: stars and text of a review as they were reported, after its author changed them; until the report is decided';
create index review_versions_review on review_versions (review_id, replaced_at);

create table review_version_pictures (
  version_id uuid not null references review_versions on delete cascade,
  position smallint not null check (position between 0 and 4),
  picture_id uuid not null references pictures,
  primary key (version_id, position)
);
comment on table review_version_pictures is 'reviews: pictures of an earlier version of a review in order';
create index review_version_pictures_picture on review_version_pictures (picture_id);
