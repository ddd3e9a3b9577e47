import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { ForbiddenRule, HoldReason, RuleEffect } from "./rules.ts";

export type RuleRow = ForbiddenRule & { is_active: boolean; changed_at: Date; category: string | null };

const ruleColumns = sql`r.id, r.label, r.effect, r.words, r.exceptions, r.category_id, r.permit_name, r.permit_form, r.sentence, r.is_active, r.changed_at`;

/** The rules of the marketplace, or only those in force. */
export function listRules(db: Queryable, which: { onlyActive: boolean }): Promise<RuleRow[]> {
  return db.rows(sql`
    select ${ruleColumns}, c.slug as category from forbidden_rules r left join categories c on c.id = r.category_id
    where r.is_active or not ${which.onlyActive}::boolean order by r.label, r.id`);
}

/** Locks one rule. */
export function lockRule(tx: Tx, id: string): Promise<RuleRow | undefined> {
  return tx.row(sql`
    select ${ruleColumns}, c.slug as category from forbidden_rules r left join categories c on c.id = r.category_id
    where r.id = ${id} for update of r`);
}

export type RuleValues = Omit<ForbiddenRule, "id" | "effect"> & { effect: RuleEffect; is_active: boolean };

/** Stores a new rule, or with an id the change of one. Returns its id. */
export async function saveRule(
  tx: Tx,
  id: string | null,
  rule: RuleValues,
  { userId, now }: { userId: string; now: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into forbidden_rules (id, label, effect, words, exceptions, category_id, permit_name, permit_form, sentence, is_active, changed_at, changed_by)
    values (coalesce(${id}::uuid, uuidv7()), ${rule.label}, ${rule.effect}, ${rule.words}::text[], ${rule.exceptions}::text[], ${rule.category_id}, ${rule.permit_name},
      ${rule.permit_form}, ${rule.sentence}, ${rule.is_active}, ${now}, ${userId})
    on conflict (id) do update set label = excluded.label, effect = excluded.effect, words = excluded.words, exceptions = excluded.exceptions,
      category_id = excluded.category_id, permit_name = excluded.permit_name, permit_form = excluded.permit_form, sentence = excluded.sentence,
      is_active = excluded.is_active, changed_at = excluded.changed_at, changed_by = excluded.changed_by
    returning id`);
  if (!row) throw new Error("no rule was stored");
  return row.id;
}

/** The id of a category by its slug. */
export async function findCategoryId(db: Queryable, slug: string): Promise<string | undefined> {
  return (await db.row<{ id: string }>(sql`select id from categories where slug = ${slug} and merged_into is null`))
    ?.id;
}

export type PreviewedProduct = {
  id: string;
  name: string;
  slug: string;
  description: string;
  attributes: { name: string; value: string }[];
  axes: { name: string; values: string[] }[];
  category_id: string;
  root_category_id: string;
  shop: string;
};

/** The newest products on sale that one of these queries finds, or of a category. */
export function listPreviewed(
  db: Queryable,
  which: { queries: readonly string[]; categoryId: string | null },
  limit: number,
): Promise<PreviewedProduct[]> {
  return db.rows(sql`
    select p.id, p.name, p.slug, p.description, p.attributes, p.axes, p.category_id, p.root_category_id, s.name as shop
    from products p join shops s on s.id = p.shop_id
    where p.status = 'active'
      and (cardinality(${which.queries}::text[]) = 0 or p.search_words @@ any(array(select q::tsquery from unnest(${which.queries}::text[]) as q)))
      and (${which.categoryId}::uuid is null or p.category_id = ${which.categoryId}::uuid or p.root_category_id = ${which.categoryId}::uuid)
    order by p.id desc limit ${limit}`);
}

// Holds

/** Counts the shop's earlier products that are on sale or that an operator approved, up to `max`. */
export async function countProductsBefore(tx: Tx, shopId: string, productId: string, max: number): Promise<number> {
  const row = await tx.row<{ n: number }>(sql`
    select count(*)::int as n from (
      select from products p where p.shop_id = ${shopId} and p.id < ${productId} and (p.status in ('active', 'suspended')
        or exists (select from product_holds h where h.product_id = p.id and h.outcome = 'approved')) limit ${max}) counted`);
  return row?.n ?? 0;
}

/** What operators approved about a product: the marks of its closed holds. */
export async function listApprovedMarks(tx: Tx, productId: string): Promise<string[]> {
  const rows = await tx.rows<{ mark: string }>(sql`
    select distinct unnest(marks) as mark from product_holds where product_id = ${productId} and outcome = 'approved'`);
  return rows.map(({ mark }) => mark);
}

/**
 * Holds a product that is on sale, or would be without the suspension of its shop, or changes the reasons of its hold.
 * One that was taken down stays so, and is held when its takedown ends. Undefined when its seller does not sell it.
 */
export async function holdProduct(
  tx: Tx,
  productId: string,
  hold: { reasons: readonly HoldReason[]; marks: readonly string[]; now: Date },
): Promise<"held" | "taken_down" | undefined> {
  const row = await tx.row<{ status: "held" | "taken_down" }>(sql`
    update products set status = case status when 'taken_down' then status else 'held' end, updated_at = ${hold.now}
    where id = ${productId} and status in ('active', 'suspended', 'taken_down') returning status`);
  if (!row) return undefined;
  await tx.run(sql`
    insert into product_holds (product_id, reasons, marks, held_at)
    values (${productId}, ${JSON.stringify(hold.reasons)}::jsonb, ${hold.marks}::text[], ${hold.now})
    on conflict (product_id) where closed_at is null do update set reasons = excluded.reasons, marks = excluded.marks`);
  return row.status;
}

/** Closes the open hold of a product. Returns whether there was one. */
export async function closeHoldOf(
  tx: Tx,
  productId: string,
  it: { outcome: "approved" | "taken_down" | "withdrawn"; by: string | null; now: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update product_holds set closed_at = ${it.now}, outcome = ${it.outcome}, closed_by = ${it.by}
      where product_id = ${productId} and closed_at is null`)) === 1
  );
}

