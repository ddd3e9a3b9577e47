import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { deleteExpiredCarts } from "./queries.ts";

/** Background work of the cart. */
export const cartJobs: JobHandlers = {
  "cart.delete_expired_carts": (_payload, { db, clock }) => deleteExpiredCarts(db, clock.now()),
};

export const cartSchedules: readonly Schedule[] = [{ name: "cart.delete_expired_carts", match: "13 * * * *" }];
