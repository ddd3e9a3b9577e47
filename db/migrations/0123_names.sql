-- Tables, columns and jobs get the names that the code has for them. No data changes.
alter table kept_shop_names rename to reserved_shop_names;
alter table reserved_shop_names rename column kept_until to reserved_until;
alter table reserved_shop_names rename constraint kept_shop_names_pkey to reserved_shop_names_pkey;
alter table reserved_shop_names rename constraint kept_shop_names_shop_id_fkey to reserved_shop_names_shop_id_fkey;
alter table reserved_shop_names rename constraint kept_shop_names_digest_check to reserved_shop_names_digest_check;
alter index kept_shop_names_shop rename to reserved_shop_names_shop;
comment on table reserved_shop_names is 'shops: former names of shops, as SHA-256 of the skeleton; until the stored moment only the shop that had the name can take it';
alter table jobs_clock rename to business_clock;
alter table business_clock rename column one to only_row;
alter table business_clock rename constraint jobs_clock_pkey to business_clock_pkey;
alter table business_clock rename constraint jobs_clock_offset_ms_check to business_clock_offset_ms_check;
alter table business_clock rename constraint jobs_clock_one_check to business_clock_only_row_check;
alter table orders rename column resi to tracking_number;
alter table orders rename constraint orders_resi_check to orders_tracking_number_check;
alter index orders_resi rename to orders_tracking_number;
alter table orders rename column resumed_for to resumed_vacation_since;
alter table email_links rename column asker_hash to requester_hash;
alter table email_links rename constraint email_links_asker_hash_check to email_links_requester_hash_check;
alter table outgoing_messages rename column taken_until to claimed_until;
alter table phone_codes rename column address to network;
alter table phone_codes rename constraint phone_codes_address_check to phone_codes_network_check;
alter index phone_codes_address rename to phone_codes_network;
alter table account_deletions rename column held_since to postponed_since;
alter table consents rename column how to source;
alter table consents rename constraint consents_how_check to consents_source_check;
alter table idempotency_keys rename column answer to response;
alter function forget_rows_of(uuid) rename to delete_rows_of_user;
update graphile_worker._private_tasks set identifier = renamed.to_name
from (values
  ('accounts.forget_phone_codes', 'accounts.delete_old_phone_codes'),
  ('accounts.forget_sessions', 'accounts.delete_expired_sessions'),
  ('accounts.mail_oauth_proof', 'accounts.mail_provider_verification'),
  ('lib.forget_idempotency_keys', 'lib.delete_old_idempotency_keys'),
  ('messages.forget', 'messages.delete_old'),
  ('notifications.send_elsewhere', 'notifications.queue_mail_and_push'),
  ('notifications.publish_hosted', 'notifications.publish_pusher'),
  ('privacy.forget_old_orders', 'privacy.anonymise_old_orders'),
  ('privacy.erase_person', 'privacy.delete_account'),
  ('privacy.sweep', 'privacy.delete_due_accounts')
) as renamed (from_name, to_name)
where identifier = renamed.from_name;
