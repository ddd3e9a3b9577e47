import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { notify } from "#notifications/notify.ts";
import { courierOf } from "#shipping/rules.ts";
import { factsOf, lockOrder } from "../change-order.ts";
import { orderRefusals } from "../contract.ts";
import { queueDeadline } from "../queue-deadline.ts";
import { updateDue } from "../queries.ts";
import { shippedDeadline } from "../rules.ts";
import { createParcel } from "./create-parcel.ts";
import { insertFinding, listParcels } from "./queries.ts";
import { canAddParcel } from "./rules.ts";

/**
 * The seller sends the rest of a shipped order in a further parcel with the same courier. The order is delivered when
 * all of its parcels have arrived. The number is checked like that of the first parcel. Throws `request.not_found`,
 * `orders.no_further_parcel`, `orders.resi_invalid` and `orders.resi_used`.
 */
export async function addParcel(
  context: Context,
  { orderId, shopId, trackingNumber }: { orderId: string; shopId: string; trackingNumber: string },
  now: Date,
): Promise<void> {
  try {
    await context.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId, { shopId });
      const { courier, courier_name: courierName } = order;
      const isPossible = canAddParcel(
        {
          isShipped: order.status === "shipped",
          hasNumber: courierOf(courier)?.tracked ?? true,
          cod: order.cod,
          arrivalAsked: order.arrival_asked_at !== null,
          shippedAt: order.shipped_at,
          parcels: (await listParcels(tx, orderId)).filter(({ direction }) => direction === "out").length,
        },
        now,
      );
      if (!isPossible) throw new Refusal(orderRefusals.noFurtherParcel);
      const parcelId = await createParcel(
        tx,
        context,
        { orderId, direction: "out", courier, courierName, trackingNumber },
        now,
      );
      const after = await lockOrder(tx, orderId, { shopId });
      const dueAt = shippedDeadline(factsOf(after), now);
      await updateDue(tx, orderId, dueAt);
      await queueDeadline(tx, context, orderId, dueAt);
      const added = (await listParcels(tx, orderId)).find(({ id }) => id === parcelId);
      await notify(tx, {
        userId: order.buyer_id,
        userType: "buyer",
        type: "order",
        transactionId: orderId,
        dedupeKey: `parcel-added ${parcelId}`,
        title: "Paket tambahan dikirim",
        description: `Sisa pesanan ${order.invoice} dikirim dalam paket lain: ${courierName}, nomor resi ${added?.tracking_number ?? ""}.`,
        now,
      });
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === orderRefusals.trackingNumberUsed.code)
      await insertFinding(context.db, { orderId, parcelId: null, kind: "number_used", detail: trackingNumber, now });
    throw error;
  }
}
