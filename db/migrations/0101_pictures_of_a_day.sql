create index pictures_owner on pictures (owner_id, created_at);
