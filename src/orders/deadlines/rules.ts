import { settingOf, type BoundedSetting } from "#lib/settings/setting.ts";
import { day, hour, addDuration, addWorkingDays, type Zone } from "#lib/time.ts";
import { cancelAnswerDuration, confirmationDuration, shipWorkingDays } from "#shipping/handling-rules.ts";
import { addPickupTime, instantDurations, instantLostDuration, type PickupHours } from "#shipping/instant-rules.ts";
import type { OrderAction, OrderFacts, OrderStatus } from "../rules.ts";

/**
 * @rule After a request to cancel is refused or withdrawn, the order's own shipping deadline applies again, and the
 * seller has at least 24 hours left.
 */
export const shipDurationAfterRequest = day;
/** @rule A shipped parcel that its courier does not scan within 2×24 hours cancels the order, money back. */
export const firstScanSetting: BoundedSetting = {
  key: "orders.first_scan_duration",
  defaultValue: 2 * day,
  min: day,
  max: 7 * day,
};
export const firstScanDuration = (): number => settingOf(firstScanSetting);
/** @rule A parcel of the shop's own courier that has not arrived after 15 days cancels the order, money back. */
export const ownCourierSetting: BoundedSetting = {
  key: "orders.own_courier_duration",
  defaultValue: 15 * day,
  min: 7 * day,
  max: 30 * day,
};
export const ownCourierDuration = (): number => settingOf(ownCourierSetting);
/**
 * @rule Missing scans cancel an order only where its courier's scans are reported here.
 * @rule Where nothing reports a courier's scans, the buyer is asked on the last day of the estimate whether the parcel
 * arrived. Without an answer it counts as arrived 3 days later.
 */
export const assumedArrivalSetting: BoundedSetting = {
  key: "orders.assumed_arrival_duration",
  defaultValue: 3 * day,
  min: day,
  max: 7 * day,
};
export const assumedArrivalDuration = (): number => settingOf(assumedArrivalSetting);
/** @rule After a withdrawn complaint an order under way has at least 3 more days before its deadline. */
export const resumedShippingDuration = 3 * day;
/** @rule A parcel whose courier names no delivery time is expected within 14 days. */
export const unknownEstimateDuration = 14 * day;
/**
 * @rule A scanned parcel that has not arrived 30 days after shipping counts as lost: cancelled, money back. When
 * another parcel of the order has arrived, the buyer is asked instead whether all of it did.
 */
export const lostParcelSetting: BoundedSetting = {
  key: "orders.lost_parcel_duration",
  defaultValue: 30 * day,
  min: 14 * day,
  max: 60 * day,
};
export const lostParcelDuration = (): number => settingOf(lostParcelSetting);
/**
 * @rule Before missing scans end an order, the courier platform is asked once more and has 6 hours to answer about the
 * parcel. While it answers nothing at all, the order waits for 3 days; then the buyer is asked instead.
 */
export const askedAgainDuration = { refused: 6 * hour, silent: 3 * day } as const;
/** @rule A delivered order completes automatically after 2×24 hours. */
export const autoCompleteSetting: BoundedSetting = {
  key: "orders.auto_complete_duration",
  defaultValue: 2 * day,
  min: day,
  max: 7 * day,
};
export const autoCompleteDuration = (): number => settingOf(autoCompleteSetting);
/** @rule The buyer may once take 3 more days to check a delivered order. */
export const extensionSetting: BoundedSetting = {
  key: "orders.extension_duration",
  defaultValue: 3 * day,
  min: day,
  max: 7 * day,
};
export const extensionDuration = (): number => settingOf(extensionSetting);

/** What decides an order's next deadline. */
export type DeadlineFacts = OrderFacts & {
  acceptedAt: Date | null;
  /** The shipping deadline from before a request to cancel. */
  shipDueAt: Date | null;
  /** The longest preparation time among the made-to-order lines, in calendar days. */
  preorderDays: number | null;
  shippedAt: Date | null;
  /** The courier's delivery time as people read it. */
  eta: string;
  arrivalAskedAt: Date | null;
  deliveredAt: Date | null;
  /** The present deadline. */
  dueAt?: Date | null;
  /** The pick-up hours of the shop, for an order with an instant courier. */
  instant?: (PickupHours & { zone: Zone }) | null;
};

/** The moment by which the seller must ship: the usual working days, or the preparation time when it is longer. */
export function shipDeadline(acceptedAt: Date, preorderDays: number | null, holidays: ReadonlySet<string>): Date {
  const usual = addWorkingDays(acceptedAt, shipWorkingDays(), holidays);
  const made = preorderDays === null ? usual : addDuration(acceptedAt, preorderDays * day);
  return made > usual ? made : usual;
}

/**
 * The next deadline of an order that `action` has just brought to `status`; null when it has none. Not for unpaid
 * orders: their deadline is the payment's.
 */
