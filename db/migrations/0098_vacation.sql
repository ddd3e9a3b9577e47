alter table shops add column vacation_since timestamptz;
alter table shops add column vacation_until timestamptz check (vacation_until >= vacation_since);
comment on column shops.vacation_since is 'start of the present or last vacation; clocks for confirming and shipping stand still from then on';
comment on column shops.vacation_until is 'end of the last vacation; null while it lasts';
alter table orders add column resumed_for timestamptz;
comment on column orders.resumed_for is 'start of the vacation whose length was added to due_at, so that it is added once';
