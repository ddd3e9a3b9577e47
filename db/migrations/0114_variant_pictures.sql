-- A variant may have one of its product's pictures: what the page, the cart and the order show of it.
alter table variants add column picture_id uuid references pictures (id);
create index variants_picture on variants (picture_id) where picture_id is not null;
comment on column variants.picture_id is 'one of the pictures of its product; null shows the cover';
