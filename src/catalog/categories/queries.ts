import { sql, type Queryable, type Tx } from "#lib/database.ts";

export type CategoryRow = {
  id: string;
  parent_id: string | null;
  slug: string;
  name: string;
  icon: string;
  is_custom: boolean;
  url: string | null;
};

/** All categories, in the order in which they are shown. */
export async function listCategories(db: Queryable): Promise<CategoryRow[]> {
  return db.rows<CategoryRow>(
    sql`select id, parent_id, slug, name, icon, is_custom, url from categories order by position, name`,
  );
}

/** Every category that can hold products, with its root, for the search index. */
export async function listCategoryNames(
  db: Queryable,
): Promise<{ id: string; slug: string; name: string; root_id: string; root_slug: string; root_name: string }[]> {
  return db.rows(sql`
    select c.id, c.slug, c.name, coalesce(r.id, c.id) as root_id, coalesce(r.slug, c.slug) as root_slug, coalesce(r.name, c.name) as root_name
    from categories c left join categories r on r.id = c.parent_id where not c.is_custom`);
}

type CategoryInsert = {
  slug: string;
  name: string;
  icon: string;
  parent: string | null;
  url: string | null;
  position: number;
};

/** Stores categories whose parents are stored already. */
export async function insertCategoryTree(tx: Tx, categories: readonly CategoryInsert[]): Promise<void> {
  await tx.run(sql`
    insert into categories (parent_id, slug, name, icon, is_custom, url, position)
    select parent.id, g.slug, g.name, g.icon, g.url is not null, g.url, g.position
    from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) as g (slug text, name text, icon text, parent text, url text, position int)
    left join categories parent on parent.slug = g.parent`);
}

/** A category by its slug, with its parent if it has one. Custom categories are only links and are not found. */
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
    }
  | undefined
> {
  return db.row(sql`
    select c.id, c.parent_id, c.slug, c.name, parent.slug as parent_slug, parent.name as parent_name
    from categories c left join categories parent on parent.id = c.parent_id where c.slug = ${slug} and not c.is_custom`);
}
