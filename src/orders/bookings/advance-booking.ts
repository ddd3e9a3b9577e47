/**
 * Design note. A courier costs money, so none may be ordered twice, and none may be forgotten. One function moves a
 * booking on, whatever its state. The queue is the column `poll_at`. A process claims a booking by moving `poll_at` to
 * the end of its lease, so two processes do not handle one at the same time, and what a killed process held is soon due
 * again. No connection and no lock is held while the platform is asked.
 *
 * The platform gets a draft first, which costs nothing, and its id is stored. The draft is marked as sent before it is
 * confirmed. When no answer comes, the next turn looks the draft up, and confirms it again only when the platform says
 * that it is not confirmed. A notification is a hint that makes its booking due: what is stored is what the platform
 * says about its own order.
 *
 * Not chosen: one call that orders at once with our reference. Biteship refuses a second one with the same reference,
 * but says nowhere which order the first one made, so a lost answer would leave a courier that nobody can cancel.
 */
import type { Context } from "#lib/context.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import { addDuration } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import type { BookingProvider, CourierOrder } from "#shipping/provider.ts";
import { callPlatform, isOutage } from "#shipping/providers/call-platform.ts";
import { findPlatform } from "#shipping/providers/find-provider.ts";
import { lockOrder } from "../change-order.ts";
import type { OrderStatus } from "../rules.ts";
import { bookingTemplates } from "./notification-texts.ts";
import {
  type BookingRow,
  claimBooking,
  clearCancelRequest,
  countDraft,
  listDueBookings,
  makeExternalDue,
  markDrafted,
  markSent,
  recordTurn,
} from "./queries.ts";
import {
  bookingInterval,
  bookingLeaseDuration,
  bookingRetry,
  bookingRun,
  lateConfirmDuration,
  refusalText,
} from "./rules.ts";
import { requestOf } from "./courier-request.ts";
import { endBooking, notifySeller, storeCourierOrder } from "./store-booking.ts";

/** Handles one booking now if it is due. Safe to repeat and to run in several processes. */
export async function advanceBooking(context: Context, bookingId: string, now: Date): Promise<void> {
  const until = addDuration(now, bookingLeaseDuration);
  const booking = await claimBooking(context.db, bookingId, now, until);
  if (!booking) return;
  try {
    const next = await handle(context, booking, now);
    await recordTurn(context.db, bookingId, { until, next, failed: false });
  } catch (error) {
    const next = addDuration(now, bookingRetry(booking.failures + 1));
    await recordTurn(context.db, bookingId, { until, next, failed: true });
    context.log.error({ err: error, booking: bookingId }, "a courier is asked about again later");
  }
}

/** Handles the bookings that are due, the longest waiting first. Limited in number and time. */
export async function pollBookings(context: Context, now: Date): Promise<void> {
  const end = performance.now() + bookingRun.duration;
  const due = await listDueBookings(context.db, now, bookingRun.max);
  await Promise.all(
    Array.from({ length: bookingRun.concurrency }, async () => {
      for (let id = due.shift(); id !== undefined && performance.now() < end; id = due.shift())
        await advanceBooking(context, id, now);
    }),
  );
}

/** A platform says that something about its order changed. Unknown orders are ignored. */
export async function noteBooking(context: Context, externalId: string, now: Date): Promise<void> {
  const bookingId = await makeExternalDue(context.db, externalId, now);
  if (bookingId !== undefined) await advanceBooking(context, bookingId, now);
}

/** Whether a further parcel of an order with this status may still leave. */
function isUnderWay(status: OrderStatus): boolean {
  return status === "shipped" || status === "disputed";
}

function isWanted(booking: BookingRow): boolean {
  const { cancel_requested_at: cancelled, order_status: status, order_cancel_requested: isCancelAsked } = booking;
  return cancelled === null && !isCancelAsked && (status === "processing" || isUnderWay(status));
}

