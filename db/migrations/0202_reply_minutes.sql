-- Nothing measures how fast a shop replies, so no column claims it.
alter table shops drop column reply_minutes;
