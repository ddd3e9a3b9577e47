import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { courierOf } from "#shipping/rules.ts";
import { changeOrders, factsOf, lockOrder } from "../change-order.ts";
import { queueDeadline } from "../deadlines/queue-deadline.ts";
import { shippedDeadline } from "../deadlines/rules.ts";
import { insertOrderEvent, updateDue, type LockedOrder } from "../queries.ts";
import { afterLastParcel, canOrder } from "../rules.ts";
import { parcelRefusals } from "./contract.ts";
import { findParcel, listParcels, listPieces } from "./queries.ts";
import { areContentsPossible, canAddParcel, type ParcelContents } from "./rules.ts";
import { addedTemplate } from "./notification-texts.ts";

/** Whether a further parcel can be added to a locked order. */
export async function canAddParcelTo(tx: Tx, order: LockedOrder, now: Date): Promise<boolean> {
  const parcels = await listParcels(tx, order.id);
  return canAddParcel(
    {
      isShipped: order.status === "shipped",
      hasNumber: courierOf(order.courier)?.tracked ?? true,
      cod: order.cod,
      arrivalAsked: order.arrival_asked_at !== null,
      shippedAt: order.shipped_at,
      parcels: parcels.filter(({ direction, state }) => direction === "out" && state !== "cancelled").length,
    },
    now,
  );
}

/**
 * The pieces of a further parcel as they are stored: null where they were not named, and for an order with a single
 * piece, of which the parcel has a part. The caller holds the order's lock. Refuses with `orders.parcel_contents`.
 */
export async function checkContents(
  tx: Tx,
  orderId: string,
  contents: ParcelContents | undefined,
): Promise<ParcelContents | null> {
  if (!contents) return null;
  const lines = await listPieces(tx, orderId);
  if (lines.reduce((sum, { quantity }) => sum + quantity, 0) === 1) return null;
  if (!areContentsPossible(contents, lines)) throw new Refusal(parcelRefusals.contents);
  return contents;
}

/**
 * A further parcel left: the order's history says so, its deadline counts from now, and the buyer is notified. The
 * caller holds the order's lock.
 */
export async function noteFurtherParcel(
  tx: Tx,
  context: Pick<Context, "clock">,
  order: LockedOrder,
  { parcelId, by, actorId }: { parcelId: string; by: "seller" | "courier"; actorId: string | null },
  now: Date,
): Promise<void> {
  const { id: orderId, status, courier_name: courierName } = order;
  const number = (await findParcel(tx, parcelId))?.tracking_number ?? null;
  const parcel = number === null ? courierName : `${courierName}, nomor resi ${number}`;
  const event = { action: "add_parcel", from: status, to: status, actor: by, reason: parcel } as const;
  await insertOrderEvent(tx, { orderId, ...event, actorId, now });
  await restartDeadline(tx, context, orderId, now);
  const { title, text } = requireNotification(addedTemplate, "buyer", { nomor: order.invoice, paket: parcel });
  await notify(tx, {
    userId: order.buyer_id,
    userType: "buyer",
    type: "order",
    transactionId: orderId,
    dedupeKey: `parcel-added ${parcelId}`,
    title,
    description: text,
    now,
  });
}

/**
 * The courier of a further parcel does not come: a shipped order is delivered when its other parcels have arrived, and
 * otherwise only its deadline changes. The caller holds the order's lock.
 */
export async function moveOnShipped(tx: Tx, context: Context, orderId: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId, "anyone");
  const parcels = (await listParcels(tx, orderId)).filter(({ direction }) => direction === "out");
  const isOpen = parcels.some(({ state }) => state === "booked" || state === "shipped");
  if (!isOpen && parcels.some(({ state }) => state === "arrived")) {
    const action = afterLastParcel(order.part_arrived);
    const by = action === "mark_delivered" ? "courier" : "system";
    if (canOrder(action, order.status, by, factsOf(order))) {
      await changeOrders(tx, context, [order], { action, by, actorId: null, now });
      return;
    }
  }
  await restartDeadline(tx, context, orderId, now);
}

async function restartDeadline(tx: Tx, context: Pick<Context, "clock">, orderId: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId, "anyone");
  if (order.status !== "shipped") return;
  const dueAt = shippedDeadline(factsOf(order), now);
  await updateDue(tx, orderId, dueAt);
  await queueDeadline(tx, context, orderId, dueAt);
}
