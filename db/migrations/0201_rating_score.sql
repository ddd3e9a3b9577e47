-- Sorting by rating: an average of few reviews does not beat that of many (src/catalog/rules.ts, ratingScore).
alter table products add column rating_score real not null generated always as (
  case when rating_count = 0 then 0 else (rating_sum + 30)::real / (rating_count + 10) end) stored;
drop index products_rated;
create index products_scored on products (rating_score desc, id) where status = 'active';
