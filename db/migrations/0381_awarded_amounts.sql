-- What a case gave the buyer is known when its money comes later: the buyer's bank had taken it, and gives it back.
alter table complaints add column awarded jsonb;
comment on column complaints.awarded is 'The amounts that the outcome gives the buyer, in rupiah; null when it gives nothing, or was stored before there was this column.';
