-- Phrases that the marketplace chose stay when the others are counted again.
alter table keywords add column is_curated boolean not null default false;
update keywords set is_curated = true where weight >= 100;
