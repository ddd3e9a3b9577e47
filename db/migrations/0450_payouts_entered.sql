-- Without a transaction: payouts go on while the index is built.
-- Results that wait for a second operator, also of payouts that were paid before.
drop index concurrently if exists payouts_entered;
create index concurrently payouts_entered on payouts (id) where entered_outcome is not null;
