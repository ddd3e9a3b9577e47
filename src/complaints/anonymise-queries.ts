import { sql, type Tx } from "#lib/database.ts";

/** Empties everything that this person wrote in cases. */
export async function clearMessages(tx: Tx, authorId: string): Promise<void> {
  await tx.run(sql`update complaint_messages set text = '' where author_id = ${authorId} and text <> ''`);
}

/** Removes the addresses of this person's shop to which goods were sent back. */
export async function clearSentToShopOf(tx: Tx, ownerId: string): Promise<void> {
  await tx.run(sql`
    update complaints c set sent_to = null from shops s where s.id = c.shop_id and s.owner_id = ${ownerId} and c.sent_to is not null`);
}

/**
 * Empties what buyers, sellers and mediators wrote in closed cases about orders placed before the moment. Handles at
 * most `limit` messages and returns how many it was.
 */
export async function clearMessagesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  return tx.run(sql`
    update complaint_messages set text = '' where id in (
      select m.id from complaint_messages m join complaints c on c.id = m.complaint_id join orders o on o.id = c.order_id
      where o.created_at < ${before} and c.state = 'closed' and m.author in ('buyer', 'seller', 'mediator') and m.text <> '' limit ${limit})`);
}

/**
 * Replaces the reasons of decisions in closed cases about orders placed before the moment, except precedents. Handles
 * at most `limit` decisions and returns how many it was.
 */
export async function clearReasonsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const removed = "Alasan dihapus karena sudah lama.";
  return tx.run(sql`
    update complaint_decisions set reason = ${removed} where id in (
      select d.id from complaint_decisions d join complaints c on c.id = d.complaint_id join orders o on o.id = c.order_id
      where o.created_at < ${before} and c.state = 'closed' and not d.is_precedent and d.reason <> ${removed} limit ${limit})`);
}
