create index payment_notifications_forged on payment_notifications (received_at) where verdict = 'bad_signature';
