import type { Context } from "#lib/context.ts";
import { forgetPeopleBefore } from "#orders/anonymise-orders.ts";
import { peopleForgottenBefore } from "./rules.ts";

/** How many orders change in one transaction. */
const atOnce = 1000;

/** Takes people out of all orders that are old enough, a batch at a time; a second run finds nothing left to do. */
export async function forgetOldOrders({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  const before = peopleForgottenBefore(now);
  let changed = atOnce;
  while (changed === atOnce) changed = await db.transaction((tx) => forgetPeopleBefore(tx, before, atOnce));
}
