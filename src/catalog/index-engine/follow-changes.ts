import { existsSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Queryable } from "#lib/database.ts";
import { sourceOf } from "./build-snapshot.ts";
import { applyChanges, closeIndex, isFull, openIndex, type ProductIndex } from "./product-index.ts";
import { listChanged, listChanges, readPosition } from "./queries.ts";
import { maxChangesRead, maxSnapshotAge, snapshotInterval } from "./rules.ts";
import { listSnapshots, openSnapshot } from "./snapshot-file.ts";

const changesPerBatch = 250;

/**
 * Brings the index up to what is committed now. Requests are answered between batches. Returns false, without having
 * read anything, if there are so many changes that the snapshot has to be built again.
 */
export async function followChanges(db: Queryable, index: ProductIndex): Promise<boolean> {
  const { position, ids } = await listChanges(db, index.position, maxChangesRead + 1);
  if (ids.length > maxChangesRead) return false;
  for (let at = 0; at < ids.length; at += changesPerBatch) {
    const batch = ids.slice(at, at + changesPerBatch);
    const rows = await listChanged(db, batch);
    applyChanges(index, batch, rows);
    await nextTurn();
  }
  // Only now: what a killed thread had not applied is read again.
  index.position = position;
  return true;
}

/**
 * Opens the newest snapshot of this database that is newer than `after` (milliseconds since 1970) and brings it up to
 * date. Undefined if there is none of which all later changes are still stored.
 */
export async function openNewest(db: Queryable, folder: string, after: number): Promise<ProductIndex | undefined> {
  if (!existsSync(folder)) return undefined;
  const [name] = listSnapshots(folder);
  if (!name) return undefined;
  const { at: now } = await readPosition(db);
  let snapshot;
  try {
    snapshot = openSnapshot(join(folder, name));
  } catch {
    return undefined;
  }
  const { source, builtAt } = snapshot.header;
  if (builtAt <= after || builtAt < now - maxSnapshotAge || source !== (await sourceOf(db))) {
    snapshot.close();
    return undefined;
  }
  const index = openIndex(snapshot);
  if (await followChanges(db, index)) return index;
  closeIndex(index);
  return undefined;
}

/** Whether the snapshot of an index should be built again. */
export async function isOutdated(db: Queryable, index: ProductIndex): Promise<boolean> {
  if (isFull(index)) return true;
  const { at: now } = await readPosition(db);
  return index.snapshot.header.builtAt < now - snapshotInterval;
}
