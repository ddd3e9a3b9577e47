create table empty_searches (
  day date not null,
  query text not null,
  count integer not null default 1,
  primary key (day, query),
  constraint empty_searches_query_check check (length(query) between 2 and 60),
  constraint empty_searches_count_check check (count > 0)
);
comment on table empty_searches is 'search: what was searched for and not found, by day in Jakarta, without whoever searched; texts that may be a person''s are never written';
