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
    const { id, invoice, shop_name: shop, days, awaits_cash: awaitsCash } = order;
    const common = { type: "order", transactionId: id, dedupeKey: `order-late ${id}`, now } as const;
    // The order's own deadline: a parcel that was never scanned ends earlier than one that is lost.
    const isOver = order.due_at === null || order.due_at <= now;
    const ending = (province: string | null, money: string) =>
      isOver || !order.due_at
        ? "Kami menanyakan paket ini sekali lagi kepada kurir."
        : `Bila paket tidak tiba sampai ${formatDateTime(order.due_at, zoneOfProvince(province))}, pesanan dibatalkan dan ${money}.`;
    const values = { nomor: invoice, toko: shop, hari: String(days) };
    const [toBuyer, toSeller] = [
      requireNotification(lateTemplate, "buyer", {
        ...values,
        uang_ditahan: awaitsCash ? "" : "Uang Anda tetap kami tahan.",
        lanjutan: ending(order.buyer_province, awaitsCash ? "Anda tidak membayar apa pun" : "uang dikembalikan"),
      }),
      requireNotification(lateTemplate, "seller", {
        ...values,
        uang_ditahan: awaitsCash ? "" : "Uang pembeli tetap kami tahan.",
        lanjutan: ending(order.shop_province, awaitsCash ? "belum ada uang yang dibayar" : "uang kembali ke pembeli"),
      }),
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
