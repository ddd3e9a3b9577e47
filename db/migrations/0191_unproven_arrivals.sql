-- A return or replacement that only the clock counts as arrived proves nothing: a later silence calls a mediator.
alter table complaints add column arrival_assumed boolean not null default false;