export function deadlineAfter(
  action: OrderAction,
  status: OrderStatus,
  facts: DeadlineFacts,
  holidays: ReadonlySet<string>,
  now: Date,
): Date | null {
  switch (status) {
    case "awaiting_confirmation":
      return atMost(addDuration(now, confirmationDuration()), facts, instantDurations.confirmation, now);
    case "processing": {
      if (facts.cancelRequested) return addDuration(now, cancelAnswerDuration());
      const accepted = facts.acceptedAt ?? now;
      const usual = shipDeadline(accepted, facts.preorderDays, holidays);
      const due = facts.shipDueAt ?? atMost(usual, facts, instantDurations.handover, accepted);
      const earliest = addDuration(now, shipDurationAfterRequest);
      const resumes = action === "refuse_cancel" || action === "withdraw_cancel";
      return resumes && due < earliest ? earliest : due;
    }
    case "shipped": {
      const due = shippedDeadline(facts, now);
      const earliest = addDuration(now, resumedShippingDuration);
      return action === "resume_shipping" && due < earliest ? earliest : due;
    }
    case "delivered":
      // Longer than the order's own deadline, also when operators changed the rule since it began.
      if (action === "extend" && facts.dueAt) return addDuration(facts.dueAt, extensionDuration());
      return addDuration(facts.deliveredAt ?? now, autoCompleteDuration() + (facts.extended ? extensionDuration() : 0));
    default:
      return null;
  }
}

/** The deadline, or for an instant courier the earlier moment at which this much of the pick-up hours has passed. */
function atMost(usual: Date, { instant }: DeadlineFacts, duration: number, from: Date): Date {
  if (!instant) return usual;
  const due = addPickupTime(instant, instant.zone, from, duration);
  return due < usual ? due : usual;
}

/** When a shipped parcel counts as never sent, lost or arrived, or when its buyer is asked about it. */
export function shippedDeadline(
  facts: Pick<
    DeadlineFacts,
    "tracked" | "scanned" | "unfollowed" | "awaitsCash" | "shippedAt" | "eta" | "arrivalAskedAt" | "instant"
  >,
  now: Date,
): Date {
  const shippedAt = facts.shippedAt ?? now;
  if (facts.unfollowed && facts.arrivalAskedAt) return addDuration(facts.arrivalAskedAt, assumedArrivalDuration());
  if (facts.unfollowed)
    return facts.tracked ? addDuration(shippedAt, lostParcelDuration()) : latestArrival(facts.eta, shippedAt);
  return addDuration(
    shippedAt,
    !facts.tracked && !facts.awaitsCash
      ? ownCourierDuration()
      : facts.tracked && !facts.scanned
        ? firstScanDuration()
        : facts.instant
          ? instantLostDuration
          : lostParcelDuration(),
  );
}

/** The action that follows when the deadline of an order in this status passes. */
export function actionAtDeadline(
  status: OrderStatus,
  facts: Pick<OrderFacts, "cancelRequested" | "tracked" | "scanned" | "unfollowed" | "arrivalAsked">,
): OrderAction | null {
  switch (status) {
    case "awaiting_payment":
      return "expire";
    case "awaiting_confirmation":
      return "silence_confirmation";
    case "processing":
      return facts.cancelRequested ? "silence_cancel" : "ship_deadline";
    case "shipped":
      if (facts.unfollowed) return facts.arrivalAsked ? "assume_delivered" : "ask_arrival";
      return facts.tracked && !facts.scanned ? "no_first_scan" : "undelivered";
    case "delivered":
      return "auto_complete";
    default:
      return null;
  }
}

/**
 * @rule A parcel is expected within the courier's delivery time, counted from shipping.
 *
 * Null for a courier without a delivery time.
 */
export function arrivalEstimate(eta: string, shippedAt: Date): { from: Date; to: Date } | null {
  const found = /^(\d{1,2})(?:–(\d{1,2}))? (hari|jam)$/.exec(eta);
  if (!found) return null;
  const unit = found[3] === "jam" ? hour : day;
  const [min, max] = [Number(found[1]), Number(found[2] ?? found[1])];
  return { from: addDuration(shippedAt, min * unit), to: addDuration(shippedAt, max * unit) };
}

/**
 * @rule A seller can report that a COD parcel came back unpaid when its courier has scanned it and the last day of the
 * estimate has passed. Before, only the courier's scan counts, because a seller could collect the cash privately.
 */
export function canReportReturn(
  { scanned, eta, shippedAt }: { scanned: boolean; eta: string; shippedAt: Date | null },
  now: Date,
): boolean {
  return scanned && shippedAt !== null && now > latestArrival(eta, shippedAt);
}

/**
 * From when a buyer can say that goods under way did not arrive.
 *
 * @rule Goods count as not arrived from the end of their estimate on, or once the courier brings the parcel back or the
 * buyer is asked about it.
 */
export function missingFrom(parcel: {
  eta: string;
  shippedAt: Date;
  /** The buyer was asked whether the parcel arrived. */
  arrivalAsked: boolean;
  /** The courier brought a parcel back. */
  isReturned: boolean;
}): Date {
  const { eta, shippedAt, arrivalAsked, isReturned } = parcel;
  return arrivalAsked || isReturned ? shippedAt : latestArrival(eta, shippedAt);
}

/** The latest moment at which a parcel is expected. */
export function latestArrival(eta: string, shippedAt: Date): Date {
  return arrivalEstimate(eta, shippedAt)?.to ?? addDuration(shippedAt, unknownEstimateDuration);
}
