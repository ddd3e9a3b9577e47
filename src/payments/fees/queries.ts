import { pageOf, sql, type Queryable, type Tx } from "#lib/database.ts";
import type { FeeTerms } from "../rules.ts";
import { feePages, type FeeKind, type FeeRule } from "./rules.ts";

export type FeeRuleRow = FeeRule & {
  categorySlug: string | null;
  categoryName: string | null;
  /** The parent of the rule's category. */
  rootCategoryId: string | null;
  announcedAt: Date;
  withdrawnAt: Date | null;
};

const columns = sql`
  f.id, f.kind, json_build_object('perMille', f.per_mille, 'cap', f.cap, 'flat', f.flat) as terms, f.category_id as "categoryId",
  f.valid_from as "validFrom", c.slug as "categorySlug", c.name as "categoryName", c.parent_id as "rootCategoryId",
  f.announced_at as "announcedAt", f.withdrawn_at as "withdrawnAt"`;
const tables = sql`fee_rules f left join categories c on c.id = f.category_id`;

/** All fee rules that were not withdrawn, the earliest day first. */
export function listFeeRules(db: Queryable): Promise<FeeRuleRow[]> {
  return db.rows(sql`select ${columns} from ${tables} where f.withdrawn_at is null order by f.valid_from, f.id`);
}

/** A page of all fee rules, the latest day first; one row more than a page. */
export function listFeeRulesToShow(db: Queryable, page: number): Promise<FeeRuleRow[]> {
  return db.rows(sql`
    select ${columns} from ${tables} order by f.valid_from desc, f.id desc
    ${pageOf(feePages.size + 1, (page - 1) * feePages.size)}`);
}

/** One fee rule, also a withdrawn one. */
export function findFeeRule(db: Queryable, ruleId: string): Promise<FeeRuleRow | undefined> {
  return db.row(sql`select ${columns} from ${tables} where f.id = ${ruleId}`);
}

/** Makes every other change of fee rules wait until the transaction ends. */
export async function lockFeeRules(tx: Tx): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('fee rules', 61))`);
}

/** The category with this slug that can hold products, and its parent. */
export function findFeeCategory(
  db: Queryable,
  slug: string,
): Promise<{ id: string; name: string; rootCategoryId: string | null } | undefined> {
  return db.row(sql`
    select id, name, parent_id as "rootCategoryId" from categories where slug = ${slug} and not is_custom and merged_into is null`);
}

/** Stores a fee rule and returns its id; undefined when there is one for the same goods and day. */
export async function insertFeeRule(
  tx: Tx,
  rule: { kind: FeeKind; terms: FeeTerms; categoryId: string | null; validFrom: string; createdBy: string; now: Date },
): Promise<string | undefined> {
  const { perMille, cap, flat } = rule.terms;
  const row = await tx.row<{ id: string }>(sql`
    insert into fee_rules (kind, category_id, per_mille, cap, flat, valid_from, announced_at, created_by)
    values (${rule.kind}, ${rule.categoryId}, ${perMille}, ${cap}, ${flat}, ${rule.validFrom}, ${rule.now}, ${rule.createdBy})
    on conflict do nothing returning id`);
  return row?.id;
}

/** Withdraws a fee rule. */
export async function updateWithdrawn(tx: Tx, ruleId: string, now: Date): Promise<void> {
  await tx.run(sql`update fee_rules set withdrawn_at = ${now} where id = ${ruleId} and withdrawn_at is null`);
}

/** The next sellers by id, to notify them. */
export async function listSellersAfter(db: Queryable, afterUserId: string | null, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select u.id from users u join shops s on s.owner_id = u.id
    where u.deleted_at is null and (${afterUserId}::uuid is null or u.id > ${afterUserId}::uuid) order by u.id limit ${limit}`);
  return rows.map(({ id }) => id);
}
