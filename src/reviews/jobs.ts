import type { JobHandlers } from "#lib/jobs.ts";
import { voidRefundedReviews } from "./void-refunded-reviews.ts";

/** Background jobs of reviews. */
export const reviewJobs: JobHandlers = {
  "orders.lines_refunded": ({ orderId }, context) => voidRefundedReviews(context, orderId, context.clock.now()),
};
