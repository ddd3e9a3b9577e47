import { day } from "#lib/time.ts";

/*
 * What a seller does with a paid order before it is shipped, and by when. These rules are here and not in orders,
 * because slices before orders show them too.
 */

/** @rule A seller confirms or rejects a paid order within 24 hours; otherwise it is cancelled, money back. */
export const confirmationDuration = day;

/** @rule A seller answers a buyer's request to cancel within 24 hours; otherwise it counts as approved. */
export const cancelAnswerDuration = day;

/**
 * @rule A seller ships within 2 working days after accepting, or within the preparation days of made-to-order products;
 * otherwise the order is cancelled, money back.
 */
export const shipWorkingDays = 2;

/** `2 hari kerja`. */
export const shipSpan = `${shipWorkingDays} hari kerja`;
