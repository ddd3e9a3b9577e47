import type { Context } from "#lib/context.ts";
import { violates, type Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatDateTime } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { normaliseTrackingNumber } from "#shipping/rules.ts";
import { lockOrder } from "../change-order.ts";
import { orderRefusals } from "../contract.ts";
import { insertOrderEvent, type LockedOrder } from "../queries.ts";
import { parcelRefusals } from "./contract.ts";
import { assertNumberUnused, followNumber, readTrackingNumber, trackingNumberUsed } from "./create-parcel.ts";
import { replacedTemplate } from "./notification-texts.ts";
import { findParcel, hasScans, insertFinding } from "./queries.ts";
import { listReplacedNumbers, replaceNumber, saveReplacementFinding } from "./replacement-queries.ts";
import { numberReplacements, whyNumberStays, type ParcelDirection } from "./rules.ts";

const refusalOf = {
  not_under_way: parcelRefusals.numberNotUnderWay,
  booked: parcelRefusals.numberBooked,
  scanned: parcelRefusals.numberScanned,
  too_often: parcelRefusals.numberTooOften,
} as const;

type Replacement = {
  orderId: string;
  parcelId: string;
  shopId: string;
  userId: string;
  /** The number that the seller replaces, as the page showed it. */
  replaces: string;
  /** As typed; spaces and lower case are corrected. */
  trackingNumber: string;
};

/**
 * The seller corrects the number of a parcel that was not scanned. The number is checked like that of a new parcel, and
 * the one before stays used. From now on the courier's platform is asked about the new number alone. No deadline
 * changes. Operators get a finding, the order's history an event, and the buyer a notification with both numbers.
 * Refuses with `request.not_found`, `orders.resi_not_under_way`, `orders.resi_scanned`, `orders.resi_booked`,
 * `orders.resi_changed_too_often`, `orders.resi_outdated`, `orders.resi_same`, `orders.resi_invalid` and
 * `orders.resi_used`; an attempt with a used number is a finding.
 */
export async function replaceTrackingNumber(context: Context, replacement: Replacement, now: Date): Promise<void> {
  await noteUsedNumber(context, replacement, now, (tx) => replaceIn(tx, replacement, now));
}

/** Runs a replacement in one transaction. When the new number is a used one, operators get a finding about it. */
export async function noteUsedNumber(
  context: Pick<Context, "db">,
  { orderId, trackingNumber }: { orderId: string; trackingNumber: string },
  now: Date,
  replace: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await context.db.transaction(replace);
  } catch (thrown) {
    const error = violates(thrown, "parcels_tracking_number") ? trackingNumberUsed() : thrown;
    if (error instanceof Refusal && error.code === orderRefusals.trackingNumberUsed.code)
      await insertFinding(context.db, { orderId, parcelId: null, kind: "number_used", detail: trackingNumber, now });
    throw error;
  }
}

async function replaceIn(tx: Tx, replacement: Replacement, now: Date): Promise<void> {
  const { orderId, parcelId, shopId, userId, replaces, trackingNumber } = replacement;
  // Scans lock the order too, so a first scan and a replacement at the same moment come one after the other.
  const order = await lockOrder(tx, orderId, { shopId });
  const awaited = order.status === "shipped" ? ("out" as const) : null;
  const replaced = await replaceNumberOf(tx, { orderId, parcelId, awaited, replaces, trackingNumber }, now);
  await publishReplacement(tx, order, { parcelId, userId, ...replaced }, now);
}

/** The numbers before and after a replacement, and how often this parcel's number was replaced until then. */
export type ReplacedNumber = { courierName: string; from: string; to: string; count: number };

/**
 * Replaces the number of a parcel, follows the new one, and stores the finding for operators. The caller holds the
 * order's lock and says which parcels are awaited. Refuses like {@link replaceTrackingNumber}.
 */
export async function replaceNumberOf(
  tx: Tx,
  replacement: Pick<Replacement, "orderId" | "parcelId" | "replaces" | "trackingNumber"> & {
    awaited: ParcelDirection | null;
  },
  now: Date,
): Promise<ReplacedNumber> {
  const { orderId, parcelId, awaited, replaces, trackingNumber } = replacement;
  const parcel = await findParcel(tx, parcelId);
  if (parcel?.order_id !== orderId) throw new Refusal(requestRefusals.notFound);
  const { courier, courier_name: courierName, direction, scan_source: scanSource, tracking_number: from } = parcel;
  const before = await listReplacedNumbers(tx, parcelId);
  const facts = {
    ...parcel,
    hasNumber: from !== null,
    isBooked: parcel.booked_with !== null,
    isScanned: await hasScans(tx, parcelId),
    replaced: before.length,
  };
  const why = whyNumberStays(facts, direction === awaited);
  if (why !== null) throw new Refusal(refusalOf[why]);
  if (from === null) throw new Refusal(parcelRefusals.numberNotUnderWay);
  if (normaliseTrackingNumber(replaces) !== from) throw new Refusal(parcelRefusals.numberOutdated);
  const to = readTrackingNumber({ courier, courierName, typed: trackingNumber });
  if (to === from) throw new Refusal(parcelRefusals.numberSame, { resi: [parcelRefusals.numberSame.message] });
  await assertNumberUnused(tx, { orderId, courier, trackingNumber: to });
  if (!(await replaceNumber(tx, { parcelId, courier, from, to, max: numberReplacements.max, now })))
    throw new Refusal(parcelRefusals.numberOutdated);
  await followNumber(tx, { parcelId, orderId, direction, courier, trackingNumber: to, scanSource }, now);
  const steps = [...before, { tracking_number: from, replaced_at: now }];
  const numbers = steps.map((step) => `${step.tracking_number} (s.d. ${formatDateTime(step.replaced_at)})`);
  await saveReplacementFinding(tx, { orderId, parcelId, detail: [...numbers, to].join(" → "), now });
  return { courierName, from, to, count: steps.length };
}

async function publishReplacement(
  tx: Tx,
  order: LockedOrder,
  change: ReplacedNumber & { parcelId: string; userId: string },
  now: Date,
): Promise<void> {
  const { parcelId, userId, courierName, from, to, count } = change;
  await insertOrderEvent(tx, {
    orderId: order.id,
    action: "replace_number",
    from: order.status,
    to: order.status,
    actor: "seller",
    actorId: userId,
    reason: `${courierName}: ${from} menjadi ${to}`,
    now,
  });
  const values = { nomor: order.invoice, toko: order.shop_name, lama: from, baru: to };
  const { title, text } = requireNotification(replacedTemplate, "buyer", values);
  await notify(tx, {
    userId: order.buyer_id,
    userType: "buyer",
    type: "order",
    transactionId: order.id,
    dedupeKey: `parcel-number ${parcelId} ${count}`,
    title,
    description: text,
    now,
  });
}
