import { fixedNumber, sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import type { MapPoint, PickupHours } from "#shipping/instant-rules.ts";
import type { ShopBadge } from "./badges/rules.ts";
import type { SellerKind } from "./verification/rules.ts";
import { maxCountedShops } from "./list-rules.ts";
import { maxReservedNamesPerShop, slugName } from "./rules.ts";

/** A shop in a list. */
export type ShopRow = {
  id: string;
  slug: string;
  name: string;
  tagline: string;
  city_name: string;
  province_code: string;
  on_vacation: boolean;
  rating_average: number;
  rating_count: number;
  sold_count: number;
  product_count: number;
  opened_at: Date;
  badges: ShopBadge[];
  picture_key: string | null;
  picture_color: string | null;
};
/** The same with its best-selling products. */
export type ListedShopRow = ShopRow & {
  products: { slug: string; name: string; price: number; picture: { key: string; color: string } }[];
};
export type ShopPageRow = ShopRow & {
  description: string;
  couriers: string[];
  is_pkp: boolean;
  province_name: string;
  is_suspended: boolean;
  seller: VerifiedSellerRow | null;
};
/** Who is behind a verified shop; the moment as JSON has it. */
export type VerifiedSellerRow = { name: string; kind: SellerKind; nib: string | null; verified_at: string };

/** The verified seller of the shop `s`, as JSON; null while nobody verified it. */
const verifiedSellerColumn = sql`case when s.verified_at is not null then
  jsonb_build_object('name', s.legal_name, 'kind', s.legal_kind, 'nib', s.nib, 'verified_at', s.verified_at) end`;

const shopColumns = sql`
  s.id, s.slug, s.name, s.tagline, s.city_name, s.province_code, s.on_vacation,
  case when s.rating_count = 0 then 0 else round(s.rating_sum::numeric / s.rating_count, 2)::float8 end as rating_average,
  s.rating_count, s.sold_count, s.product_count, s.opened_at, s.badges, pic.storage_key as picture_key, pic.color as picture_color`;

const bestProducts = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'name', p.name, 'price', p.price_min,
    'picture', jsonb_build_object('key', c.storage_key, 'color', c.color)) order by p.sold_count desc, p.id), '[]')
  from (select id, slug, name, price_min, sold_count, cover_picture_id from products
        where shop_id = s.id and status = 'active' and cover_picture_id is not null
        order by sold_count desc, id limit 3) p
  join pictures c on c.id = p.cover_picture_id)`;

/**
 * Shops by sales, those after the cursor; with a query only the matching ones. They are found in an index that has the
 * words of all shops, and read only for the page, with three products each by the index on shop and sales.
 */
export async function listShops(
  db: Queryable,
  filter: { query: string | null; after: { sold: number; id: string } | undefined; limit: number },
): Promise<ListedShopRow[]> {
  const found = filter.query === null ? sql`` : sql`and s.search_words @@ ${filter.query}::tsquery`;
  const after: Sql = filter.after
    ? sql`and (s.sold_count < ${filter.after.sold} or (s.sold_count = ${filter.after.sold} and s.id > ${filter.after.id}::uuid))`
    : sql``;
  return db.rows<ListedShopRow>(sql`
    select ${shopColumns}, ${bestProducts} as products
    from (select s.id from shops s where s.suspended_at is null ${found} ${after} order by s.sold_count desc, s.id limit ${filter.limit}) listed
    join shops s on s.id = listed.id left join pictures pic on pic.id = s.picture_id
    order by s.sold_count desc, s.id`);
}

/** How many products are looked at to find the shops that sell something. */
const maxProductsOfShops = 1000;

/** Shops that sell most of what the first of these queries of products finds that finds something. */
export async function listShopsOfProducts(
  db: Queryable,
  queries: readonly (string | null | undefined)[],
  limit: number,
): Promise<ListedShopRow[]> {
  for (const query of queries) {
    if (!query) continue;
    const found = await db.rows<{ shop_id: string }>(sql`
      select shop_id from (
        select shop_id from products where status = 'active' and search_words @@ ${query}::tsquery order by sold_count desc limit ${maxProductsOfShops}
      ) matching group by shop_id order by count(*) desc, shop_id limit ${limit}`);
    if (found.length > 0)
      return listShopsById(
        db,
        found.map(({ shop_id: id }) => id),
      );
  }
  return [];
}

/** These shops, in this order. */
async function listShopsById(db: Queryable, ids: readonly string[]): Promise<ListedShopRow[]> {
  return db.rows(sql`
    select ${shopColumns}, ${bestProducts} as products
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join shops s on s.id = wanted.id and s.suspended_at is null
    left join pictures pic on pic.id = s.picture_id order by wanted.place`);
}

/** The number of shops that match a query, counted up to one more than {@link maxCountedShops}. */
export async function countShops(db: Queryable, query: string | null): Promise<number> {
  const found = query === null ? sql`` : sql`and search_words @@ ${query}::tsquery`;
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from (select 1 from shops where suspended_at is null ${found} limit ${fixedNumber(maxCountedShops + 1)}) counted`);
  return row?.n ?? 0;
}

