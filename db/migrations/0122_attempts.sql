-- Attempts at passwords, codes and links are called attempts everywhere.
alter table tries rename to attempts;
alter table attempts rename constraint tries_pkey to attempts_pkey;
alter table attempts rename constraint tries_count_check to attempts_count_check;
alter table attempts rename constraint tries_key_hash_check to attempts_key_hash_check;
alter table attempts rename constraint tries_kind_check to attempts_kind_check;
alter index tries_age rename to attempts_age;
comment on table attempts is 'accounts: how often something that can be guessed was tried in a window, for all processes; keys are digests';
alter table login_steps rename column tries to attempts;
alter table phone_codes rename column tries to attempts;
alter table phone_codes rename constraint phone_codes_tries_check to phone_codes_attempts_check;
update graphile_worker._private_tasks set identifier = 'accounts.notify_unfamiliar_logins'
where identifier = 'accounts.tell_strange_logins';
