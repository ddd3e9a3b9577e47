import { sql, type Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";

/** Makes a buyer a seller; a seller stays one. An operator cannot be: refuses with `session.forbidden`. */
export async function becomeSeller(tx: Tx, userId: string): Promise<void> {
  const changed = await tx.run(
    sql`update users set type = 'penjual' where id = ${userId} and type in ('pembeli', 'penjual') and deleted_at is null`,
  );
  if (changed === 0) throw new Refusal("session.forbidden");
}
