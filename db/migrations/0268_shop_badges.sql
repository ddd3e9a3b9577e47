-- Which badges a shop earned in the last night, and the numbers that earned them.
alter table shops
  add column badges text[] not null default '{}' check (cardinality(badges) <= 5),
  add column badge_numbers jsonb check (jsonb_typeof(badge_numbers) = 'object');
comment on column shops.badges is 'computed each night by the published formula (shops/badges/rules.ts); badge_numbers is what they were computed from';
