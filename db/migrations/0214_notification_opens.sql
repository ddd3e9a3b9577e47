-- A notification about a complaint opens the case, and one about a hidden text the list of reports: a path of this site.
alter table notifications add column opens text check (opens ~ '^/(profile|manageMerchant)\?page=[A-Za-z]+(&[A-Za-z]+=[0-9a-f-]+)?$' and length(opens) <= 200);
