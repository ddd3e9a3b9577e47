import { sql, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";

/** Stores that a courier's company owes the cash of an order. */
export async function insertCollection(
  tx: Tx,
  one: { orderId: string; attemptId: string; courier: string; amount: Rupiah; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into cod_collections (order_id, attempt_id, courier, amount, collected_at)
    values (${one.orderId}, ${one.attemptId}, ${one.courier}, ${one.amount}, ${one.now})`);
}
