import type { Config } from "#lib/config.ts";
import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { bookingPlatformOf } from "#shipping/booking-platform.ts";
import { distanceKm, isInstant } from "#shipping/instant-rules.ts";
import { scanSourceOf } from "#shipping/scan-sources.ts";
import { factsOf, lockOrder } from "../change-order.ts";
import { canAddParcelTo, checkContents } from "../parcels/further-parcels.ts";
import type { ParcelContents } from "../parcels/rules.ts";
import { canOrder } from "../rules.ts";
import { advanceBooking } from "./advance-booking.ts";
import { bookingRefusals } from "./contract.ts";
import {
  countBookings,
  countUnpriced,
  findCourierRequest,
  lockBookingsOf,
  insertBooking,
  requestCancel,
  sumBorneCost,
} from "./queries.ts";
import { borneCost, maxBookings, maxShopMoveKm, maxUnpricedBookings } from "./rules.ts";

type SellersOrder = { orderId: string; shopId: string };

/**
 * Whether this installation can send a courier for an order. A COD order also needs the courier's scans, because only
 * they say that the cash was collected.
 */
export function isBookable(
  config: Pick<Config, "production" | "demo" | "shipping">,
  { courier, cod }: { courier: string; cod: boolean },
): boolean {
  return bookingPlatformOf(config, courier) !== null && (!cod || scanSourceOf(config, courier) !== null);
}

/**
 * Orders a courier that fetches the parcel of an order in preparation, or a further parcel with these pieces of a
 * shipped one. The courier of a COD order collects its price. The platform is asked after the request is stored, and
 * again by a job when it does not answer. Refuses with `request.not_found`, `orders.not_bookable`,
 * `orders.booking_open`, `orders.too_many_bookings`, `orders.courier_costs_high`, `orders.bookings_unpriced`,
 * `orders.shop_place_needed`, `orders.shop_point_needed`, `orders.shop_point_moved` and `orders.parcel_contents`.
 */
export async function requestBooking(
  context: Context,
  { orderId, shopId, userId, contents }: SellersOrder & { userId: string; contents?: ParcelContents | undefined },
  now: Date,
): Promise<void> {
  const bookingId = await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { shopId });
    const provider = bookingPlatformOf(context.config, order.courier);
    const isShippable = canOrder("ship", order.status, "seller", factsOf(order));
    const isFurther = await canAddParcelTo(tx, order, now);
    if (!provider || !(isShippable || isFurther) || !isBookable(context.config, order))
      throw new Refusal(bookingRefusals.notBookable);
    const { all, open } = await countBookings(tx, orderId);
    if (open) throw new Refusal(bookingRefusals.open);
    if (all >= maxBookings) throw new Refusal(bookingRefusals.tooMany);
    await lockBookingsOf(tx, shopId);
    if ((await countUnpriced(tx, shopId)) >= maxUnpricedBookings) throw new Refusal(bookingRefusals.unpriced);
    const borne = await sumBorneCost(tx, shopId, addDuration(now, -borneCost.window));
    if (borne >= borneCost.max) throw new Refusal(bookingRefusals.costly);
    const packed = isFurther ? await checkContents(tx, orderId, contents) : null;
    const request = await findCourierRequest(tx, orderId, packed);
    if (!request?.street || !request.postcode || !request.phone) throw new Refusal(bookingRefusals.placeNeeded);
    if (isInstant(order.courier) && !request.point) throw new Refusal(bookingRefusals.pointNeeded);
    if (request.shop_point && request.point && distanceKm(request.shop_point, request.point) > maxShopMoveKm)
      throw new Refusal(bookingRefusals.pointMoved);
    const cash = order.cod && order.paid_at === null ? order.total : 0;
    const booking = { orderId, provider, insured: request.insured, cash, contents: packed, userId, now };
    const id = await insertBooking(tx, booking);
    await queueJob(tx, "orders.advance_booking", { bookingId: id }, { key: `orders.advance_booking ${id}` });
    return id;
  });
  await advanceBooking(context, bookingId, now);
}

/**
 * Cancels the courier of an order, until it has the parcel. Refuses with `request.not_found` and `orders.no_booking`.
 */
export async function cancelBooking(context: Context, { orderId, shopId }: SellersOrder, now: Date): Promise<void> {
  const bookingId = await context.db.transaction(async (tx) => {
    await lockOrder(tx, orderId, { shopId });
    const id = await requestCancel(tx, orderId, now);
    if (id === undefined) throw new Refusal(bookingRefusals.noBooking);
    return id;
  });
  await advanceBooking(context, bookingId, now);
}

/**
 * Cancels the courier of an order before the seller agrees to cancel the order. Does nothing when the buyer asks for no
 * cancellation or no courier is under way. Whether it succeeded is seen from the order's bookings. Refuses with
 * `request.not_found`.
 */
export async function cancelBookingFirst(
  context: Context,
  { orderId, shopId }: SellersOrder,
  now: Date,
): Promise<void> {
  const bookingId = await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { shopId });
    return order.cancel_requested_at === null ? undefined : requestCancel(tx, orderId, now);
  });
  if (bookingId !== undefined) await advanceBooking(context, bookingId, now);
}

/**
 * Cancels the courier of an order that an operator is about to cancel. Does nothing when no courier is under way or the
 * order cannot be cancelled by this one. Refuses with `request.not_found`.
 */
export async function stopBooking(
  context: Context,
  { orderId, operatorId }: { orderId: string; operatorId: string },
  now: Date,
): Promise<void> {
  const bookingId = await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, "anyone");
    const isOwn = order.buyer_id === operatorId || order.seller_id === operatorId;
    return !isOwn && canOrder("stop", order.status, "operator") ? requestCancel(tx, orderId, now) : undefined;
  });
  if (bookingId !== undefined) await advanceBooking(context, bookingId, now);
}
