import type { Tx } from "#lib/database.ts";
import { formatDateTime } from "#lib/time.ts";
import { notify } from "#notifications/notify.ts";
import type { LockedOrder } from "../queries.ts";
import { insertFinding } from "./queries.ts";

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
  const common = { type: "order", transactionId: order.id, dedupeKey: `delivered-after-end ${parcelId}`, now } as const;
  await notify(tx, {
    ...common,
    userId: order.buyer_id,
    userType: "buyer",
    title: "Paket tiba setelah pesanan dibatalkan",
    description: `Kurir melaporkan paket pesanan ${order.invoice} dari ${order.shop_name} tiba, padahal pesanan itu sudah dibatalkan. Operator melihatnya, tetapi uang tidak berpindah sendiri. Simpan paketnya bila Anda menerimanya, dan hubungi kami lewat Bantuan.`,
  });
  await notify(tx, {
    ...common,
    userId: order.seller_id,
    userType: "seller",
    title: "Paket tiba setelah pesanan dibatalkan",
    description: `Kurir melaporkan paket pesanan ${order.invoice} tiba, padahal pesanan itu sudah dibatalkan. Operator melihatnya, tetapi uang tidak berpindah sendiri. Simpan bukti kirim Anda, dan hubungi kami lewat Bantuan.`,
  });
}