/** Puts a held product on sale; in a suspended shop it waits for the shop. */
export async function releaseHeldProduct(tx: Tx, productId: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      update products p set updated_at = ${now},
        status = case when exists (select from shops s where s.id = p.shop_id and s.suspended_at is not null) then 'suspended' else 'active' end
      where p.id = ${productId} and p.status = 'held'`)) === 1
  );
}

/** Locks the product of an open hold. */
export function lockHeldProduct(
  tx: Tx,
  holdId: string,
): Promise<{ product_id: string; shop_id: string; owner_id: string; name: string } | undefined> {
  return tx.row(sql`
    select p.id as product_id, p.shop_id, s.owner_id, p.name
    from product_holds h join products p on p.id = h.product_id join shops s on s.id = p.shop_id
    where h.id = ${holdId} and h.closed_at is null and p.status = 'held' for no key update of p`);
}

export type HeldRow = {
  id: string;
  product_id: string;
  name: string;
  slug: string;
  description: string;
  price: number;
  category: string;
  shop_name: string;
  shop_slug: string;
  is_verified: boolean;
  reasons: HoldReason[];
  held_at: Date;
  pictures: string[];
};

/** Held products, the oldest first, after the hold `after`. */
export function listHeld(db: Queryable, after: string | null, limit: number): Promise<HeldRow[]> {
  return db.rows(sql`
    select h.id, p.id as product_id, p.name, p.slug, left(p.description, 600) as description, p.price_min as price, c.name as category, s.name as shop_name,
      s.slug as shop_slug, s.verified_at is not null as is_verified, h.reasons, h.held_at,
      coalesce((select jsonb_agg(g.storage_key order by pp.position) from product_pictures pp join pictures g on g.id = pp.picture_id where pp.product_id = p.id), '[]') as pictures
    from product_holds h join products p on p.id = h.product_id and p.status = 'held' join shops s on s.id = p.shop_id join categories c on c.id = p.category_id
    where h.closed_at is null
      and (${after}::uuid is null or (h.held_at, h.id) > (select o.held_at, o.id from product_holds o where o.id = ${after}::uuid))
    order by h.held_at, h.id limit ${limit}`);
}

/** The sentences about the open hold of a product of this shop. */
export async function findHoldOf(db: Queryable, productId: string): Promise<HoldReason[] | undefined> {
  const row = await db.row<{ reasons: HoldReason[] }>(
    sql`select reasons from product_holds where product_id = ${productId} and closed_at is null`,
  );
  return row?.reasons;
}

// Pictures

export type HashedPicture = { id: string; key: string; hash: string | null };

/** The pictures of a product with their hashes, as decimal text. */
export function listHashes(db: Queryable, productId: string): Promise<HashedPicture[]> {
  return db.rows(sql`
    select g.id, g.storage_key as key, g.hash::text as hash
    from product_pictures pp join pictures g on g.id = pp.picture_id where pp.product_id = ${productId} order by pp.position`);
}

/**
 * The removed picture that is nearest to a hash, of another product. One of another shop counts only if it was uploaded
 * before the own picture: else it was copied from there.
 */
export function findNearPicture(
  db: Queryable,
  it: { hash: bigint; bands: readonly number[]; maxDistance: number; productId: string; pictureKey: string },
): Promise<{ id: string; key: string; productId: string } | undefined> {
  return db.row(sql`
    select r.id, r.picture_key as key, r.product_id as "productId" from removed_pictures r
    where r.bands && ${it.bands}::int[] and r.product_id <> ${it.productId}
      and bit_count((r.hash # ${String(it.hash)}::bigint)::bit(64)) <= ${it.maxDistance}
      and ((select shop_id from products where id = r.product_id) = (select shop_id from products where id = ${it.productId})
        or coalesce((select created_at from pictures where storage_key = r.picture_key), r.created_at) <= (select created_at from pictures where storage_key = ${it.pictureKey}))
    order by bit_count((r.hash # ${String(it.hash)}::bigint)::bit(64)), r.id limit 1`);
}

/** Stores the hash of a picture of a product that was taken down. */
export async function insertRemovedPicture(
  tx: Tx,
  it: { productId: string; key: string; hash: bigint; bands: readonly number[]; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into removed_pictures (product_id, picture_key, hash, bands, created_at)
    values (${it.productId}, ${it.key}, ${String(it.hash)}::bigint, ${it.bands}::int[], ${it.now}) on conflict do nothing`);
}

/** Deletes the hashes of a product whose takedown ended. */
export async function deleteRemovedPictures(tx: Tx, productId: string): Promise<void> {
  await tx.run(sql`delete from removed_pictures where product_id = ${productId}`);
}

/** Deletes the hashes of all products of a shop that closed. */
export async function deleteRemovedPicturesOfShop(tx: Tx, shopId: string): Promise<void> {
  await tx.run(
    sql`delete from removed_pictures r using products p where p.id = r.product_id and p.shop_id = ${shopId}`,
  );
}

/** Whether a product is taken down. */
export async function isTakenDown(db: Queryable, productId: string): Promise<boolean> {
  return (await db.row(sql`select from products where id = ${productId} and status = 'taken_down'`)) !== undefined;
}
