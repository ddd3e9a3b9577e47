-- A link for a new password belongs to whoever asked for it (a digest), so that a stranger's request does not end the owner's.
alter table email_links add column asker_hash bytea not null default '\x' check (length(asker_hash) in (0, 32));
alter table email_links drop constraint email_links_pkey;
alter table email_links add primary key (user_id, purpose, asker_hash);
comment on table email_links is 'accounts: links that were mailed and not yet used, at most one of a kind for each person and asker; the token itself is only in the mail, here is its SHA-256';
