-- Pages and texts that operators write in the console. Each saving adds a version; nothing is overwritten.
create table information_pages (
  slug text primary key check (slug ~ '^[a-z0-9-]+$' and char_length(slug) <= 60),
  last_version integer not null check (last_version > 0),
  created_at timestamptz not null
);
comment on table information_pages is 'site: pages of the operators'' own, and their texts in built-in pages, whose slugs the code names';

create table information_page_versions (
  slug text not null references information_pages,
  version integer not null check (version > 0),
  title text not null check (char_length(title) <= 240),
  summary text not null check (char_length(summary) <= 600),
  body text not null check (char_length(body) <= 60000),
  footer_column text check (footer_column in ('about', 'help')),
  saved_at timestamptz not null,
  saved_by uuid references users,
  published_at timestamptz,
  published_by uuid references users,
  effective_at timestamptz,
  withdrawn_at timestamptz,
  primary key (slug, version),
  check ((published_at is null) = (effective_at is null)),
  check (withdrawn_at is null or published_at is not null)
);
create index information_page_versions_effective on information_page_versions (slug, effective_at desc, version desc)
  where effective_at is not null;
comment on table information_page_versions is 'site: every text that was saved; the one with the latest effective_at that has passed is shown, unless it was withdrawn';
