import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { endVacation, anonymiseShop, startVacation } from "./close-shop-queries.ts";
import { reserveName } from "./shop-names.ts";

/** The name of a shop whose owner has deleted the account. Old orders show it. */
export const closedShopName = "Toko sudah tutup";

/**
 * Stops new orders by starting a vacation. False when the shop was already on vacation. The caller purges its pages.
 */
export function pauseShop(tx: Tx, shopId: string, now: Date): Promise<boolean> {
  return startVacation(tx, shopId, now);
}

/** Ends the vacation and resumes the deadlines of its orders. The caller purges its pages. */
export async function reopenShop(tx: Tx, shopId: string, now: Date): Promise<void> {
  if (await endVacation(tx, shopId, now)) await queueJob(tx, "shops.shop_reopened", { shopId });
}

/**
 * Closes a shop for good and removes all traces of its owner. For a while no other shop may take its name. Returns the
 * id of its picture, which the caller removes.
 */
export async function closeShop(tx: Tx, shopId: string, now: Date): Promise<string | null> {
  const before = await anonymiseShop(tx, shopId, closedShopName, now);
  if (!before) return null;
  await reserveName(tx, { name: before.name, shopId: null, lastOf: shopId, now });
  return before.picture_id;
}
