import type { JobHandlers } from "#lib/jobs.ts";
import { syncShopFields } from "./selling/sync-shop-fields.ts";

/** Background jobs of the catalogue. */
export const catalogJobs: JobHandlers = {
  "shops.shop_changed": ({ shopId }, context) => syncShopFields(context, shopId),
};
