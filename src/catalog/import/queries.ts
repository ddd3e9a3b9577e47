import { sql, type Queryable, type Tx } from "#lib/database.ts";

export type ImportedRow = { productId: string; recordHash: Buffer; picturesHash: Buffer };

/** The shop with this slug, and who owns it. */
export async function findImportShop(
  db: Queryable,
  slug: string,
): Promise<{ id: string; ownerId: string; name: string } | undefined> {
  return db.row(sql`select id, owner_id as "ownerId", name from shops where slug = ${slug}`);
}

/** The product that a record of this id became before. */
export async function findImported(
  db: Queryable,
  shopId: string,
  externalId: string,
): Promise<ImportedRow | undefined> {
  return db.row(sql`
    select product_id as "productId", record_hash as "recordHash", pictures_hash as "picturesHash"
    from imported_products where shop_id = ${shopId} and external_id = ${externalId}`);
}

/** Stores what a record became. Returns false when another import did it meanwhile. */
export async function saveImported(
  tx: Tx,
  row: ImportedRow & { shopId: string; externalId: string; now: Date },
): Promise<boolean> {
  const { shopId, externalId, productId, recordHash, picturesHash, now } = row;
  const stored = await tx.run(sql`
    insert into imported_products (shop_id, external_id, product_id, record_hash, pictures_hash, imported_at)
    values (${shopId}, ${externalId}, ${productId}, ${recordHash}, ${picturesHash}, ${now})
    on conflict (shop_id, external_id) do update set record_hash = excluded.record_hash,
      pictures_hash = excluded.pictures_hash, imported_at = excluded.imported_at
    where imported_products.product_id = excluded.product_id`);
  return stored === 1;
}

/** Whether products can be in the category of this slug. */
export async function isSellCategory(db: Queryable, slug: string): Promise<boolean> {
  return (await db.row(sql`select from categories where slug = ${slug} and parent_id is not null`)) !== undefined;
}
