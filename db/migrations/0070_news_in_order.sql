-- News reach open pages in one order that everybody sees alike. The place in it is given after the commit of what happened,
-- by one transaction at a time, so that places become visible in their order: whoever has seen place n has missed nothing
-- before it.
create sequence notification_positions;
alter table notifications add column position bigint;
update notifications n set position = o.position
from (select id, nextval('notification_positions') as position from (select id from notifications order by created_at, id) i) o
where o.id = n.id;
alter sequence notification_positions owned by notifications.position;
create unique index notifications_position on notifications (position);
create index notifications_user_position on notifications (user_id, position);
create index notifications_undelivered on notifications (created_at, id) where position is null;
