-- When the address changed while goods came back to the shop: each change is announced to their buyers, so it is limited.
alter table shops add column address_changes timestamptz[] not null default '{}';