/** One shop by its slug. */
export async function findShop(db: Queryable, slug: string): Promise<ShopPageRow | undefined> {
  return db.row<ShopPageRow>(sql`
    select ${shopColumns}, s.description, s.couriers, s.is_pkp, r.name as province_name, s.suspended_at is not null as is_suspended,
      ${verifiedSellerColumn} as seller
    from shops s join regions r on r.code = s.province_code left join pictures pic on pic.id = s.picture_id
    where s.slug = ${slug}`);
}

/** The official name of a regency; undefined for an unknown code. */
export async function findRegency(
  db: Queryable,
  code: string,
): Promise<{ name: string; province_code: string } | undefined> {
  return db.row(sql`select name, parent_code as province_code from regions where code = ${code} and level = 2`);
}

/** The taken ones of these slugs. A transaction that opens a shop with the same name waits until this one ends. */
export async function findTakenSlugs(tx: Tx, slugs: readonly string[]): Promise<string[]> {
  const name = slugName(slugs[0] ?? "");
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended(${`shop ${name}`}, 61))`);
  return (await tx.rows<{ slug: string }>(sql`select slug from shops where slug = any(${slugs}::text[])`)).map(
    ({ slug }) => slug,
  );
}

/** Shops without a skeleton, oldest first. */
export async function listWithoutSkeleton(db: Queryable, limit: number): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`select id, name from shops where name_skeleton is null order by opened_at, id limit ${limit}`);
}

/** Locks the assignment of skeletons to old shops until this transaction ends. */
export async function lockSkeletons(tx: Tx): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('shop skeletons', 61))`);
}

/** Stores the skeletons of shops in this order; where another shop has the same one, # and the id are appended. */
export async function saveSkeletons(tx: Tx, shops: readonly { id: string; skeleton: string }[]): Promise<void> {
  await tx.run(sql`
    update shops s set name_skeleton = g.skeleton
      || case when g.nth > 1 or exists (select from shops o where o.name_skeleton = g.skeleton) then '#' || g.id else '' end
    from (select id, skeleton, row_number() over (partition by skeleton order by at) as nth
          from unnest(${shops.map((one) => one.id)}::uuid[], ${shops.map((one) => one.skeleton)}::text[]) with ordinality as all_of (id, skeleton, at)) g
    where s.id = g.id`);
}

/**
 * Reserves a name that a shop gave up. Only the last few names of a shop stay reserved. `shopId` is null for a closed
 * shop.
 */
export async function insertReservedName(
  tx: Tx,
  name: { digest: string; shopId: string | null; lastOf: string; now: Date; until: Date },
): Promise<void> {
  await tx.run(sql`
    delete from reserved_shop_names where reserved_until <= ${name.now} or digest in (
      select digest from reserved_shop_names where shop_id = ${name.lastOf} order by reserved_until desc, digest offset ${maxReservedNamesPerShop - 1})`);
  await tx.run(sql`
    insert into reserved_shop_names (digest, shop_id, reserved_until) values (${name.digest}, ${name.shopId}, ${name.until})
    on conflict (digest) do update set shop_id = excluded.shop_id, reserved_until = excluded.reserved_until`);
}

/** The ones of these names that are reserved for another shop, or for no shop. */
export async function listReservedNames(
  db: Queryable,
  digests: readonly string[],
  shopId: string | null,
  now: Date,
): Promise<string[]> {
  const rows = await db.rows<{ digest: string }>(sql`
    select digest from reserved_shop_names
    where digest = any(${digests}::text[]) and reserved_until > ${now} and (shop_id is null or shop_id is distinct from ${shopId}::uuid)`);
  return rows.map(({ digest }) => digest);
}

