import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { noteUsedNumber, replaceNumberOf } from "#orders/parcels/replace-tracking-number.ts";
import { complaintRefusals } from "./contract.ts";
import { lockCase, sideOf, type Actor } from "./lock-case.ts";
import { say, theClock } from "./move-case.ts";
import { notifyParties } from "./notify-case.ts";
import { awaitedParcel, senderOf } from "./parcel-label/rules.ts";
import { findOrderOfCase } from "./queries.ts";

type Replacement = {
  complaintId: string;
  actor: Actor;
  /** The number that the sender replaces, as the page showed it. */
  replaces: string;
  /** As typed; spaces and lower case are corrected. */
  trackingNumber: string;
};

/**
 * The sender of the parcel that a case waits for corrects its number until the first scan: the buyer of a return, the
 * seller of a replacement. The rules are those of an order's parcel (docs/decisions/0122), and no deadline of the case
 * changes. The case says both numbers to both sides, and the other side is notified. Refuses with `request.not_found`,
 * `complaints.not_allowed` when the case waits for no parcel of this side, `orders.resi_not_under_way`,
 * `orders.resi_scanned`, `orders.resi_changed_too_often`, `orders.resi_outdated`, `orders.resi_same`,
 * `orders.resi_invalid` and `orders.resi_used`; an attempt with a used number is a finding.
 */
export async function replaceParcelNumber(
  context: Pick<Context, "db">,
  replacement: Replacement,
  now: Date,
): Promise<void> {
  const { complaintId, trackingNumber } = replacement;
  const orderId = await findOrderOfCase(context.db, complaintId);
  if (!orderId) throw new Refusal(requestRefusals.notFound);
  await noteUsedNumber(context, { orderId, trackingNumber }, now, (tx) => replaceIn(tx, replacement, now));
}

async function replaceIn(tx: Tx, replacement: Replacement, now: Date): Promise<void> {
  const { complaintId, actor, replaces, trackingNumber } = replacement;
  const { case: one } = await lockCase(tx, complaintId);
  const side = sideOf(one, actor);
  if (!side) throw new Refusal(requestRefusals.notFound);
  const { state, parcel_id: parcelId, due_at: dueAt } = one;
  const awaited = awaitedParcel(state);
  if (!awaited || !parcelId || !dueAt || state === "closed" || senderOf(state) !== side)
    throw new Refusal(complaintRefusals.notAllowed);
  const parcel = { orderId: one.order_id, parcelId, awaited, replaces, trackingNumber };
  const { courierName, from, to } = await replaceNumberOf(tx, parcel, now);
  const who = side === "buyer" ? "Pembeli" : "Penjual";
  const text = `${who} membetulkan nomor resi ${courierName}: ${to}, sebelumnya ${from}.`;
  const messageId = await say(tx, one, theClock, { kind: "system", text }, now);
  await notifyParties(tx, one, { state, dueAt, text, messageId, by: side, now });
}