/** Moves a booking on. Returns when it is handled next; null for never. */
async function handle(context: Context, booking: BookingRow, now: Date): Promise<Date | null> {
  const { config, db } = context;
  const provider = findPlatform(config, booking.provider);
  if (!provider) return addDuration(now, bookingInterval("collected"));
  const ask = <T>(work: (provider: BookingProvider) => Promise<T>) =>
    callPlatform(config, booking.provider, "booking", () => work(provider));
  switch (booking.state) {
    case "requested": {
      if (!isWanted(booking)) return endBooking(context, booking, "cancelled", null, now);
      const request = await requestOf(context, booking, await countDraft(db, booking.id));
      const draft = await unlessRefused(ask((one) => one.draft(request)));
      if ("refused" in draft) return endBooking(context, booking, "refused", draft.refused, now);
      const { draftId } = draft;
      if (!(await markDrafted(db, booking.id, draftId, now))) return now;
      return confirm(context, ask, { ...booking, state: "drafted", draft_id: draftId }, now);
    }
    case "drafted":
      return confirm(context, ask, booking, now);
    case "booked":
    case "collected":
      return follow(context, ask, booking, now);
    case "refused":
    case "cancelled":
      return null;
  }
}

/** The answer, or why the platform refuses for good. Any other failure is thrown, because the next turn may succeed. */
async function unlessRefused<T extends object>(asked: Promise<T>): Promise<T | { refused: string }> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "refused" && !isOutage(error))
      return { refused: refusalText(error.code) };
    throw error;
  }
}

type Ask = <T>(work: (provider: BookingProvider) => Promise<T>) => Promise<T>;

async function confirm(context: Context, ask: Ask, booking: BookingRow, now: Date): Promise<Date | null> {
  const { id, draft_id: draftId, sent_at: sentAt } = booking;
  if (draftId === null) throw new Error(`booking ${id} has no draft`);
  if (sentAt !== null) {
    const found = await ask((one) => one.findDraft(draftId));
    if (found) return storeAnswer(context, ask, booking, await ask((one) => one.readOrder(found.externalId)), now);
    const isDecided = addDuration(sentAt, lateConfirmDuration);
    if (now < isDecided) return isDecided;
  }
  if (!isWanted(booking)) return endBooking(context, booking, "cancelled", null, now);
  // Cancelled meanwhile: the next turn ends it.
  if (!(await markSent(context.db, id, now))) return now;
  const ordered = await unlessRefused(ask((one) => one.confirm(draftId)));
  return "refused" in ordered
    ? endBooking(context, booking, "refused", ordered.refused, now)
    : storeAnswer(context, ask, booking, ordered, now);
}

/**
 * Stores the answer to a confirmation. One that comes after the booking ended is about a courier that nobody expects:
 * the platform is asked to cancel it, and the seller is notified.
 */
async function storeAnswer(
  context: Context,
  ask: Ask,
  booking: BookingRow,
  found: CourierOrder,
  now: Date,
): Promise<Date | null> {
  const next = await storeCourierOrder(context, booking, found, now);
  if (next !== "stray") return next;
  const { externalId } = found;
  context.log.error({ booking: booking.id, order: externalId }, "a courier was ordered for a booking that had ended");
  const isCancelled = await ask((one) => one.cancel(externalId));
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, booking.order_id, "anyone");
    const text = isCancelled
      ? "Kurir itu sudah kami batalkan."
      : "Kurir itu tidak bisa dibatalkan lagi. Jangan serahkan paket kepadanya, dan hubungi bantuan.";
    const texts = requireNotification(bookingTemplates.stray, "seller", { nomor: order.invoice, lanjutan: text });
    await notifySeller(tx, order, booking, "stray", texts, now);
  });
  return null;
}

async function follow(context: Context, ask: Ask, booking: BookingRow, now: Date): Promise<Date | null> {
  const { id, external_id: externalId } = booking;
  if (externalId === null) throw new Error(`booking ${id} has no order at its platform`);
  if (booking.state === "booked" && !isWanted(booking) && !(await ask((one) => one.cancel(externalId))))
    await clearCancelRequest(context.db, id, "Kurir tidak bisa dibatalkan lagi.", now);
  const next = await storeCourierOrder(context, booking, await ask((one) => one.readOrder(externalId)), now);
  return next === "stray" ? null : next;
}
