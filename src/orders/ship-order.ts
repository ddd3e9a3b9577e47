import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { changeOrders, factsOf, lockOrder } from "./change-order.ts";
import { bookingRefusals } from "./bookings/contract.ts";
import { countBookings } from "./bookings/queries.ts";
import { orderRefusals } from "./contract.ts";
import { createParcel } from "./parcels/create-parcel.ts";
import { insertFinding } from "./parcels/queries.ts";
import { canOrder } from "./rules.ts";

/**
 * The seller ships an order in a first parcel with the courier that the buyer chose. A number that was used before is a
 * finding for operators. Refuses with `request.not_found`, `orders.not_allowed`, `orders.resi_invalid`,
 * `orders.resi_used`, `orders.booking_open` and `orders.cod_unreported` for a COD order whose courier's scans do not
 * reach this installation any more.
 */
export async function shipOrder(
  context: Context,
  {
    orderId,
    shopId,
    userId,
    trackingNumber,
  }: { orderId: string; shopId: string; userId: string; trackingNumber: string | undefined },
  now: Date,
): Promise<void> {
  try {
    await context.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId, { shopId });
      if (!canOrder("ship", order.status, "seller", factsOf(order))) throw new Refusal(orderRefusals.notAllowed);
      if ((await countBookings(tx, orderId)).open) throw new Refusal(bookingRefusals.open);
      const { courier, courier_name: courierName } = order;
      await createParcel(tx, context, { orderId, direction: "out", courier, courierName, trackingNumber }, now);
      const withParcel = await lockOrder(tx, orderId, { shopId });
      // Nobody would learn whether its cash was collected.
      if (order.cod && withParcel.scan_source === null) throw new Refusal(orderRefusals.codUnreported);
      await changeOrders(tx, context, [withParcel], { action: "ship", by: "seller", actorId: userId, now });
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === orderRefusals.trackingNumberUsed.code)
      await insertFinding(context.db, {
        orderId,
        parcelId: null,
        kind: "number_used",
        detail: trackingNumber ?? "",
        now,
      });
    throw error;
  }
}
