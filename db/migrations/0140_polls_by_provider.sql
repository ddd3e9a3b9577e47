-- Each provider's charges are polled in a queue of their own.

drop index payment_attempts_pending_to_poll, payment_attempts_closed_to_poll;
create index payment_attempts_pending_to_poll on payment_attempts (provider, poll_at, id)
  where poll_at is not null and status = 'pending';
create index payment_attempts_closed_to_poll on payment_attempts (provider, poll_at, id)
  where poll_at is not null and status in ('expired', 'cancelled');
