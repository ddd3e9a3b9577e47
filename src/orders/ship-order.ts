import type { Context } from "#lib/context.ts";
import { violates } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { courierOf, isTrackingNumber, normaliseTrackingNumber } from "#shipping/rules.ts";
import { changeOrders, factsOf, lockOrder } from "./change-order.ts";
import { orderRefusals } from "./contract.ts";
import { isTrackingNumberUsed } from "./queries.ts";
import { canOrder } from "./rules.ts";

/**
 * The seller ships an order. A tracked courier needs a tracking number in the courier's format that was never used
 * before, which makes fake shipping harder; the shop's own courier and pick-up have none. Throws `request.not_found`,
 * `orders.not_allowed`, `orders.resi_invalid`, `orders.resi_used`.
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
      let number: string | null = null;
      if (factsOf(order).tracked) {
        number = normaliseTrackingNumber(trackingNumber ?? "");
        if (!isTrackingNumber(order.courier, number)) {
          const example = courierOf(order.courier)?.trackingNumberExample ?? "";
          throw new Refusal(orderRefusals.trackingNumberInvalid, {
            resi: [`Nomor resi ${order.courier_name} tidak sesuai. Contoh: ${example}`],
          });
        }
        if (await isTrackingNumberUsed(tx, order.courier, number, orderId)) throw trackingNumberUsed();
      }
      await changeOrders(tx, context, [order], {
        action: "ship",
        by: "seller",
        actorId: userId,
        trackingNumber: number,
        now,
      });
    });
  } catch (error) {
    if (violates(error, "orders_tracking_number")) throw trackingNumberUsed();
    throw error;
  }
}

function trackingNumberUsed(): Refusal {
  return new Refusal(orderRefusals.trackingNumberUsed, { resi: ["Nomor resi ini sudah dipakai untuk pesanan lain."] });
}
