-- A notification about a complaint opens the case, and one about a hidden text the list of reports.
alter table notifications add column opens text check (opens ~ '^(complaint:[0-9a-f-]{36}|reports)$');
