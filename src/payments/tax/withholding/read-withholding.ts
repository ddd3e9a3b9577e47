/**
 * Design note. Every order asks whether PPh 22 is withheld, and the answer changes a few times in years. Each process
 * reads all rules in one small statement and uses them for `withholdingTtl`, like the fees (fees/read-fees.ts).
 */
import type { Database } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import { listWithholdingRules } from "./queries.ts";
import { isWithholdingOn, withholdingTtl, type WithholdingRule } from "./rules.ts";

type Cached = { readAt: number; rules: Promise<readonly WithholdingRule[]> };
const cached = new WeakMap<Database, Cached>();

/**
 * Whether PPh 22 is withheld from orders that are placed at `now`. Call it before a transaction and never inside,
 * because it may wait for a connection of its own.
 */
export async function readWithholding(db: Database, now: Date): Promise<boolean> {
  return isWithholdingOn(await readRules(db), jakartaDay(now));
}

function readRules(db: Database): Promise<readonly WithholdingRule[]> {
  const known = cached.get(db);
  if (known && performance.now() - known.readAt < withholdingTtl) return known.rules;
  const rules = listWithholdingRules(db);
  const entry = { readAt: performance.now(), rules };
  cached.set(db, entry);
  rules.catch(() => {
    if (cached.get(db) === entry) cached.delete(db);
  });
  return rules;
}

/** Makes this process read the rules again. Call it after the commit of a change. */
export function clearCachedWithholding(db: Database): void {
  cached.delete(db);
}
