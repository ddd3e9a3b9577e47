import { sql, type Tx } from "#lib/database.ts";

/** Replaces the text of other users' notifications about orders of this buyer or shop. */
export async function anonymiseNotificationRows(
  tx: Tx,
  of: { buyerId: string; shopId: string | null },
  description: string,
): Promise<void> {
  await tx.run(sql`
    update notifications n set description = ${description} from orders o
    where o.id = n.transaction_id and (o.buyer_id = ${of.buyerId} or o.shop_id = ${of.shopId}::uuid) and n.user_id <> ${of.buyerId}`);
}
