import type { Database, Queryable } from "./database.ts";
import { sealAgain, sealingKeyId } from "./keys.ts";

/** A row with something sealed. */
export type SealedRow = { id: string; about: string; sealed: Buffer };

/** A column of the database with sealed data, and how its slice reads and replaces it. */
export type SealedColumn = {
  /** Such as `bank_accounts.number_sealed`. */
  column: string;
  purpose: string;
  /** The next rows with data after an id (null for the first), in the order of their ids. */
  list(db: Queryable, after: string | null, limit: number): Promise<SealedRow[]>;
  /** Replaces the data of a row that is still `before`; nothing when it was changed meanwhile. */
  replace(db: Queryable, row: SealedRow, again: Buffer): Promise<void>;
};

const batchSize = 200;

/**
 * Seals all data of a column with the current key. Returns how many rows were changed. It may be killed and called
 * again: rows of the current key are passed over.
 */
export async function sealColumnAgain(
  { db, secret }: { db: Database; secret: Buffer },
  { purpose, list, replace }: SealedColumn,
): Promise<number> {
  let changed = 0;
  for (let after: string | null = null; ;) {
    const rows: SealedRow[] = await list(db, after, batchSize);
    for (const row of rows) {
      const again = sealAgain(secret, purpose, row.about, row.sealed);
      if (!again) continue;
      await replace(db, row, again);
      changed += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return changed;
    after = last.id;
  }
}

/** How many rows of a column each key sealed; the data from before keys had ids counts as that of `unnamed`. */
export async function countKeysOf(
  { db, secret }: { db: Database; secret: Buffer },
  { list }: SealedColumn,
  unnamed: string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after: string | null = null; ;) {
    const rows: SealedRow[] = await list(db, after, batchSize);
    for (const { sealed } of rows) {
      const id = sealingKeyId(secret, sealed) ?? unnamed;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return counts;
    after = last.id;
  }
}
