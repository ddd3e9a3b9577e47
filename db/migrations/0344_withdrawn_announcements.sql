-- A version that was announced and withdrawn before its day says so, with when and by whom.
alter table information_page_versions
  add column withdrawn_by uuid references users,
  add column announcement_withdrawn_at timestamptz,
  add column announced_for timestamptz,
  add constraint information_page_versions_announcement_withdrawn
    check ((announcement_withdrawn_at is null) = (announced_for is null) and (announcement_withdrawn_at is null or published_at is null));
comment on table information_page_versions is 'site: every text that was saved; the one with the latest effective_at that has passed is shown, unless it was withdrawn; announced_for is the day of an announcement that was withdrawn before it began';
-- What the audit log knows of earlier withdrawals. The day of such an announcement is in the entry of its publication.
with withdrawals as (
  select distinct on (subject_id, before->>'version') subject_id as slug, (before->>'version')::int as version, at, actor_id
  from audit_entries where action = 'site.page_withdrawn' order by subject_id, before->>'version', id desc
), announcements as (
  select distinct on (subject_id, after->>'version') subject_id as slug, (after->>'version')::int as version,
    (after->>'valid_from')::date::timestamp at time zone 'Asia/Jakarta' as valid_from
  from audit_entries where action = 'site.page_published' order by subject_id, after->>'version', id desc
)
update information_page_versions v set
  withdrawn_by = (select u.id from users u where u.id = w.actor_id),
  announcement_withdrawn_at = case when v.published_at is null then w.at end,
  announced_for = case when v.published_at is null then a.valid_from end
from withdrawals w join announcements a using (slug, version)
where v.slug = w.slug and v.version = w.version and (v.published_at is null or v.withdrawn_at is not null);
