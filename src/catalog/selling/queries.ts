import { type Queryable, sql, type Sql, type Tx } from "#lib/database.ts";
import { couriers } from "#shipping/rules.ts";
import { slugName } from "#shops/rules.ts";
import { emptyOptionalTexts, fieldColumns, fieldColumnsOf, setFields, typedFieldColumns } from "../product/columns.ts";
import type { ProductFields } from "../product/fields.ts";
import { type OwnVariantRow, shownStatus } from "./own-product-queries.ts";

/** Whether nobody verified the seller of this shop, and it has so many products or more. */
export async function hasProductsWithoutVerification(tx: Tx, shopId: string, max: number): Promise<boolean> {
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from (
      select from products p join shops s on s.id = p.shop_id
      where p.shop_id = ${shopId} and p.status <> 'removed' and s.verified_at is null limit ${max}) counted`);
  return (row?.n ?? 0) >= max;
}

/** Locks a product of the shop; undefined if it is another shop's or was removed. */
export async function lockOwnProduct(
  tx: Tx,
  id: string,
  shopId: string,
): Promise<(Pick<StoredProduct, "status" | "attributes"> & { slug: string; isTakenDown: boolean }) | undefined> {
  return tx.row(sql`
    select p.slug, p.attributes, ${shownStatus}, p.status = 'taken_down' as "isTakenDown" from products p where id = ${id} and shop_id = ${shopId} and status <> 'removed' for no key update`);
}

/**
 * Which of these slugs are taken. It locks their common name until the transaction ends, so that two products never get
 * the same slug.
 */
export async function findTakenProductSlugs(tx: Tx, slugs: readonly string[]): Promise<string[]> {
  const name = slugName(slugs[0] ?? "");
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended(${`product ${name}`}, 61))`);
  return (await tx.rows<{ slug: string }>(sql`select slug from products where slug = any(${slugs}::text[])`)).map(
    ({ slug }) => slug,
  );
}

/**
 * How many of these pictures the seller may use: pictures that they uploaded, and those of the product itself. The
 * pictures are locked, so that the cleanup of unused pictures cannot remove one before the product is saved.
 */
