-- A provider may say that a charge lapsed before our own deadline.
alter table payment_notifications drop constraint payment_notifications_verdict_check;
alter table payment_notifications add constraint payment_notifications_verdict_check
  check (verdict in ('settled', 'already_known', 'late', 'lapsed', 'ignored', 'bad_signature', 'wrong_amount', 'unknown_payment', 'not_confirmed'));
