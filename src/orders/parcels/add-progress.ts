/**
 * Design note. Where nothing reports a courier's scans, the seller may report how far a parcel is. It is the seller's
 * word: it is shown as such, ends no deadline and delivers nothing, because a seller who sends nothing could write it
 * too. A picture may prove it, such as the courier's receipt. It shows people and places, so only the two parties and
 * mediators see it, and it is deleted after a year.
 */
import type { Context } from "#lib/context.ts";
import type { Queryable, Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { storePrivatePicture } from "#media/private-pictures.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { courierOf } from "#shipping/rules.ts";
import { lockOrder } from "../change-order.ts";
import { findOrderToLock } from "../queries.ts";
import { parcelRefusals } from "./contract.ts";
import { clearOldProofs, clearProofsOf, findParcel, insertProgress } from "./queries.ts";
import { canHaveProgress, progressLabel, progressProof, sellerProgress, type ProgressStatus } from "./rules.ts";
import { progressTemplate } from "./notification-texts.ts";

type ParcelOfShop = { orderId: string; parcelId: string; shopId: string };

/** Refuses with `request.not_found` and `orders.no_progress`, before a picture is read. */
export async function assertMayAddProgress(
  db: Queryable,
  { orderId, parcelId, shopId }: ParcelOfShop,
): Promise<{ hasNumber: boolean }> {
  const order = await findOrderToLock(db, orderId, { shopId });
  const parcel = await findParcel(db, parcelId);
  if (!order || parcel?.order_id !== orderId) throw new Refusal(requestRefusals.notFound);
  if (!canHaveProgress(parcel, order.status === "shipped")) throw new Refusal(parcelRefusals.noProgress);
  return { hasNumber: courierOf(parcel.courier)?.tracked ?? true };
}

/**
 * Stores what the seller says about a parcel under way, with a picture if there is one, and notifies the buyer. Refuses
 * with `request.not_found`, `orders.no_progress`, `orders.too_much_progress`, and what `storePrivatePicture` refuses.
 */
export async function addProgress(
  context: Context,
  progress: ParcelOfShop & { status: ProgressStatus; place: string; note: string; picture: Buffer | undefined },
  now: Date,
): Promise<void> {
  const save = (proofKey: string | null) => context.db.transaction((tx) => saveProgress(tx, progress, proofKey, now));
  await assertMayAddProgress(context.db, progress);
  if (progress.picture) await storePrivatePicture(context, progress.picture, save);
  else await save(null);
}

async function saveProgress(
  tx: Tx,
  progress: ParcelOfShop & { status: ProgressStatus; place: string; note: string },
  proofKey: string | null,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, progress.orderId, { shopId: progress.shopId });
  const { hasNumber } = await assertMayAddProgress(tx, progress);
  const scanId = await insertProgress(tx, { ...progress, proofKey, now }, sellerProgress.max);
  if (scanId === undefined) throw new Refusal(parcelRefusals.tooMuchProgress);
  const place = progress.place && ` di ${progress.place}`;
  const { title, text } = requireNotification(progressTemplate, "buyer", {
    nomor: order.invoice,
    toko: order.shop_name,
    kabar: `${progressLabel(progress.status, hasNumber).toLowerCase()}${place}`,
  });
  await notify(tx, {
    userId: order.buyer_id,
    userType: "buyer",
    type: "order",
    transactionId: order.id,
    dedupeKey: `parcel-progress ${scanId}`,
    title,
    description: text,
    now,
  });
}

/** Deletes the pictures of progress reports that are older than they are needed. */
export async function removeOldProofs({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  let removed: number;
  do {
    removed = await db.transaction(async (tx) =>
      removeAll(tx, await clearOldProofs(tx, addDuration(now, -progressProof.ttl))),
    );
  } while (removed > 0);
}

/** Deletes the pictures in progress reports of the orders that a user sold or bought. */
export async function removeProofsOf(tx: Tx, userId: string): Promise<void> {
  await removeAll(tx, await clearProofsOf(tx, userId));
}

async function removeAll(tx: Tx, keys: readonly string[]): Promise<number> {
  for (const key of keys) await queueJob(tx, "media.remove_private", { key });
  return keys.length;
}
