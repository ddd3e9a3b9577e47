/**
 * Design note. A picture that an operator hid has no public address until it is shown again, also for those who know
 * its name. Sizes are stored by each machine and cached by each process, so each process knows the hidden keys and
 * reads them again after {@link hiddenPicturesTtl}, when somebody asks for a picture. They are few. Not chosen: a
 * question to the database for each picture, because a listing shows 24; another key for the picture, because sizes of
 * the old one would still be served. Copies that browsers or a proxy have stored are out of reach
 * (docs/decisions/0123).
 */
import type { Queryable, Tx } from "#lib/database.ts";
import { deleteHiddenPictures, insertHiddenPictures, listHiddenKeys } from "./queries.ts";
import { hiddenPicturesTtl, isUploadedKey } from "./rules.ts";

type HiddenKeys = ReadonlySet<string>;
type Reading = { keys: Promise<HiddenKeys>; until: number };

const readings = new WeakMap<Queryable, Reading>();

/** Hides pictures, in the transaction of what hides them. Call {@link clearHiddenPictures} after the commit. */
export async function hidePictures(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await insertHiddenPictures(tx, ids, now);
}

/** Shows pictures again. Call {@link clearHiddenPictures} after the commit. */
export async function showPictures(tx: Tx, ids: readonly string[]): Promise<void> {
  await deleteHiddenPictures(tx, ids);
}

/** This process reads the hidden pictures again before it serves the next one. */
export function clearHiddenPictures(db: Queryable): void {
  readings.delete(db);
}

/**
 * Whether an uploaded picture is hidden. Another process may have hidden it within {@link hiddenPicturesTtl}; while the
 * database does not answer, what it answered before counts.
 */
export async function isPictureHidden(db: Queryable, key: string): Promise<boolean> {
  return isUploadedKey(key) && (await hiddenKeys(db)).has(key);
}

function hiddenKeys(db: Queryable): Promise<HiddenKeys> {
  const before = readings.get(db);
  if (before && before.until > performance.now()) return before.keys;
  const read = listHiddenKeys(db).then((keys) => new Set(keys));
  const reading = {
    keys: before ? read.catch(() => before.keys) : read,
    until: performance.now() + hiddenPicturesTtl,
  };
  readings.set(db, reading);
  reading.keys.catch(() => readings.get(db) === reading && readings.delete(db));
  return reading.keys;
}
