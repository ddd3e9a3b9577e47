/** Stores what a platform says about its order: the parcel, what the courier costs, and the end of a booking. */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { addDuration, formatDateTime, zoneOfProvince } from "#lib/time.ts";
import { requireNotification, type SentTexts } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { book, platform as marketplace } from "#payments/ledger/ledger.ts";
import type { CourierOrder } from "#shipping/provider.ts";
import { isInstant, isPickupTime, maxDriverRecalls } from "#shipping/instant-rules.ts";
import { scanSourceOf } from "#shipping/scan-sources.ts";
import { followParcel } from "#shipping/tracking/follow-parcel.ts";
import { changeOrders, factsOf, lockOrder } from "../change-order.ts";
import { moveOnShipped, noteFurtherParcel } from "../parcels/further-parcels.ts";
import { findParcel, insertFinding, insertParcel, isTrackingNumberUsed } from "../parcels/queries.ts";
import type { ParcelContents } from "../parcels/rules.ts";
import type { LockedOrder } from "../queries.ts";
import { canOrder, collectedByCourier, orderStatuses } from "../rules.ts";
import { bookingTemplates } from "./notification-texts.ts";
import {
  addCourierCost,
  type BookingRow,
  countBookings,
  insertBooking,
  lockBooking,
  updateBookedParcel,
  updateBooking,
} from "./queries.ts";
import { bookingInterval, maxBookings } from "./rules.ts";

/** Ends a booking without a parcel. */
export async function endBooking(
  context: Context,
  booking: BookingRow,
  state: "refused" | "cancelled",
  failure: string | null,
  now: Date,
): Promise<null> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, booking.order_id, "anyone");
    const locked = await lockBooking(tx, booking.id);
    if (locked?.state !== "requested" && locked?.state !== "drafted") return;
    await updateBooking(tx, booking.id, { ...locked, parcelId: null, state, failure }, now);
    if (state !== "refused") return;
    const values = { nomor: order.invoice, sebab: failure ?? "" };
    const texts = requireNotification(bookingTemplates.refused, "seller", values);
    await notifySeller(tx, order, booking, "refused", texts, now);
  });
  return null;
}

/** Stores what the platform says about its order. Returns when it is asked again; `stray` for an ended booking. */
export async function storeCourierOrder(
  context: Context,
  { id, order_id }: BookingRow,
  found: CourierOrder,
  now: Date,
): Promise<Date | null | "stray"> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, order_id, "anyone");
    const booking = await lockBooking(tx, id);
    if (booking?.state === "cancelled" || booking?.state === "refused")
      return found.stage === "ended" || booking.external_id === found.externalId ? null : "stray";
    if (!booking || booking.state === "requested") return null;
    if (found.stage === "ended" && booking.state !== "collected") return storeEnd(tx, context, order, booking, now);
    const parcelId =
      booking.parcel_id ?? (await insertBookedParcel(tx, order, { found, contents: booking.contents }, now));
    const price = found.price ?? booking.price;
    const charges = await charge(tx, booking, parcelId, price, now);
    await checkCash(tx, booking, { parcelId, found }, now);
    const isCollected = found.stage === "collected" || booking.state === "collected";
    const state = isCollected ? "collected" : "booked";
    // The driver is personal data, which an ended order does not need.
    const driver = isInstant(order.courier) && !orderStatuses[order.status].final ? found.driver : null;
    await updateBooking(tx, id, { ...booking, state, parcelId, price, charges, driver }, now);
    await storeParcel(tx, context, order, { parcelId, found, price, isFirst: booking.state !== state, state, now });
    if (booking.state === "drafted") {
      const values = { nomor: order.invoice, ongkos: formatRupiah(price) };
      const texts = requireNotification(bookingTemplates.booked, "seller", values);
      await notifySeller(tx, order, booking, "booked", texts, now);
    }
    if (isCollected && booking.state !== "collected" && order.status === "shipped")
      await noteFurtherParcel(tx, context, order, { parcelId, by: "courier", actorId: null }, now);
    await shipCollected(tx, context, order, isCollected, now);
    const isOver = isCollected && orderStatuses[order.status].final;
    const isDriving = isInstant(order.courier) && (order.status === "processing" || order.status === "shipped");
    return isOver ? null : addDuration(now, bookingInterval(state, isDriving));
  });
}

