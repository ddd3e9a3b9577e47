import { sql, type Tx } from "#lib/database.ts";
import { allowedStatus, isInSuspendedShop } from "./queries.ts";

/** Takes the products of a suspended shop off sale. Those that its seller hid stay hidden. */
export async function suspendShopProductRows(tx: Tx, shopId: string, now: Date): Promise<void> {
  await tx.run(
    sql`update products set status = 'suspended', updated_at = ${now} where shop_id = ${shopId} and status = 'active'`,
  );
}

/** Puts the products of a shop that is suspended no more back on sale. */
export async function resumeShopProductRows(tx: Tx, shopId: string, now: Date): Promise<void> {
  await tx.run(
    sql`update products set status = 'active', updated_at = ${now} where shop_id = ${shopId} and status = 'suspended'`,
  );
}

export type ModeratedProduct = { id: string; name: string; shopId: string; ownerId: string; status: string };

/** Locks a product that its seller has not removed. */
export function lockModeratedProduct(tx: Tx, id: string): Promise<ModeratedProduct | undefined> {
  return tx.row(sql`
    select p.id, p.name, p.shop_id as "shopId", s.owner_id as "ownerId", p.status from products p join shops s on s.id = p.shop_id
    where p.id = ${id} and p.status <> 'removed' for no key update of p`);
}

/** Takes a locked product off sale, against the will of its seller. */
export async function takeDownProductRow(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(sql`update products set status = 'taken_down', updated_at = ${now} where id = ${id}`);
}

/**
 * Gives a product the status that it had before it was taken down; in a suspended shop it is not on sale. If its seller
 * changed it meanwhile to something that an operator has to look at, it is held.
 */
export async function restoreProductRow(tx: Tx, id: string, status: "active" | "hidden", now: Date): Promise<void> {
  await tx.run(sql`
    update products set updated_at = ${now},
      status = case when ${status} = 'active' and exists (select from product_holds h where h.product_id = products.id and h.closed_at is null) then 'held'
        else ${allowedStatus(sql`${status}`, isInSuspendedShop)} end
    where id = ${id} and status = 'taken_down'`);
}
