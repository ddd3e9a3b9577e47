import { hrefs } from "#hrefs.ts";
import type { Queryable } from "#lib/database.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDateTime, span, zoneOfProvince } from "#lib/time.ts";
import { notificationOf } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import type { NotificationUserType } from "#notifications/rules.ts";
import { settlementOf } from "#payments/settlement/rules.ts";
import { instantDurations, isInstant, pickupSpan } from "#shipping/instant-rules.ts";
import { isPickup } from "#shipping/rules.ts";
import { cancelAnswerDuration, confirmationDuration } from "#shipping/handling-rules.ts";
import type { OrderChange } from "./change-order.ts";
import { codLimits } from "./checkout/cod-rules.ts";
import { autoCompleteDuration, extensionDuration, firstScanDuration } from "./deadlines/rules.ts";
import { objection, orderTemplates, type OrderText, type OrderVariable } from "./notification-texts.ts";
import { readSettlementOrder, type LockedOrder } from "./queries.ts";
import { reviewDuration, type OrderAction } from "./rules.ts";

/** The template of the notifications about a change, or null when nobody is notified of it. */
function textOf(order: LockedOrder, { action, by }: OrderChange): OrderText | null {
  switch (action) {
    // The case itself notifies both sides of what they have to do.
    case "dispute":
      return null;
    case "cancel":
      return order.paid_at || order.cod ? action : null;
    case "ship_deadline":
    case "undelivered":
      return isPickup(order.courier) ? `${action}_pickup` : action;
    case "ship":
      if (isPickup(order.courier)) return "ship_pickup";
      return order.tracking_number ? action : "ship_without_number";
    case "refuse_cancel":
      return by === "courier" ? "refuse_cancel_by_courier" : action;
    case "refuse_parcel":
      return by === "seller" ? "refuse_parcel_by_seller" : action;
    default:
      return action;
  }
}

/** The values of the variables in the texts, as the side reads them. */
function valuesOf(
  order: LockedOrder,
  { reason = "" }: OrderChange,
  payout: string,
  side: NotificationUserType,
): Record<OrderVariable, string> {
  const province = side === "buyer" ? order.buyer_province : order.shop_province;
  const total = formatRupiah(order.total);
  const { maxRefused, window } = codLimits();
  return {
    toko: order.shop_name,
    barang: order.first_name,
    nomor: order.invoice,
    total,
    konfirmasi: isInstant(order.courier) ? pickupSpan(instantDurations.confirmation) : span(confirmationDuration()),
    jawab: span(cancelAnswerDuration()),
    pindai: span(firstScanDuration()),
    periksa: span(autoCompleteDuration()),
    tambahan: span(extensionDuration()),
    ulas: span(reviewDuration),
    batas: order.due_at ? formatDateTime(order.due_at, zoneOfProvince(province)) : "batas waktunya",
    alasan: reason && `Alasan: ${reason}`,
    dana_kembali: order.paid_at ? `${total} dikembalikan kepada Anda.` : "",
    // Nobody has paid a COD order that ends under way.
    uang_pembeli: order.paid_at ? ", uang kembali ke pembeli" : "",
    // A courier that did not scan the parcel may have the buyer's cash.
    bila_bayar: order.cod && !order.paid_at ? `Bila Anda sudah membayar kurir, ${objection}` : "",
    bila_sebagian: order.part_arrived ? "bila sebagian paket tidak tiba, buka komplain di sana;" : "",
    kurir: order.courier_name,
    resi: order.tracking_number ?? "",
    hasil: payout,
    keterangan: reason,
    maks_cod: String(maxRefused),
    rentang_cod: span(window),
  };
}

/** The actions whose notifications say what the seller gets: by how much the balance grows, to the rupiah. */
const namesPayout: ReadonlySet<OrderAction> = new Set([
  "mark_delivered",
  "confirm_arrival",
  "hand_over",
  "assume_delivered",
  "receive",
  "auto_complete",
]);

/** Notifies both sides of a change, in its transaction, once for each event. */
export async function notifyOrderChange(
  tx: Queryable,
  order: LockedOrder,
  change: OrderChange,
  eventId: string,
): Promise<void> {
  const text = textOf(order, change);
  if (text === null) return;
  const payout = namesPayout.has(change.action)
    ? formatRupiah(settlementOf(await readSettlementOrder(tx, order.id)).seller)
    : "";
  const image = order.picture_key ? hrefs.picture(order.picture_key, 200, "webp") : null;
  for (const side of ["buyer", "seller"] as const) {
    const message = notificationOf(orderTemplates[text], side, valuesOf(order, change, payout, side));
    if (!message) continue;
    await notify(tx, {
      userId: side === "buyer" ? order.buyer_id : order.seller_id,
      type:
        change.action === "resume_shipping" || change.action === "settle_dispute" || change.action === "refund"
          ? "complaint"
          : "order",
      userType: side,
      transactionId: order.id,
      title: message.title,
      description: message.text,
      image,
      dedupeKey: `order:${order.id}:${change.action}:${eventId}`,
      now: change.now,
    });
  }
}