type OpenedShop = {
  ownerId: string;
  slug: string;
  name: string;
  /** The stored skeleton of the name. It ends in the shop's id when an older shop has the same skeleton. */
  skeleton: string | null;
  tagline: string;
  description: string;
  regencyCode: string;
  provinceCode: string;
  city: string;
  couriers: readonly string[];
  words: string;
  now: Date;
};

/** Stores one shop and returns its id. */
export async function insertShop(tx: Tx, shop: OpenedShop): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into shops (owner_id, slug, name, name_skeleton, tagline, description, regency_code, province_code, city_name, couriers, search_words, opened_at, updated_at)
    values (${shop.ownerId}, ${shop.slug}, ${shop.name}, ${shop.skeleton}, ${shop.tagline}, ${shop.description}, ${shop.regencyCode}, ${shop.provinceCode}, ${shop.city},
      ${shop.couriers}::text[], ${shop.words}::tsvector, ${shop.now}, ${shop.now})
    returning id`);
  return row?.id ?? "";
}

export type OwnShopRow = {
  name: string;
  name_skeleton: string | null;
  slug: string;
  tagline: string;
  description: string;
  regency_code: string;
  province_code: string;
  couriers: string[];
  on_vacation: boolean;
  has_cod: boolean;
  vacation_since: Date | null;
  vacation_until: Date | null;
  street: string;
  /** Empty while it is unknown. */
  postcode: string;
  pickup_note: string;
  lat: number | null;
  lng: number | null;
  pickup_days: number[];
  pickup_opens: number;
  pickup_closes: number;
  /** When the address changed while goods came back: the newest, as many as are allowed. */
  address_changes: Date[];
};

/** A shop for its owner to change. */
export async function findShopToChange(db: Queryable, shopId: string): Promise<OwnShopRow | undefined> {
  return db.row<OwnShopRow>(sql`
    select name, name_skeleton, slug, tagline, description, regency_code, province_code, couriers, on_vacation, has_cod, vacation_since, vacation_until, street, coalesce(postcode, '') as postcode, pickup_note,
      lat, lng, pickup_days, pickup_opens, pickup_closes, address_changes from shops where id = ${shopId}`);
}

/** The same, locked for a change. */
export async function lockShop(tx: Tx, shopId: string): Promise<OwnShopRow | undefined> {
  await tx.run(sql`select 1 from shops where id = ${shopId} for no key update`);
  return findShopToChange(tx, shopId);
}

/**
 * Whether a buyer has to send goods back to this shop, or has sent them.
 *
 * @rule A shop's address is not removed while goods come back to it, because the buyer has to send them somewhere.
 */
export async function isReturnAwaited(db: Queryable, shopId: string): Promise<boolean> {
  const found = await db.row(sql`
    select from complaints where shop_id = ${shopId} and state in ('awaiting_return', 'return_shipped') limit 1`);
  return found !== undefined;
}

/** Stores the fields of a shop that its owner may change. */
export async function updateShop(
  tx: Tx,
  shopId: string,
  shop: Omit<OpenedShop, "ownerId" | "slug"> & {
    onVacation: boolean;
    hasCod: boolean;
    vacation: { since: Date | null; until: Date | null };
    street: string;
    postcode: string;
    pickupNote: string;
    point: MapPoint | null;
    pickupHours: PickupHours;
    addressChanges: readonly Date[];
  },
): Promise<void> {
  await tx.run(sql`
    update shops set name = ${shop.name}, name_skeleton = ${shop.skeleton}, tagline = ${shop.tagline}, description = ${shop.description}, regency_code = ${shop.regencyCode},
      province_code = ${shop.provinceCode}, city_name = ${shop.city}, couriers = ${shop.couriers}::text[], on_vacation = ${shop.onVacation}, has_cod = ${shop.hasCod},
      street = ${shop.street}, postcode = nullif(${shop.postcode}, ''), pickup_note = ${shop.pickupNote},
      lat = ${shop.point?.lat ?? null}, lng = ${shop.point?.lng ?? null}, pickup_days = ${shop.pickupHours.days}::smallint[],
      pickup_opens = ${shop.pickupHours.opens}, pickup_closes = ${shop.pickupHours.closes}, vacation_since = ${shop.vacation.since}, vacation_until = ${shop.vacation.until}, address_changes = ${shop.addressChanges}::timestamptz[], search_words = ${shop.words}::tsvector, updated_at = ${shop.now}
    where id = ${shopId}`);
}

/** Stores whether a shop is PKP. False for one without a declared taxpayer; then only "not PKP" is stored. */
export async function updatePkp(db: Queryable, shopId: string, isPkp: boolean, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
      update shops set is_pkp = ${isPkp}, updated_at = ${now}
      where id = ${shopId} and (not ${isPkp} or exists (select from tax_identities i where i.shop_id = shops.id))`)) ===
    1
  );
}

