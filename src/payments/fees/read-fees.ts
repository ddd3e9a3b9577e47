/**
 * Design note. Every quote and every order needs the fees, which change a few times a year. Each process reads all
 * rules in one small statement and uses them for `feesTtl`. Which rule counts is computed for the day of the order, so
 * a new day needs no reading. Not chosen: messages between processes. They may be lost, so the time limit would be
 * needed beside them.
 */
import type { Database } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import { listFeeRules, type FeeRuleRow } from "./queries.ts";
import { feesOfDay, feesTtl, type FeesOfDay } from "./rules.ts";

type Cached = { readAt: number; rules: Promise<readonly FeeRuleRow[]> };
const cached = new WeakMap<Database, Cached>();

/**
 * All fee rules that were not withdrawn. Call it before a transaction and never inside, because it may wait for a
 * connection of its own.
 */
export function readFees(db: Database): Promise<readonly FeeRuleRow[]> {
  const known = cached.get(db);
  if (known && performance.now() - known.readAt < feesTtl) return known.rules;
  const rules = listFeeRules(db);
  const entry = { readAt: performance.now(), rules };
  cached.set(db, entry);
  rules.catch(() => {
    if (cached.get(db) === entry) cached.delete(db);
  });
  return rules;
}

/** The fees that count for an order at `now`. Like {@link readFees}, never inside a transaction. */
export async function readFeesOfDay(db: Database, now: Date): Promise<FeesOfDay> {
  return feesOfDay(await readFees(db), jakartaDay(now));
}

/** Makes this process read the fees again. Call it after the commit of a change. */
export function clearCachedFees(db: Database): void {
  cached.delete(db);
}
