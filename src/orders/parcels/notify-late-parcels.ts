import type { Context } from "#lib/context.ts";
import { formatDateTime, zoneOfProvince } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { listLateOrders } from "./queries.ts";
import { maxLateNotices } from "./rules.ts";
import { lateTemplate } from "./notification-texts.ts";

/**
 * Notifies buyer and seller, once, of each parcel that has not arrived when it should have by the courier's estimate
 * and by what was measured on its way, whichever is later. Only parcels whose courier's scans are read: of the others
 * nobody knows whether they have arrived, and their buyer is asked instead.
 */
export async function notifyLateParcels({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  for (const order of await listLateOrders(db, now, maxLateNotices)) {
    const { id, invoice, shop_name: shop, days } = order;
    const common = { type: "order", transactionId: id, dedupeKey: `order-late ${id}`, now } as const;
    // The order's own deadline: a parcel that was never scanned ends earlier than one that is lost.
    const isOver = order.due_at === null || order.due_at <= now;
    const end = order.due_at && formatDateTime(order.due_at, zoneOfProvince(order.buyer_province));
    const ending = isOver
      ? "Kami menanyakan paket ini sekali lagi kepada kurir."
      : `Bila paket tidak tiba sampai ${end}, pesanan dibatalkan${order.awaits_cash ? " dan Anda tidak membayar apa pun" : " dan uang dikembalikan"}.`;
    const values = {
      nomor: invoice,
      toko: shop,
      hari: String(days),
      uang_ditahan: order.awaits_cash ? "" : "Uang Anda tetap kami tahan.",
      lanjutan: ending,
    };
    const [toBuyer, toSeller] = [
      requireNotification(lateTemplate, "buyer", values),
      requireNotification(lateTemplate, "seller", values),
    ];
    await db.transaction(async (tx) => {
      await notify(tx, {
        ...common,
        userId: order.buyer_id,
        userType: "buyer",
        title: toBuyer.title,
        description: toBuyer.text,
      });
      await notify(tx, {
        ...common,
        userId: order.seller_id,
        userType: "seller",
        title: toSeller.title,
        description: toSeller.text,
      });
    });
  }
}
