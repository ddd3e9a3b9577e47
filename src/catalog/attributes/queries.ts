import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { effectiveSet, type AttributeDefinition } from "./rules.ts";

// The database holds only sets that the contract has checked.
type Stored = (AttributeDefinition & { options: string[] })[];

/** The sets of the categories that visitors see and that have one of their own. */
export async function listAttributeSets(db: Queryable): Promise<{ slug: string; attributes: Stored }[]> {
  return db.rows(sql`
    select slug, attribute_set as attributes from categories
    where attribute_set <> '[]' and merged_into is null and not is_custom order by position, name`);
}

/** What is asked about products of a category: the set of the main category above, and its own. */
export async function findAttributeSet(db: Queryable, categoryId: string): Promise<AttributeDefinition[]> {
  const row = await db.row<{ above: Stored | null; own: Stored }>(sql`
    select r.attribute_set as above, c.attribute_set as own from categories c left join categories r on r.id = c.parent_id where c.id = ${categoryId}`);
  return row ? effectiveSet(row.above ?? [], row.own) : [];
}

export async function updateAttributeSet(
  tx: Tx,
  categoryId: string,
  attributes: readonly AttributeDefinition[],
): Promise<void> {
  await tx.run(sql`
    update categories set attribute_set = ${JSON.stringify(attributes)}::jsonb, version = version + 1 where id = ${categoryId}`);
}
