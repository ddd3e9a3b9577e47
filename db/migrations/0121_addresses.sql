-- The address book is a slice of its own.
comment on table addresses is 'addresses: the address book of each person';