async function insertBookedParcel(
  tx: Tx,
  order: LockedOrder,
  { found, contents }: { found: CourierOrder; contents: ParcelContents | null },
  now: Date,
): Promise<string> {
  return insertParcel(tx, {
    order_id: order.id,
    direction: "out",
    courier: order.courier,
    courier_name: order.courier_name,
    tracking_number: null,
    state: "booked",
    scan_source: null,
    booked_with: "biteship",
    external_id: found.externalId,
    weight_g: null,
    cost: null,
    contents,
    shipped_at: null,
    created_at: now,
  });
}

/** A courier that collects another sum than the order's price is a finding: the platform did not take over ours. */
async function checkCash(
  tx: Tx,
  { order_id: orderId, cash }: BookingRow,
  { parcelId, found }: { parcelId: string; found: CourierOrder },
  now: Date,
): Promise<void> {
  if (found.cash === null || found.cash === cash) return;
  const detail = `${formatRupiah(found.cash)}, bukan ${formatRupiah(cash)}`;
  await insertFinding(tx, { orderId, parcelId, kind: "cash_differs", detail, now });
}

/** Books the difference to the price so far. A price that changes after the first one is a finding for operators. */
async function charge(tx: Tx, booking: BookingRow, parcelId: string, price: Rupiah, now: Date): Promise<number> {
  const amount = price - booking.price;
  if (amount === 0) return booking.charges;
  await addCourierCost(tx, booking.order_id, amount);
  await book(tx, {
    kind: "courier_charged",
    reference: `${booking.id} ${booking.charges}`,
    now,
    movements: [
      { kind: "courier_cost", owner: marketplace, amount: -amount },
      { kind: "courier_payable", owner: booking.provider, amount },
    ],
  });
  if (booking.charges > 0 && price > 0) {
    const detail = `${formatRupiah(booking.price)} menjadi ${formatRupiah(price)}`;
    await insertFinding(tx, { orderId: booking.order_id, parcelId, kind: "price_changed", detail, now });
  }
  return booking.charges + 1;
}

/** Stores number, price and state of the parcel. Its scans are read from when the courier has it. */
async function storeParcel(
  tx: Tx,
  context: Context,
  order: LockedOrder,
  parcel: {
    parcelId: string;
    found: CourierOrder;
    price: Rupiah;
    state: "booked" | "collected";
    isFirst: boolean;
    now: Date;
  },
): Promise<void> {
  const { parcelId, found, price, state, isFirst, now } = parcel;
  let { trackingNumber } = found;
  const { tracking_number: known } = (await findParcel(tx, parcelId)) ?? { tracking_number: null };
  if (trackingNumber !== null && known !== trackingNumber) {
    if (await isTrackingNumberUsed(tx, order.courier, trackingNumber)) {
      await insertFinding(tx, { orderId: order.id, parcelId, kind: "number_used", detail: trackingNumber, now });
      trackingNumber = null;
    }
  }
  const scanSource = state === "collected" ? scanSourceOf(context.config, order.courier) : null;
  await updateBookedParcel(tx, parcelId, {
    trackingNumber,
    cost: price,
    state: state === "collected" ? "shipped" : null,
    scanSource,
    now,
  });
  const number = known ?? trackingNumber;
  if (state === "collected" && isFirst && number !== null && scanSource !== null && scanSource !== "simulator")
    await followParcel(
      tx,
      {
        parcelId,
        provider: scanSource,
        courier: order.courier,
        trackingNumber: number,
        externalId: found.externalId,
        phone: null,
      },
      now,
    );
}

/**
 * The order is shipped as soon as the courier has the parcel. A request to cancel that is not answered comes too late:
 * otherwise goods that are under way would be refunded, and the marketplace would pay their courier.
 */
