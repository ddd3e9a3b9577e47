import type { AttributeDefinition } from "../attributes/rules.ts";
import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { ShownAttribute } from "./contract.ts";

export type CategoryRow = {
  id: string;
  parent_id: string | null;
  slug: string;
  name: string;
  icon: string;
  is_custom: boolean;
  url: string | null;
};

/** The categories that visitors see, in the order in which they are shown. What is below a hidden one is hidden too. */
export async function listCategories(db: Queryable): Promise<CategoryRow[]> {
  return db.rows<CategoryRow>(sql`
    select c.id, c.parent_id, c.slug, c.name, c.icon, c.is_custom, c.url from categories c left join categories parent on parent.id = c.parent_id
    where not c.is_hidden and c.merged_into is null and parent.is_hidden is not true order by c.position, c.name`);
}

export type TreeRow = CategoryRow & {
  is_hidden: boolean;
  version: number;
  merged_into: string | null;
  changed_mind_days: number | null;
};

const treeColumns = sql`id, parent_id, slug, name, icon, is_custom, url, is_hidden, version, merged_into, changed_mind_days`;

/** Locks the tree, so that one editor changes it after the other. Returns all of it, merged categories included. */
export async function lockTree(tx: Tx): Promise<TreeRow[]> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('category tree', 61))`);
  return tx.rows(sql`select ${treeColumns} from categories order by position, name`);
}

/**
 * Locks a category and what is below it against sellers who are saving a product there: their product is stored before
 * the change, or sees it.
 */
export async function lockBranch(tx: Tx, categoryId: string): Promise<void> {
  await tx.run(
    sql`select from categories where id = ${categoryId} or parent_id = ${categoryId} order by id for update`,
  );
}

/** The whole tree but merged categories, with how many products are on sale in each, counted up to `max`. */
export async function listTree(
  db: Queryable,
  max: number,
): Promise<(TreeRow & { products: number; attributes: ShownAttribute[] })[]> {
  return db.rows(sql`
    select ${treeColumns}, attribute_set as attributes, counted.products from categories c
    cross join lateral (select count(*)::int as products from (select from products p where p.category_id = c.id and p.status = 'active' limit ${max}) one) counted
    where merged_into is null order by position, name`);
}

/** Stores a new category at the end of its level. Returns its id; undefined when the slug is taken. */
export async function insertCategory(
  tx: Tx,
  category: { slug: string; name: string; icon: string; parentId: string | null; url: string | null },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into categories (parent_id, slug, name, icon, is_custom, url, position)
    select ${category.parentId}::uuid, ${category.slug}, ${category.name}, ${category.icon}, ${category.url !== null}, ${category.url},
      coalesce((select max(position) + 1 from categories where parent_id is not distinct from ${category.parentId}::uuid and merged_into is null), 0)
    on conflict (slug) do nothing returning id`);
  return row?.id;
}

export async function updateCategory(
  tx: Tx,
  id: string,
  { name, icon, url, isHidden }: { name: string; icon: string; url: string | null; isHidden: boolean },
): Promise<void> {
  await tx.run(sql`
    update categories set name = ${name}, icon = ${icon}, url = ${url}, is_hidden = ${isHidden}, version = version + 1 where id = ${id}`);
}

/** Puts a category at the end of another level. */
export async function updatePlace(tx: Tx, id: string, parentId: string | null): Promise<void> {
  await tx.run(sql`
    update categories set parent_id = ${parentId}::uuid, version = version + 1,
      position = coalesce((select max(position) + 1 from categories where parent_id is not distinct from ${parentId}::uuid and merged_into is null), 0)
    where id = ${id}`);
}

/** Stores the days for a change of mind of a category itself. */
export async function updateChangedMindDays(tx: Tx, id: string, days: number): Promise<void> {
  await tx.run(sql`update categories set changed_mind_days = ${days} where id = ${id}`);
}

/** Numbers neighbours in this order. */
export async function updateOrder(tx: Tx, ids: readonly string[], moved: string): Promise<void> {
  await tx.run(sql`
    update categories c set position = g.at - 1, version = c.version + case when c.id = ${moved} then 1 else 0 end
    from unnest(${ids}::uuid[]) with ordinality as g (id, at) where c.id = g.id and (c.position <> g.at - 1 or c.id = ${moved})`);
}

/** Makes a category an address that leads to another one, which also gets its sub-categories and older addresses. */
export async function updateMerged(tx: Tx, from: string, into: string): Promise<void> {
  await tx.run(sql`
    with last as (select coalesce(max(position) + 1, 0) as position from categories where parent_id = ${into})
    update categories c set parent_id = ${into}, version = version + 1, position = last.position + c.position from last where c.parent_id = ${from}`);
  await tx.run(sql`update categories set merged_into = ${into} where merged_into = ${from}`);
  await tx.run(sql`
    update categories set merged_into = ${into}, parent_id = null, is_hidden = true, version = version + 1 where id = ${from}`);
}

