import { day } from "#lib/time.ts";

/*
 * What a seller does with a paid order before it is shipped, and by when. The rules lie here and not in orders, because pages
 * of slices before orders name them too.
 */

/** @rule A seller who does not confirm a paid order within 24 hours loses it: cancelled, money back. */
export const confirmationDuration = day;

/** @rule A request to cancel that the seller leaves unanswered for 24 hours counts as yes. */
export const cancelAnswerDuration = day;

/** @rule A seller ships within 2 working days after accepting, or within its days when something is made to order; else cancelled, money back. */
export const shipWorkingDays = 2;

/** `2 hari kerja`. */
export const shipSpan = `${shipWorkingDays} hari kerja`;
