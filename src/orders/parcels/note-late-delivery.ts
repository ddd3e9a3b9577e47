import type { Tx } from "#lib/database.ts";
import { formatDateTime } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import type { LockedOrder } from "../queries.ts";
import { insertFinding } from "./queries.ts";
import { lateDeliveryTemplate } from "./notification-texts.ts";

/**
 * A courier delivered the parcel of an order that was cancelled under way: goods and money may both be with the buyer.
 * It becomes a finding for operators, and both sides are notified, once. No money moves by itself.
 */
export async function noteLateDelivery(
  tx: Tx,
  order: LockedOrder,
  { parcelId, scannedAt, place }: { parcelId: string; scannedAt: Date; place: string },
  now: Date,
): Promise<void> {
  const detail = [formatDateTime(scannedAt), place].filter(Boolean).join(", ");
  const finding = { orderId: order.id, parcelId, kind: "delivered_after_end", detail, now } as const;
  if (!(await insertFinding(tx, finding))) return;
  for (const side of ["buyer", "seller"] as const) {
    const values = { nomor: order.invoice, toko: order.shop_name };
    const { title, text } = requireNotification(lateDeliveryTemplate, side, values);
    await notify(tx, {
      type: "order",
      transactionId: order.id,
      userId: side === "buyer" ? order.buyer_id : order.seller_id,
      userType: side,
      title,
      description: text,
      dedupeKey: `delivered-after-end ${parcelId}`,
      now,
    });
  }
}
