import { sql, type Queryable } from "#lib/database.ts";
import { cardColumns, type CardRow } from "../listing/queries.ts";

/** The products on sale with these slugs, in the same order. */
export function listChosenProducts(db: Queryable, slugs: readonly string[]): Promise<CardRow[]> {
  return db.rows(sql`
    select ${cardColumns} from products p left join pictures pic on pic.id = p.cover_picture_id
    where p.slug = any(${[...slugs]}) and p.status = 'active' order by array_position(${[...slugs]}::text[], p.slug)`);
}

/** A shop that sells now. */
export function findSellingShop(db: Queryable, slug: string): Promise<{ slug: string; name: string } | undefined> {
  return db.row(sql`select slug, name from shops where slug = ${slug} and suspended_at is null`);
}
