/**
 * Design note. A backup has the file of keys of its time, and the log that is restored after it goes on. So the
 * restored file may still call a key prepared although the restored data is sealed with it. New data would then be
 * sealed with the key before it, which a stranger may know, and which `keys remove` could never remove. The audit log
 * is restored with the data and says which key a rotation began to use, so the file is set to that.
 */
import { readRing, writeRing, type RingKey } from "#lib/key-ring.ts";
import type { Queryable } from "#lib/database.ts";
import { listRotations } from "./key-queries.ts";

export type Settled = {
  /** Keys whose state changed. */
  changed: string[];
  /** The key of the last rotation, when the file lacks it: what it sealed cannot be opened. */
  missing: string | null;
};

/** Sets the states of a file of keys to what the database says was used last. Changes nothing without rotations. */
export async function settleKeys(db: Queryable, keysFile: string): Promise<Settled> {
  const rotations = await listRotations(db);
  const ring = readRing(keysFile);
  const last = rotations.at(-1);
  if (!last) return { changed: [], missing: null };
  if (!ring.some(({ id }) => id === last.id)) return { changed: [], missing: last.id };
  const settled = ring.map((key) => settledKey(key, rotations));
  const changed = settled.filter((key, at) => key.state !== ring[at]?.state).map(({ id }) => id);
  if (changed.length > 0) await writeRing(keysFile, settled);
  return { changed, missing: null };
}

function settledKey(key: RingKey, rotations: readonly { id: string; at: Date }[]): RingKey {
  const last = rotations.findLastIndex(({ id }) => id === key.id);
  // No rotation began to use it yet.
  if (last === -1 && key.state === "prepared") return key;
  const state = last === rotations.length - 1 ? "active" : "retired";
  const since = (state === "active" || last === -1 ? rotations.at(-1) : rotations[last + 1])?.at;
  return state === key.state || !since ? key : { ...key, state, changed_at: since.toISOString() };
}
