import type { Queryable, Tx } from "#lib/database.ts";
import { jakartaDay } from "#lib/time.ts";
import type { CategoryMove } from "../../fees/keep-commission.ts";
import { listCategoryTaxes, lockCategoryTaxes } from "./queries.ts";
import { isSameGoodsTax } from "./rules.ts";

/** Whether products are taxed in the same way before and after each move, today and by every announced rule. */
export async function keepsTaxes(db: Queryable, moves: readonly CategoryMove[], now: Date): Promise<boolean> {
  const rules = await listCategoryTaxes(db);
  return moves.every(({ before, after }) => isSameGoodsTax(rules, before, after, jakartaDay(now)));
}

/** {@link keepsTaxes}, and no rule of a category's tax is announced or withdrawn until the transaction ends. */
export async function lockKeptTaxes(tx: Tx, moves: readonly CategoryMove[], now: Date): Promise<boolean> {
  await lockCategoryTaxes(tx);
  return keepsTaxes(tx, moves, now);
}
