-- Lists and nightly work that read only what they show, however large the marketplace is.

-- The seller's own products: the index has the names, so that a search in them reads no product.
create index products_own on products (shop_id, id desc) include (name, status) where status <> 'removed';
-- Orders by status, for the console and its counts; a shop's orders of all statuses; what a shop sold by day.
create index orders_status_newest on orders (status, created_at desc, id desc);
create index orders_shop_newest on orders (shop_id, created_at desc, id desc);
create index orders_shop_sold on orders (shop_id, completed_at) include (goods_total) where status = 'completed';
create index payments_status_newest on payments (status, created_at desc, id desc);

-- Where a picture is used. Foreign keys check these columns too when a picture is deleted.
create index product_pictures_picture on product_pictures (picture_id);
create index products_cover on products (cover_picture_id) where cover_picture_id is not null;
create index shops_picture on shops (picture_id) where picture_id is not null;
create index users_image on users (image_id) where image_id is not null;
create index order_lines_picture on order_lines (picture_key) where picture_key is not null;
create index notifications_picture on notifications (substring(image_product from '([a-z0-9-]+)-(?:200|400|800)[.]'))
  where image_product like '/img/%';

-- The site map is divided once a night: a file is the products or shops from one id until before the next.
create table sitemap_parts (
  kind text not null check (kind in ('product', 'shop')),
  number int not null check (number > 0),
  first_id uuid not null,
  primary key (kind, number)
);
comment on table sitemap_parts is 'web: the files of the site map; each begins with an id and ends before the next file, the last one is open';
