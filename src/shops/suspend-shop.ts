import type { Tx } from "#lib/database.ts";
import { lockModeratedShop, updateSuspension, type ModeratedShop } from "./queries.ts";

/**
 * Suspends a shop: its page says so and its running orders go on. The caller takes its products off sale in the same
 * transaction. Returns the shop; undefined when it is missing or suspended already. With `holdsPayouts` the withdrawals
 * of a suspended shop are on hold from now on too; without it, an earlier hold stays.
 */
export async function suspendShop(
  tx: Tx,
  by: { shopId: string } | { ownerId: string },
  { holdsPayouts, now }: { holdsPayouts: boolean; now: Date },
): Promise<ModeratedShop | undefined> {
  const shop = await lockModeratedShop(tx, by);
  if (shop?.suspendedAt && holdsPayouts)
    await updateSuspension(tx, shop.id, { suspendedAt: shop.suspendedAt, holdsPayouts, now });
  if (!shop || shop.suspendedAt) return undefined;
  await updateSuspension(tx, shop.id, { suspendedAt: now, holdsPayouts, now });
  return shop;
}

/** Ends the suspension of a shop, with the hold on its withdrawals. */
export async function resumeShop(tx: Tx, shopId: string, now: Date): Promise<void> {
  await updateSuspension(tx, shopId, { suspendedAt: null, holdsPayouts: false, now });
}
