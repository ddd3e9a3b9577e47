-- How many products have each token of the index. A search weighs a rare word more than a common one, and knows which
-- words no product has. The row '' has the number of all products.
create table search_terms (
  term text collate "C" primary key check (length(term) <= 130),
  products int not null check (products >= 0)
);
comment on table search_terms is 'search: in how many products a token of the index is';

-- The form in which products and shops are indexed. After an update to another form, a job indexes them again.
create table search_indexes (
  name text primary key,
  version int not null
);
comment on table search_indexes is 'search: version of the form in which products are indexed';
insert into search_indexes (name, version) select 'products', 1 where exists (select from products);
