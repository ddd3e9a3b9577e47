import { sql, type Tx } from "#lib/database.ts";

/** Empties everything that this person wrote in cases. */
export async function clearMessages(tx: Tx, authorId: string): Promise<void> {
  await tx.run(sql`update complaint_messages set text = '' where author_id = ${authorId} and text <> ''`);
}

/**
 * Empties what buyers and sellers wrote in closed cases about orders placed before the moment. Handles at most `limit`
 * messages and returns how many it was.
 */
export async function clearMessagesBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  return tx.run(sql`
    update complaint_messages set text = '' where id in (
      select m.id from complaint_messages m join complaints c on c.id = m.complaint_id join orders o on o.id = c.order_id
      where o.created_at < ${before} and c.state = 'closed' and m.author in ('buyer', 'seller') and m.text <> '' limit ${limit})`);
}
