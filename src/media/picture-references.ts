import { joinFixed, sql, type Sql } from "#lib/database.ts";

/**
 * Every column of the database that can refer to a picture, with the ids or keys in it. Pictures of a column that is
 * missing here would be removed as unused. A test compares the list with the tables (remove-unused-pictures.test.ts),
 * and where there is a foreign key the database refuses the removal.
 */
export const pictureReferences: readonly { column: string; by: "id" | "storage_key"; named: Sql }[] = [
  { column: "product_pictures.picture_id", by: "id", named: sql`select picture_id from product_pictures` },
  {
    column: "products.cover_picture_id",
    by: "id",
    named: sql`select cover_picture_id from products where cover_picture_id is not null`,
  },
  {
    column: "variants.picture_id",
    by: "id",
    named: sql`select picture_id from variants where picture_id is not null`,
  },
  { column: "review_pictures.picture_id", by: "id", named: sql`select picture_id from review_pictures` },
  { column: "shops.picture_id", by: "id", named: sql`select picture_id from shops where picture_id is not null` },
  { column: "users.image_id", by: "id", named: sql`select image_id from users where image_id is not null` },
  // Logos and banners; former values can be brought back.
  {
    column: "settings.value",
    by: "storage_key",
    named: sql`
      select jsonb_path_query(value, 'strict $.**.picture ? (@.type() == "string")') #>> '{}' from settings
      where value is not null`,
  },
  {
    column: "setting_changes.value",
    by: "storage_key",
    named: sql`
      select jsonb_path_query(value, 'strict $.**.picture ? (@.type() == "string")') #>> '{}' from setting_changes
      where value is not null`,
  },
  // Orders and notifications show a product as it was.
  {
    column: "order_lines.picture_key",
    by: "storage_key",
    named: sql`select picture_key from order_lines where picture_key is not null`,
  },
  {
    column: "notifications.image_product",
    by: "storage_key",
    named: sql`
      select substring(image_product from '([a-z0-9-]+)-(?:200|400|800)[.]') from notifications
      where image_product like '/img/%'`,
  },
];

/** Whether anything refers to the picture of the row `p`. */
export function isReferenced(): Sql {
  const conditions = pictureReferences.map(({ by, named }) =>
    by === "id" ? sql`p.id in (${named})` : sql`p.storage_key in (${named})`,
  );
  return sql`((${joinFixed(conditions, sql` or `)}) is true)`;
}
