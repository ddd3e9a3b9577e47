-- People report reviews, questions and answers; operators hide them or leave them, and an author may object once.
create table review_reports (
  id uuid primary key default uuidv7(),
  review_id uuid references reviews on delete cascade,
  question_id uuid references questions on delete cascade,
  answer_id uuid references answers on delete cascade,
  user_id uuid not null references users on delete cascade,
  reason text not null check (reason in ('insult', 'private_data', 'advertising', 'off_topic', 'false', 'unlawful')),
  text text not null default '' check (length(text) <= 500),
  state text not null default 'open' check (state in ('open', 'hidden', 'dismissed')),
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references users on delete set null,
  constraint review_reports_item check (num_nonnulls(review_id, question_id, answer_id) = 1),
  constraint review_reports_closed check ((state = 'open') = (closed_at is null))
);
comment on table review_reports is 'reviews: who reported a review, a question or an answer, and what an operator decided';
create unique index review_reports_once on review_reports (user_id, coalesce(review_id, question_id, answer_id));
create index review_reports_queue on review_reports (created_at, id) where state = 'open';
create index review_reports_review on review_reports (review_id) where review_id is not null;
create index review_reports_question on review_reports (question_id) where question_id is not null;
create index review_reports_answer on review_reports (answer_id) where answer_id is not null;
create index review_reports_closed_by on review_reports (closed_by) where closed_by is not null;

create table review_hidings (
  id uuid primary key default uuidv7(),
  review_id uuid references reviews on delete cascade,
  question_id uuid references questions on delete cascade,
  answer_id uuid references answers on delete cascade,
  author_id uuid not null references users on delete cascade,
  reason text not null check (length(reason) between 1 and 500),
  hidden_at timestamptz not null,
  hidden_by uuid references users on delete set null,
  state text not null default 'hidden' check (state in ('hidden', 'objected', 'upheld', 'restored')),
  objection text check (length(objection) between 1 and 1000),
  objected_at timestamptz,
  decision text check (length(decision) between 1 and 500),
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  constraint review_hidings_item check (num_nonnulls(review_id, question_id, answer_id) = 1),
  constraint review_hidings_objection check ((objection is null) = (objected_at is null) and (state <> 'objected' or objection is not null)),
  constraint review_hidings_upheld check (state <> 'upheld' or (objection is not null and decision is not null)),
  constraint review_hidings_decided check ((state in ('upheld', 'restored')) = (decided_at is not null)),
  constraint review_hidings_other check (state <> 'upheld' or decided_by <> hidden_by)
);
comment on table review_hidings is 'reviews: which review, question or answer an operator hid and why, the objection of its author, and what another operator decided';
create unique index review_hidings_one on review_hidings (coalesce(review_id, question_id, answer_id)) where state <> 'restored';
create index review_hidings_queue on review_hidings (objected_at, id) where state = 'objected';
create index review_hidings_author on review_hidings (author_id, hidden_at desc, id);
create index review_hidings_hidden_by on review_hidings (hidden_by) where hidden_by is not null;
create index review_hidings_decided_by on review_hidings (decided_by) where decided_by is not null;
