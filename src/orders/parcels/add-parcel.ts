import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { bookingRefusals } from "../bookings/contract.ts";
import { countBookings } from "../bookings/queries.ts";
import { lockOrder } from "../change-order.ts";
import { orderRefusals } from "../contract.ts";
import { createParcel } from "./create-parcel.ts";
import { canAddParcelTo, checkContents, noteFurtherParcel } from "./further-parcels.ts";
import { insertFinding } from "./queries.ts";
import type { ParcelContents } from "./rules.ts";

/**
 * The seller sends the rest of a shipped order in a further parcel with the same courier. The order is delivered when
 * all of its parcels have arrived. The number is checked like that of the first parcel. Refuses with
 * `request.not_found`, `orders.no_further_parcel`, `orders.booking_open`, `orders.parcel_contents`,
 * `orders.resi_invalid` and `orders.resi_used`.
 */
export async function addParcel(
  context: Context,
  parcel: {
    orderId: string;
    shopId: string;
    userId?: string;
    trackingNumber: string;
    contents?: ParcelContents | undefined;
  },
  now: Date,
): Promise<void> {
  const { orderId, shopId, userId, trackingNumber } = parcel;
  try {
    await context.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId, { shopId });
      const { courier, courier_name: courierName } = order;
      if (!(await canAddParcelTo(tx, order, now))) throw new Refusal(orderRefusals.noFurtherParcel);
      if ((await countBookings(tx, orderId)).open) throw new Refusal(bookingRefusals.open);
      const contents = await checkContents(tx, orderId, parcel.contents);
      const added = { orderId, direction: "out", courier, courierName, trackingNumber, contents } as const;
      const parcelId = await createParcel(tx, context, added, now);
      const actorId = userId ?? order.seller_id;
      await noteFurtherParcel(tx, context, order, { parcelId, by: "seller", actorId }, now);
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === orderRefusals.trackingNumberUsed.code)
      await insertFinding(context.db, { orderId, parcelId: null, kind: "number_used", detail: trackingNumber, now });
    throw error;
  }
}
