import { sql, type Tx } from "#lib/database.ts";

/** Takes all products of a shop off sale and out of search, with what the seller wrote about them. */
export async function removeProductsOf(tx: Tx, shopId: string, description: string, now: Date): Promise<void> {
  await tx.run(sql`
    update products set status = 'removed', description = ${description}, attributes = '[]', search_words = '', updated_at = ${now}
    where shop_id = ${shopId}`);
  await tx.run(sql`update variants set sku = '' where shop_id = ${shopId} and sku <> ''`);
}
