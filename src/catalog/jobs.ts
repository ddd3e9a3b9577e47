import type { JobHandlers } from "#lib/jobs.ts";
import { syncShopFields } from "./selling/sync-shop-fields.ts";

/** Background work of catalog. */
export const catalogJobs: JobHandlers = {
  "shops.shop_changed": ({ shopId }, context) => syncShopFields(context, shopId),
};