/** Deletes a link of the menu. */
export async function deleteLink(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from categories where id = ${id} and is_custom`);
}

/** What a merge of this category concerns. */
export async function countMerged(
  db: Queryable,
  from: string,
  into: string,
  now: Date,
): Promise<{ products: number; has_own_fee: boolean; vouchers: number; rules: number }> {
  const row = await db.row<{ products: number; has_own_fee: boolean; vouchers: number; rules: number }>(sql`
    select (select count(*)::int from products where category_id = ${from} or category_id in (select id from categories where parent_id = ${from})) as products,
      exists (select from fee_rules where withdrawn_at is null and category_id in (${from}, ${into},
        (select parent_id from categories where id = ${from}), (select parent_id from categories where id = ${into}))) as has_own_fee,
      (select count(*)::int from vouchers where category_id = ${from} and state = 'active' and ends_at > ${now}) as vouchers,
      (select count(*)::int from forbidden_rules where category_id = ${from} and is_active) as rules`);
  return row ?? { products: 0, has_own_fee: false, vouchers: 0, rules: 0 };
}

/**
 * The slug that products are filed under instead of this one: that of the category into which it was merged, or
 * itself.
 */
const slugNow = (slug: string) => sql`coalesce(
  (select target.slug from categories merged join categories target on target.id = merged.merged_into where merged.slug = ${slug}), ${slug})`;

/** Every category that can hold products, with its root, for the search index. */
export async function listCategoryNames(
  db: Queryable,
): Promise<{ id: string; slug: string; name: string; root_id: string; root_slug: string; root_name: string }[]> {
  return db.rows(sql`
    select c.id, c.slug, c.name, coalesce(r.id, c.id) as root_id, coalesce(r.slug, c.slug) as root_slug, coalesce(r.name, c.name) as root_name
    from categories c left join categories r on r.id = c.parent_id where not c.is_custom and c.merged_into is null`);
}

type CategoryInsert = {
  slug: string;
  name: string;
  icon: string;
  parent: string | null;
  url: string | null;
  position: number;
  changed_mind_days: number | null;
};

/** Stores categories whose parents are stored already. */
export async function insertCategoryTree(tx: Tx, categories: readonly CategoryInsert[]): Promise<void> {
  await tx.run(sql`
    insert into categories (parent_id, slug, name, icon, is_custom, url, position, changed_mind_days)
    select parent.id, g.slug, g.name, g.icon, g.url is not null, g.url, g.position, g.changed_mind_days
    from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) as g (slug text, name text, icon text, parent text, url text, position int, changed_mind_days int)
    left join categories parent on parent.slug = g.parent`);
}

/**
 * A category by its slug, with its parent and what is asked about its products, its own and the parent's; by the slug
 * of a merged one, the category that it leads to. Custom categories are only links and are not found.
 */
export async function findCategory(
  db: Queryable,
  slug: string,
): Promise<
  | {
      id: string;
      parent_id: string | null;
      slug: string;
      name: string;
      parent_slug: string | null;
      parent_name: string | null;
      own_attributes: AttributeDefinition[];
      attributes_above: AttributeDefinition[] | null;
    }
  | undefined
> {
  return db.row(sql`
    select c.id, c.parent_id, c.slug, c.name, parent.slug as parent_slug, parent.name as parent_name,
      c.attribute_set as own_attributes, parent.attribute_set as attributes_above
    from categories c left join categories parent on parent.id = c.parent_id where c.slug = ${slugNow(slug)} and not c.is_custom`);
}

/**
 * A category that can hold products, with the names that the search index needs; by the slug of a merged one, the
 * category that it leads to. No operator moves or merges it until the transaction ends.
 */
export async function lockSellCategory(
  tx: Tx,
  slug: string,
): Promise<
  { id: string; root_id: string; slug: string; name: string; root_slug: string; root_name: string } | undefined
> {
  // A statement of its own, so that the next one sees what the other transaction has changed.
  await tx.run(sql`select from categories where slug = ${slug} for key share`);
  await tx.run(sql`select from categories where slug = ${slugNow(slug)} for key share`);
  return tx.row(sql`
    select c.id, coalesce(r.id, c.id) as root_id, c.slug, c.name, coalesce(r.slug, c.slug) as root_slug, coalesce(r.name, c.name) as root_name
    from categories c left join categories r on r.id = c.parent_id
    where c.slug = ${slugNow(slug)} and not c.is_custom and (c.parent_id is not null or not exists (select 1 from categories k where k.parent_id = c.id))`);
}
