-- A provider may report that a payout was paid after it reported that it failed, so failed payouts are asked about for
-- some days too.
alter table payouts drop constraint payouts_check10;
alter table payouts add constraint payouts_poll_check check (status not in ('requested', 'returned', 'cancelled') or poll_at is null);
