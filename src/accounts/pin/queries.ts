import { sql, type Queryable, type Tx } from "#lib/database.ts";

/** The user's PIN, hashed; undefined when none is set. */
export async function findPin(db: Queryable, userId: string): Promise<{ pin_hash: string; set_at: Date } | undefined> {
  return db.row(sql`select pin_hash, set_at from pins where user_id = ${userId}`);
}

/** Stores the PIN in place of an earlier one. Returns whether there was none. */
export async function savePin(tx: Tx, userId: string, pinHash: string, now: Date): Promise<{ isNew: boolean }> {
  const row = await tx.row<{ is_new: boolean }>(sql`
    insert into pins (user_id, pin_hash, set_at) values (${userId}, ${pinHash}, ${now})
    on conflict (user_id) do update set pin_hash = excluded.pin_hash, set_at = excluded.set_at
    returning xmax = 0 as is_new`);
  return { isNew: row?.is_new ?? true };
}

/** The user's date of birth, `YYYY-MM-DD`. */
export async function findBirthDate(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.row<{ birth_date: string | null }>(sql`select birth_date from users where id = ${userId}`);
  return row?.birth_date ?? null;
}
