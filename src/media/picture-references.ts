import { joinFixed, sql, type Sql } from "#lib/database.ts";

/**
 * Every column of the database that can refer to a picture, with the rows of it that refer to the picture of the row
 * `p`. Each has an index that finds them, except for the settings, which are few. Pictures of a column that is missing
 * here would be removed as unused. A test compares the list with the tables (remove-unused-pictures.test.ts), and where
 * there is a foreign key the database refuses the removal.
 */
export const pictureReferences: readonly { column: string; rows: Sql }[] = [
  { column: "product_pictures.picture_id", rows: sql`select from product_pictures x where x.picture_id = p.id` },
  { column: "products.cover_picture_id", rows: sql`select from products x where x.cover_picture_id = p.id` },
  { column: "variants.picture_id", rows: sql`select from variants x where x.picture_id = p.id` },
  { column: "review_pictures.picture_id", rows: sql`select from review_pictures x where x.picture_id = p.id` },
  {
    column: "review_version_pictures.picture_id",
    rows: sql`select from review_version_pictures x where x.picture_id = p.id`,
  },
  { column: "shops.picture_id", rows: sql`select from shops x where x.picture_id = p.id` },
  { column: "users.image_id", rows: sql`select from users x where x.image_id = p.id` },
  // Orders and notifications show a product as it was.
  { column: "order_lines.picture_key", rows: sql`select from order_lines x where x.picture_key = p.storage_key` },
  {
    column: "notifications.image_product",
    rows: sql`
      select from notifications x where x.image_product like '/img/%'
        and substring(x.image_product from '([a-z0-9-]+)-(?:200|400|800)[.]') = p.storage_key`,
  },
  // An operator compares new pictures with those of products that were taken down.
  {
    column: "removed_pictures.picture_key",
    rows: sql`select from removed_pictures x where x.picture_key = p.storage_key`,
  },
  // Logos and banners; former values can be brought back.
  {
    column: "settings.value",
    rows: sql`
      select from settings x, jsonb_path_query(x.value, 'strict $.**.picture ? (@.type() == "string")') as named (picture)
      where named.picture #>> '{}' = p.storage_key`,
  },
  {
    column: "setting_changes.value",
    rows: sql`
      select from setting_changes x, jsonb_path_query(x.value, 'strict $.**.picture ? (@.type() == "string")') as named (picture)
      where named.picture #>> '{}' = p.storage_key`,
  },
];

/** Whether anything refers to the picture of the row `p`. */
export function isReferenced(): Sql {
  // With `offset 0` each stays a question about one picture; else PostgreSQL may first read whole tables.
  return sql`(${joinFixed(
    pictureReferences.map(({ rows }) => sql`exists (${rows} offset 0)`),
    sql` or `,
  )})`;
}
