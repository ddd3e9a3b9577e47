import type { Tx } from "#lib/database.ts";
import { formatDateTime, zoneOfProvince } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import type { LockedOrder } from "../queries.ts";
import { returnedTemplate } from "./notification-texts.ts";

/**
 * Notifies both sides that the courier brought the only parcel of a paid order back, such as when nobody was at home.
 * The order goes on: the seller can send it again until `dueAt`, and then it is cancelled.
 */
export async function notifyReturnedParcel(
  tx: Tx,
  order: LockedOrder,
  { parcelId, dueAt, now }: { parcelId: string; dueAt: Date; now: Date },
): Promise<void> {
  for (const side of ["buyer", "seller"] as const) {
    const province = side === "buyer" ? order.buyer_province : order.shop_province;
    const { title, text } = requireNotification(returnedTemplate, side, {
      nomor: order.invoice,
      toko: order.shop_name,
      barang: order.first_name,
      batas: formatDateTime(dueAt, zoneOfProvince(province)),
    });
    await notify(tx, {
      type: "order",
      transactionId: order.id,
      userId: side === "buyer" ? order.buyer_id : order.seller_id,
      userType: side,
      title,
      description: text,
      dedupeKey: `returned ${parcelId} ${side}`,
      now,
    });
  }
}