async function shipCollected(
  tx: Tx,
  context: Context,
  before: LockedOrder,
  isCollected: boolean,
  now: Date,
): Promise<void> {
  if (!isCollected || before.status !== "processing") return;
  const order = await lockOrder(tx, before.id, "anyone");
  const change = { by: "courier", actorId: null, now } as const;
  const isCancelAsked = order.status === "processing" && order.cancel_requested_at !== null;
  const [ready = order] = isCancelAsked
    ? await changeOrders(tx, context, [order], { action: "refuse_cancel", reason: collectedByCourier, ...change })
    : [];
  if (!canOrder("ship", ready.status, "courier", factsOf(ready))) return;
  await changeOrders(tx, context, [ready], { action: "ship", ...change });
}

/** No courier comes: nothing is paid for it, and the seller may order another one or ship the parcel. */
async function storeEnd(tx: Tx, context: Context, order: LockedOrder, booking: BookingRow, now: Date): Promise<null> {
  const { parcel_id: parcelId } = booking;
  const charges = parcelId === null ? booking.charges : await charge(tx, booking, parcelId, 0, now);
  const isAsked =
    booking.cancel_requested_at !== null || booking.order_cancel_requested || orderStatuses[order.status].final;
  const recall = isAsked ? null : await recallDriver(tx, order, booking, now);
  const failure = isAsked ? null : endText(order, recall);
  await updateBooking(tx, booking.id, { state: "cancelled", parcelId, price: 0, charges, failure }, now);
  if (parcelId !== null)
    await updateBookedParcel(tx, parcelId, {
      trackingNumber: null,
      cost: 0,
      state: "cancelled",
      scanSource: null,
      now,
    });
  if (recall === "called") {
    const bookingId = await insertBooking(tx, {
      orderId: order.id,
      provider: booking.provider,
      insured: booking.insured,
      cash: booking.cash,
      contents: booking.contents,
      userId: booking.requested_by,
      bySystem: true,
      now,
    });
    await queueJob(tx, "orders.advance_booking", { bookingId }, { key: `orders.advance_booking ${bookingId}` });
  }
  if (failure !== null) {
    const values = { nomor: order.invoice, lanjutan: failure };
    const texts = requireNotification(bookingTemplates.cancelled, "seller", values);
    await notifySeller(tx, order, booking, "cancelled", texts, now);
  }
  if (parcelId !== null && order.status === "shipped") await moveOnShipped(tx, context, order.id, now);
  return null;
}

/** Whether another driver is called at once in place of one who did not come; null for other couriers. */
async function recallDriver(
  tx: Tx,
  order: LockedOrder,
  { order_id: orderId }: BookingRow,
  now: Date,
): Promise<"called" | "closed" | "again" | null> {
  if (!isInstant(order.courier)) return null;
  if (order.status !== "processing") return "again";
  const { bySystem, all } = await countBookings(tx, orderId);
  if (bySystem >= maxDriverRecalls || all >= maxBookings) return "again";
  return isPickupTime(order.shop_pickup, zoneOfProvince(order.shop_province), now) ? "called" : "closed";
}

function endText(order: LockedOrder, recall: Awaited<ReturnType<typeof recallDriver>>): string {
  const until = order.due_at ? ` sebelum ${formatDateTime(order.due_at, zoneOfProvince(order.shop_province))}` : "";
  switch (recall) {
    case "called":
      return `Pengemudi ${order.courier_name} tidak jadi datang. Kami sudah memanggil pengemudi lain.`;
    case "closed":
      return `Pengemudi ${order.courier_name} tidak jadi datang, dan jam penjemputan toko sudah lewat. Panggil lagi${until}.`;
    case "again":
      return `Pengemudi ${order.courier_name} tidak jadi datang lagi. Pesanan tetap berjalan: panggil pengemudi lain atau kirim sendiri dengan nomor resi${until}.`;
    case null:
      return "Platform kurir membatalkan penjemputan. Pesan lagi, atau kirim sendiri dengan nomor resi.";
  }
}

/** Notifies the seller once of what happened to a booking. */
export async function notifySeller(
  tx: Tx,
  order: LockedOrder,
  booking: BookingRow,
  about: keyof typeof bookingTemplates,
  { title, text }: SentTexts,
  now: Date,
): Promise<void> {
  await notify(tx, {
    userId: order.seller_id,
    userType: "seller",
    type: "order",
    transactionId: order.id,
    dedupeKey: `booking ${booking.id} ${about}`,
    title,
    description: text,
    now,
  });
}