type ShopInsert = {
  slug: string;
  name: string;
  tagline: string;
  description: string;
  owner_email: string;
  regency_code: string;
  city_name: string;
  street: string | null;
  postcode: string | null;
  couriers: readonly string[];
  is_pkp: boolean;
  search_words: string;
  opened_at: Date;
};

/** Stores many shops; owners are identified by e-mail. */
export async function insertManyShops(tx: Tx, shops: readonly ShopInsert[]): Promise<void> {
  const stored = await tx.run(sql`
    insert into shops (owner_id, slug, name, tagline, description, regency_code, province_code, city_name, street, postcode, couriers, is_pkp, search_words, opened_at, updated_at)
    select u.id, g.slug, g.name, g.tagline, g.description, g.regency_code, left(g.regency_code, 2), g.city_name, coalesce(g.street, ''), g.postcode, g.couriers, g.is_pkp,
      g.search_words::tsvector, g.opened_at, g.opened_at
    from jsonb_to_recordset(${JSON.stringify(shops)}::jsonb) as g (slug text, name text, tagline text, description text, owner_email text, regency_code text,
      city_name text, street text, postcode text, couriers text[], is_pkp boolean, search_words text, opened_at timestamptz)
    join users u on u.email = g.owner_email`);
  if (stored !== shops.length) throw new Error(`${shops.length - stored} shops have no owner`);
}

/** Recounts the products on sale of these shops; null means all shops. */
export async function updateShopProductCounts(tx: Tx, shopIds: readonly string[] | null): Promise<void> {
  await tx.run(sql`
    update shops s set product_count = counted.n
    from (select s.id, count(p.id)::int as n from shops s left join products p on p.shop_id = s.id and p.status = 'active'
          where ${shopIds}::uuid[] is null or s.id = any(${shopIds}::uuid[]) group by s.id) counted
    where counted.id = s.id and s.product_count <> counted.n`);
}

/** Adds sold pieces to the counters of shops. */
export async function addShopSoldCount(tx: Tx, sold: readonly { shopId: string; pieces: number }[]): Promise<void> {
  await tx.run(sql`
    update shops s set sold_count = s.sold_count + g.pieces
    from unnest(${sold.map((one) => one.shopId)}::uuid[], ${sold.map((one) => one.pieces)}::int[]) as g (id, pieces)
    where s.id = g.id`);
}

/** Adds to the counters from which a shop's average rating is computed. */
export async function addShopRating(tx: Tx, shopId: string, change: { sum: number; count: number }): Promise<void> {
  await tx.run(sql`
    update shops set rating_sum = rating_sum + ${change.sum}, rating_count = rating_count + ${change.count} where id = ${shopId}`);
}

export type ModeratedShop = { id: string; name: string; ownerId: string; suspendedAt: Date | null };

/** Locks a shop by its id or that of its owner. */
export function lockModeratedShop(
  tx: Tx,
  by: { shopId: string } | { ownerId: string },
): Promise<ModeratedShop | undefined> {
  const condition = "shopId" in by ? sql`id = ${by.shopId}` : sql`owner_id = ${by.ownerId}`;
  return tx.row(sql`
    select id, name, owner_id as "ownerId", suspended_at as "suspendedAt" from shops where ${condition} for no key update`);
}

/** Suspends a shop, or ends its suspension (null). */
export async function updateSuspension(
  tx: Tx,
  shopId: string,
  { suspendedAt, holdsPayouts, now }: { suspendedAt: Date | null; holdsPayouts: boolean; now: Date },
): Promise<void> {
  await tx.run(sql`
    update shops set suspended_at = ${suspendedAt}, payouts_held = ${holdsPayouts}, updated_at = ${now} where id = ${shopId}`);
}
