/** What a seller reads of the shop's own products. */
import { joinSql, type Queryable, sql } from "#lib/database.ts";
import type { EditedProduct } from "./contract.ts";
import { cardColumns, type CardRow } from "../listing/queries.ts";
import { fieldColumnsOf } from "../product/columns.ts";
import { lowStockThreshold, type OwnProductView } from "../rules.ts";

export type OwnVariantRow = {
  id: string;
  option1: string | null;
  option2: string | null;
  sku: string;
  price: number;
  stock: number;
  version: number;
  picture_id: string | null;
};
export type OwnProductRow = CardRow & {
  status: "active" | "hidden";
  is_taken_down: boolean;
  is_held: boolean;
  variants: OwnVariantRow[] | null;
};

// A product that the marketplace took off sale is hidden for its seller. What the seller chose comes back with it.
// A held one is on sale for its seller, and a sentence says that it waits.
export const shownStatus = sql`case when p.status in ('suspended', 'taken_down') then 'hidden' when p.status = 'held' then 'active' else p.status end as status`;

/** The products of a shop, newest first, beginning after the id `after`. `view` restricts them. */
export async function listOwnProducts(
  db: Queryable,
  shopId: string,
  filter: { name: string; view: OwnProductView | null; after: string | null; limit: number },
): Promise<OwnProductRow[]> {
  const pattern = `%${filter.name.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  // A hidden product needs no stock, so it is in neither of the two stock views.
  const maxStock = filter.view === "thin" ? lowStockThreshold : filter.view === "empty" ? 0 : null;
  const conditions = [
    sql`p.shop_id = ${shopId} and p.status <> 'removed'`,
    ...(filter.name === "" ? [] : [sql`lower(p.name) like (select lower(${pattern}))`]),
    ...(filter.view === "hidden" ? [sql`p.status in ('hidden', 'suspended', 'taken_down')`] : []),
    // A subselect of its own is asked product by product, until the page is full.
    ...(maxStock === null
      ? []
      : [
          sql`p.status = 'active' and (select min(v.stock) from variants v where v.product_id = p.id and v.is_active) <= ${maxStock}::int`,
        ]),
    ...(filter.after === null ? [] : [sql`p.id < ${filter.after}::uuid`]),
  ];
  // The page is found in the index, which has the names, before the products are read. It has them in small letters
  // too: to compare without the case, PostgreSQL would convert each name again.
  return db.rows<OwnProductRow>(sql`
    with page as materialized (select p.id from products p where ${joinSql(conditions, sql` and `)} order by p.id desc limit ${filter.limit})
    select ${cardColumns}, ${shownStatus}, p.status = 'taken_down' as is_taken_down, p.status = 'held' as is_held,
      (select jsonb_agg(jsonb_build_object('id', v.id, 'option1', v.option1, 'option2', v.option2, 'sku', v.sku, 'price', v.price, 'stock', v.stock, 'version', v.stock_version, 'picture_id', v.picture_id)
        order by v.position, v.id) from variants v where v.product_id = p.id and v.is_active) as variants
    from page join products p on p.id = page.id left join pictures pic on pic.id = p.cover_picture_id
    order by p.id desc`);
}

/** A product of the shop with everything that can be edited; undefined if it is another shop's or was removed. */
export async function findOwnProduct(
  db: Queryable,
  id: string,
  shopId: string,
): Promise<Omit<EditedProduct, "held"> | undefined> {
  return db.row(sql`
    select p.id, p.slug, ${fieldColumnsOf("p")}, c.slug as category, ${shownStatus}, p.attributes, p.axes,
      coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'option1', v.option1, 'option2', v.option2, 'sku', v.sku, 'price', v.price, 'stock', v.stock, 'version', v.stock_version, 'picture_id', v.picture_id)
        order by v.position, v.id) from variants v where v.product_id = p.id and v.is_active), '[]') as variants,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'key', g.storage_key, 'color', g.color) order by pp.position)
        from product_pictures pp join pictures g on g.id = pp.picture_id where pp.product_id = p.id), '[]') as pictures
    from products p join categories c on c.id = p.category_id
    where p.id = ${id} and p.shop_id = ${shopId} and p.status <> 'removed'`);
}
