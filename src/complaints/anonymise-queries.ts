import { sql, type Tx } from "#lib/database.ts";

/** Empties everything that this person wrote in cases. */
export async function clearMessages(tx: Tx, authorId: string): Promise<void> {
  await tx.run(sql`update complaint_messages set text = '' where author_id = ${authorId} and text <> ''`);
}
