-- How far a search engine outside has been fed with product_changes, and which process feeds it at the moment.
create table search_feeds (
  name text primary key,
  -- The form of its documents and the index that has them; null until it was built once.
  form text,
  target text,
  position text,
  claimed_by uuid,
  claimed_until timestamptz,
  check ((target is null) = (position is null))
);
comment on table search_feeds is 'catalog: how far a search engine outside the database has been fed';
