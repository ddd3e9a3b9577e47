import type { Queryable, Tx } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import { listFeeRules, lockFeeRules } from "./queries.ts";
import { isSameCommission } from "./rules.ts";

/** Categories of a product, its own and its root category, before and after a change of the tree. */
export type CategoryMove = { before: readonly string[]; after: readonly string[] };

/** Whether products pay the same commission before and after each move, today and by every announced rule. */
export async function keepsCommission(db: Queryable, moves: readonly CategoryMove[], now: Date): Promise<boolean> {
  const rules = await listFeeRules(db);
  return moves.every(({ before, after }) => isSameCommission(rules, before, after, jakartaDay(now)));
}

/** {@link keepsCommission}, and no fee rule is announced or withdrawn until the transaction ends. */
export async function lockKeptCommission(tx: Tx, moves: readonly CategoryMove[], now: Date): Promise<boolean> {
  await lockFeeRules(tx);
  return keepsCommission(tx, moves, now);
}
