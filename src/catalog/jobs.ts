import type { JobHandlers } from "#lib/jobs.ts";
import "#sellers/contract.ts";
import { followShop } from "./follow-shop.ts";

/** Background work of catalog. */
export const catalogJobs: JobHandlers = {
  "sellers.shop_changed": ({ shopId }, context) => followShop(context, shopId),
};
