import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { endVacation, anonymiseShop, startVacation } from "./close-shop-queries.ts";
import { reserveName } from "./shop-names.ts";

/** What a shop is called whose owner is gone; old orders still show where they were bought. */
export const closedShopName = "Toko sudah tutup";

/** Takes no new orders in this shop; false when it was on vacation already. The caller purges its pages. */
export function pauseShop(tx: Tx, shopId: string, now: Date): Promise<boolean> {
  return startVacation(tx, shopId, now);
}

/** Brings the shop back from vacation, and its orders' clocks with it. The caller purges its pages. */
export async function reopenShop(tx: Tx, shopId: string, now: Date): Promise<void> {
  if (await endVacation(tx, shopId, now)) await queueJob(tx, "shops.shop_reopened", { shopId });
}

/**
 * Closes a shop for good, without a trace of its owner; for a while no other shop may take its name. Answers the id of its
 * picture: the caller removes it.
 */
export async function closeShop(tx: Tx, shopId: string, now: Date): Promise<string | null> {
  const before = await anonymiseShop(tx, shopId, closedShopName, now);
  if (!before) return null;
  await reserveName(tx, { name: before.name, shopId: null, lastOf: shopId, now });
  return before.picture_id;
}
