import type { Tx } from "#lib/database.ts";
import { formatDateTime, zoneOfProvince } from "#lib/time.ts";
import { notify } from "#notifications/notify.ts";
import type { LockedOrder } from "../queries.ts";

/**
 * Notifies both sides that the courier brought the only parcel of a paid order back, such as when nobody was at home.
 * The order goes on: the seller can send it again until `dueAt`, and then it is cancelled.
 */
export async function notifyReturnedParcel(
  tx: Tx,
  order: LockedOrder,
  { parcelId, dueAt, now }: { parcelId: string; dueAt: Date; now: Date },
): Promise<void> {
  const shared = { type: "order", transactionId: order.id, title: "Kurir mengembalikan paket", now } as const;
  const until = (province: string) => formatDateTime(dueAt, zoneOfProvince(province));
  await notify(tx, {
    ...shared,
    userId: order.buyer_id,
    userType: "buyer",
    dedupeKey: `returned ${parcelId} buyer`,
    description: `Paket kembali ke ${order.shop_name}. Sepakati pengiriman ulang lewat chat; bila tidak ada paket yang tiba sampai ${until(order.buyer_province)}, pesanan batal dan uang kembali kepada Anda.`,
  });
  await notify(tx, {
    ...shared,
    userId: order.seller_id,
    userType: "seller",
    dedupeKey: `returned ${parcelId} seller`,
    description: `Paket ${order.first_name} dikembalikan kepada Anda. Kirim ulang sebagai paket tambahan; bila tidak ada paket yang tiba sampai ${until(order.shop_province)}, pesanan batal dan uang kembali ke pembeli.`,
  });
}
