import type { Queryable } from "#lib/database.ts";
import { firstHash, hashEntry } from "./hash-entry.ts";
import { listChain } from "./queries.ts";

const batchSize = 2_000;

/**
 * What a proof found: the number of entries that were read, and the last hash. `broken` is the first entry that does
 * not fit: its text was changed, it does not follow the entry before it, or one before it is missing.
 */
export type ChainProof = {
  entries: number;
  lastHash: string;
  broken: { id: number; reason: "changed" | "not_linked" | "missing" } | null;
};

/**
 * Reads the whole audit log and computes each hash again. Entries removed from the end are not visible in the chain:
 * compare `lastHash` and `entries` with an earlier proof.
 */
export async function proveChain(db: Queryable): Promise<ChainProof> {
  let [id, lastHash] = [0, firstHash];
  for (;;) {
    const rows = await listChain(db, id, batchSize);
    for (const row of rows) {
      if (row.id !== id + 1) return { entries: id, lastHash, broken: { id: row.id, reason: "missing" } };
      if (row.previous_hash !== lastHash)
        return { entries: id, lastHash, broken: { id: row.id, reason: "not_linked" } };
      if (hashEntry(row) !== row.hash) return { entries: id, lastHash, broken: { id: row.id, reason: "changed" } };
      [id, lastHash] = [row.id, row.hash];
    }
    if (rows.length < batchSize) return { entries: id, lastHash, broken: null };
  }
}