export async function countOwnPictures(
  db: Queryable,
  ids: readonly string[],
  ownerId: string,
  productId: string | null,
) {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from (
      select id from pictures where id = any(${ids}::uuid[])
        and (owner_id = ${ownerId} or id in (select picture_id from product_pictures where product_id = ${productId}::uuid))
      order by id for key share) held`);
  return row?.n ?? 0;
}

/** The fields of a shop that its products copy or are found by. */
export async function findShopPlace(
  db: Queryable,
  shopId: string,
): Promise<{ name: string; city_name: string; province_code: string; province_name: string } | undefined> {
  return db.row(sql`
    select s.name, s.city_name, s.province_code, r.name as province_name
    from shops s join regions r on r.code = s.province_code where s.id = ${shopId}`);
}

/** All shops with the fields that their products are found by. */
export async function listShopPlaces(
  db: Queryable,
): Promise<{ id: string; slug: string; name: string; city_name: string; province_name: string }[]> {
  return db.rows(sql`
    select s.id, s.slug, s.name, s.city_name, r.name as province_name from shops s join regions r on r.code = s.province_code`);
}

/** A product's columns that its seller decides, without those that are copied from its variants. */
export type StoredProduct = ProductFields & {
  category_id: string;
  root_category_id: string;
  attributes: readonly { name: string; value: string }[];
  axes: readonly { name: string; values: readonly string[] }[];
  status: "active" | "hidden";
  cover_picture_id: string | null;
  search_words: string;
};

export type NewProductRow = StoredProduct & {
  shop_id: string;
  slug: string;
  price_min: number;
  price_max: number;
  strike_price: number | null;
  strike_until: Date | null;
  in_stock: boolean;
  created_at: Date;
};

/**
 * Locks a seller's shop before its products change, so that a suspension at the same moment sees what is on sale
 * afterwards.
 */
export async function lockSellingShop(tx: Tx, shopId: string): Promise<void> {
  await tx.run(sql`select from shops where id = ${shopId} for no key update`);
}

/** The status that a product gets when its seller wants this one: in a suspended shop it is not on sale. */
export const allowedStatus = (status: Sql, isSuspended: Sql) =>
  sql`case when ${status} = 'active' and ${isSuspended} then 'suspended' else ${status} end`;
/** Whether the product of the statement is in a suspended shop. */
export const isInSuspendedShop = sql`exists (select from shops s where s.id = products.shop_id and s.suspended_at is not null)`;

// What products copy from their shop `s`: listings filter by it.
const shopCopies = {
  columns: sql`province_code, city_name, regency_code, couriers, courier_services, has_cod`,
  values: sql`s.province_code, s.city_name, s.regency_code, array(select distinct split_part(one, '-', 1) from unnest(s.couriers) one order by 1), array(select distinct one from unnest(s.couriers) one order by 1), s.has_cod and s.couriers && ${couriers.filter(({ cod }) => cod).map(({ id }) => id)}::text[]`,
};

/** Stores new products, with what they copy from their shops. Returns their ids by slug. */
export async function insertProductRows(tx: Tx, products: readonly NewProductRow[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; slug: string }>(sql`
    insert into products (shop_id, slug, category_id, root_category_id, ${fieldColumns}, attributes, axes, status, cover_picture_id, search_words,
      price_min, price_max, strike_price, strike_until, in_stock, ${shopCopies.columns}, created_at, updated_at, on_sale_since)
    select s.id, g.slug, g.category_id, g.root_category_id, ${fieldColumnsOf("g")}, g.attributes, g.axes,
      ${allowedStatus(sql`g.status`, sql`s.suspended_at is not null`)}, g.cover_picture_id, g.search_words::tsvector,
      g.price_min, g.price_max, g.strike_price, g.strike_until, g.in_stock, ${shopCopies.values}, g.created_at, g.created_at, g.created_at
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as g (shop_id uuid, slug text, category_id uuid, root_category_id uuid, ${typedFieldColumns},
      attributes jsonb, axes jsonb, status text, cover_picture_id uuid, search_words text, price_min bigint, price_max bigint, strike_price bigint, strike_until timestamptz, in_stock boolean, created_at timestamptz)
    join shops s on s.id = g.shop_id
    returning id, slug`);
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

export type NewVariantRow = {
  product_id: string;
  option1: string | null;
  option2: string | null;
  price: number;
  stock: number;
  position: number;
};

/** Stores the variants of new products. */
export async function insertVariants(tx: Tx, variants: readonly NewVariantRow[]): Promise<void> {
  await tx.run(sql`
    insert into variants (product_id, shop_id, option1, option2, price, stock, position)
    select p.id, p.shop_id, g.option1, g.option2, g.price, g.stock, g.position
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as g (product_id uuid, option1 text, option2 text, price bigint, stock int, position int)
    join products p on p.id = g.product_id`);
}

/** Ids of the pictures with these keys. */
export async function listPictureIds(db: Queryable, keys: readonly string[]): Promise<{ id: string; key: string }[]> {
  return db.rows(sql`select id, storage_key as key from pictures where storage_key = any(${keys}::text[])`);
}

/** Adds pictures to the galleries of products. */
export async function insertProductPictures(
  tx: Tx,
  pictures: readonly { product_id: string; picture_id: string; position: number }[],
): Promise<void> {
  await tx.run(sql`
    insert into product_pictures (product_id, picture_id, position)
    select product_id, picture_id, position from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as g (product_id uuid, picture_id uuid, position int)`);
}

/**
 * Updates a product of the shop, which the caller has locked. What an operator took off sale stays off sale. Returns 0
 * if it is another shop's or was removed.
 */
export async function updateProduct(
  tx: Tx,
  id: string,
  shopId: string,
  product: StoredProduct,
  now: Date,
): Promise<number> {
  return tx.run(sql`
    update products set category_id = ${product.category_id}, root_category_id = ${product.root_category_id}, ${setFields(product)},
      attributes = ${JSON.stringify(product.attributes)}::jsonb, axes = ${JSON.stringify(product.axes)}::jsonb, cover_picture_id = ${product.cover_picture_id},
      status = case when status in ('suspended', 'taken_down') then status else ${allowedStatus(sql`${product.status}`, isInSuspendedShop)} end,
      on_sale_since = case when status = 'hidden' and ${product.status} = 'active' then ${now}::timestamptz else on_sale_since end,
      search_words = ${product.search_words}::tsvector, updated_at = ${now}
    where id = ${id} and shop_id = ${shopId} and status <> 'removed'`);
}

/** Marks a product as removed. Orders keep their own copy of what was bought. */
export async function removeProduct(
  tx: Tx,
  id: string,
  shopId: string,
  now: Date,
): Promise<{ slug: string } | undefined> {
  return tx.row(sql`
    update products set status = 'removed', updated_at = ${now} where id = ${id} and shop_id = ${shopId} and status <> 'removed' returning slug`);
}

/** Removes all products of a shop from sale and search, and deletes the seller's texts. */
export async function removeShopProductRows(tx: Tx, shopId: string, description: string, now: Date): Promise<void> {
  await tx.run(sql`
    update products set status = 'removed', description = ${description}, attributes = '[]', search_words = '', updated_at = ${now} ${emptyOptionalTexts}
    where shop_id = ${shopId}`);
  await tx.run(sql`update variants set sku = '' where shop_id = ${shopId} and sku <> ''`);
}

/** Removes all pictures from a product's gallery. */
export async function removeProductPictures(tx: Tx, productId: string): Promise<void> {
  await tx.run(sql`delete from product_pictures where product_id = ${productId}`);
}

export type SavedVariant = {
  option1: string | null;
  option2: string | null;
  sku: string;
  pictureId: string | null;
  price: number;
  stock: number;
  /** The version with which the stock was read; null keeps the stock of an existing variant. */
  version: number | null;
};

export type LockedVariant = {
  option1: string | null;
  option2: string | null;
  sku: string;
  picture_id: string | null;
  stock: number;
  version: number;
  is_active: boolean;
};

/** Locks all variants of a product, in the order of ids. */
export async function lockVariants(tx: Tx, productId: string): Promise<LockedVariant[]> {
  return tx.rows(sql`
    select option1, option2, sku, picture_id, stock, stock_version as version, is_active from variants where product_id = ${productId} order by id for no key update`);
}

/**
 * Stores the variants of a product. The caller has locked the existing ones. An active variant takes the new stock
 * only if it has a `version`; a variant that was inactive always takes it. Variants that are not in the list become
 * inactive.
 */
export async function saveVariants(
  tx: Tx,
  productId: string,
  shopId: string,
  variants: readonly SavedVariant[],
): Promise<void> {
  await tx.run(sql`
    insert into variants (product_id, shop_id, option1, option2, sku, picture_id, price, stock, position)
    select ${productId}, ${shopId}, g.option1, g.option2, g.sku, g.picture_id, g.price, g.stock, g.at - 1
    from unnest(${variants.map((one) => one.option1)}::text[], ${variants.map((one) => one.option2)}::text[], ${variants.map((one) => one.sku)}::text[],
      ${variants.map((one) => one.pictureId)}::uuid[], ${variants.map((one) => one.price)}::bigint[], ${variants.map((one) => one.stock)}::int[]) with ordinality as g (option1, option2, sku, picture_id, price, stock, at)
    on conflict (product_id, option1, option2) do update set sku = excluded.sku, picture_id = excluded.picture_id, price = excluded.price, position = excluded.position, is_active = true,
      stock = case when variants.is_active then variants.stock else excluded.stock end,
      stock_version = variants.stock_version + case when variants.is_active then 0 else 1 end`);
  const counted = variants.filter((one) => one.version !== null);
  await tx.run(sql`
    update variants v set stock = g.stock, stock_version = v.stock_version + 1
    from unnest(${counted.map((one) => one.option1)}::text[], ${counted.map((one) => one.option2)}::text[], ${counted.map((one) => one.stock)}::int[]) as g (option1, option2, stock)
    where v.product_id = ${productId} and v.shop_id = ${shopId} and v.option1 is not distinct from g.option1 and v.option2 is not distinct from g.option2`);
  await tx.run(sql`
    update variants v set is_active = false, picture_id = null
    where v.product_id = ${productId} and v.shop_id = ${shopId} and v.is_active
      and not exists (select 1 from unnest(${variants.map((one) => one.option1)}::text[], ${variants.map((one) => one.option2)}::text[]) as g (option1, option2)
        where g.option1 is not distinct from v.option1 and g.option2 is not distinct from v.option2)`);
}

/** Locks an active variant of the shop. */
export async function lockOwnVariant(
  tx: Tx,
  id: string,
  shopId: string,
): Promise<{ product_id: string; stock: number; version: number } | undefined> {
  return tx.row(sql`
    select v.product_id, v.stock, v.stock_version as version from variants v
    where v.id = ${id} and v.shop_id = ${shopId} and v.is_active
      and exists (select 1 from products p where p.id = v.product_id and p.shop_id = ${shopId} and p.status <> 'removed')
    for no key update of v`);
}

/** Updates price and stock of a variant of the shop; null leaves a value unchanged. */
export async function updateVariant(
  tx: Tx,
  id: string,
  shopId: string,
  change: { price: number | null; stock: number | null },
): Promise<OwnVariantRow | undefined> {
  return tx.row(sql`
    update variants set price = coalesce(${change.price}::bigint, price), stock = coalesce(${change.stock}::int, stock),
      stock_version = stock_version + case when ${change.stock}::int is null then 0 else 1 end
    where id = ${id} and shop_id = ${shopId}
    returning id, option1, option2, sku, price, stock, stock_version as version, picture_id`);
}

/** Copies to products what they have of their shop, and stores their new search words. */
export async function updateShopCopies(
  tx: Tx,
  shopId: string,
  products: readonly { id: string; words: string }[],
): Promise<void> {
  await tx.run(sql`
    update products p set (${shopCopies.columns}) = row(${shopCopies.values}), search_words = g.words::tsvector
    from shops s, unnest(${products.map((one) => one.id)}::uuid[], ${products.map((one) => one.words)}::text[]) as g (id, words)
    where s.id = ${shopId} and p.id = g.id and p.shop_id = s.id`);
}
