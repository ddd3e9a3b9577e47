import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { listedCategoryTaxes, type CategoryTaxRule } from "./rules.ts";

export type CategoryTaxRow = CategoryTaxRule & {
  categoryName: string;
  announcedAt: Date;
  announcedBy: string;
  withdrawnAt: Date | null;
};

const columns = sql`r.id, r.category_id as "categoryId", r.kind, r.value, to_char(r.valid_from, 'YYYY-MM-DD') as "validFrom",
  c.name as "categoryName", r.announced_at as "announcedAt", u.name as "announcedBy", r.withdrawn_at as "withdrawnAt"`;
const tables = sql`category_tax_rules r join categories c on c.id = r.category_id join users u on u.id = r.created_by`;

/** All rules that were not withdrawn, the earliest day first. */
export function listCategoryTaxes(db: Queryable): Promise<CategoryTaxRow[]> {
  return db.rows(sql`select ${columns} from ${tables} where r.withdrawn_at is null order by r.valid_from, r.id`);
}

/** The latest rules, withdrawn ones too. */
export function listCategoryTaxesToShow(db: Queryable): Promise<CategoryTaxRow[]> {
  return db.rows(
    sql`select ${columns} from ${tables} order by r.valid_from desc, r.id desc limit ${listedCategoryTaxes}`,
  );
}

/** One rule, also a withdrawn one. */
export function findCategoryTax(db: Queryable, ruleId: string): Promise<CategoryTaxRow | undefined> {
  return db.row(sql`select ${columns} from ${tables} where r.id = ${ruleId}`);
}

/** Whether goods can be in this category: not merged into another, and no link. */
export async function isCategoryOfGoods(db: Queryable, categoryId: string): Promise<boolean> {
  return (
    (await db.row(sql`select from categories where id = ${categoryId} and merged_into is null and not is_custom`)) !==
    undefined
  );
}

/** Makes every other change of these rules wait until the transaction ends. */
export async function lockCategoryTaxes(tx: Tx): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('category taxes', 61))`);
}

/** Stores a rule and returns its id; undefined when the category has one of this kind for the same day. */
export async function insertCategoryTax(
  tx: Tx,
  rule: Omit<CategoryTaxRule, "id"> & { createdBy: string; now: Date },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into category_tax_rules (category_id, kind, value, valid_from, announced_at, created_by)
    values (${rule.categoryId}, ${rule.kind}, ${rule.value}, ${rule.validFrom}, ${rule.now}, ${rule.createdBy})
    on conflict do nothing returning id`);
  return row?.id;
}

/** Withdraws a rule. */
export async function updateCategoryTaxWithdrawn(tx: Tx, ruleId: string, by: string, now: Date): Promise<void> {
  await tx.run(sql`
    update category_tax_rules set withdrawn_at = ${now}, withdrawn_by = ${by} where id = ${ruleId} and withdrawn_at is null`);
}

/** These categories and those below them, with the root of each. */
export function listWithSubcategories(
  db: Queryable,
  categoryIds: readonly string[],
): Promise<{ id: string; slug: string; rootId: string }[]> {
  return db.rows(sql`
    select id, slug, coalesce(parent_id, id) as "rootId" from categories
    where id = any(${categoryIds}::uuid[]) or parent_id = any(${categoryIds}::uuid[])`);
}

/** All categories of goods by name; a subcategory is named with its root. */
export function listCategoriesOfGoods(db: Queryable): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`
    select c.id, concat_ws(' › ', p.name, c.name) as name from categories c left join categories p on p.id = c.parent_id
    where c.merged_into is null and not c.is_custom order by 2, 1`);
}

/**
 * The next sellers by id who offer something in these categories, also something that is hidden or sold out; only those
 * with the notification of this key, if one is given.
 */
export async function listSellersOfGoodsAfter(
  db: Queryable,
  categoryIds: readonly string[],
  { afterUserId, notified, limit }: { afterUserId: string | null; notified: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select u.id from users u join shops s on s.owner_id = u.id
    where u.deleted_at is null
      and (${notified}::text is null or exists
        (select from notifications n where n.user_id = u.id and n.dedupe_key = ${notified}::text || u.id))
      and (${afterUserId}::uuid is null or u.id > ${afterUserId}::uuid)
      and exists (select from products p where p.shop_id = s.id and p.category_id = any(${categoryIds}::uuid[]) and p.status <> 'removed')
    order by u.id limit ${limit}`);
  return rows.map(({ id }) => id);
}
