import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { deleteOldChanges } from "./index-engine/queries.ts";
import { changesKept } from "./index-engine/rules.ts";
import { deleteReportDocuments } from "./reports/report-listing.ts";
import { rememberPictures } from "./screening/remember-pictures.ts";
import { syncShopFields } from "./selling/sync-shop-fields.ts";
import { indexProductsAgain } from "./selling/index-products.ts";
import { refileProducts } from "./selling/refile-products.ts";
import { endOldReductions } from "./selling/update-copies.ts";

/** Background jobs of the catalogue. */
export const catalogJobs: JobHandlers = {
  "shops.shop_changed": ({ shopId }, context) => syncShopFields(context, shopId),
  "catalog.remember_pictures": ({ productId }, context) => rememberPictures(context, productId, context.clock.now()),
  "catalog.end_reductions": (_payload, context) => endOldReductions(context, context.clock.now()),
  "catalog.delete_old_changes": async (_payload, { db }) => {
    // The database stamped them with its own clock.
    await deleteOldChanges(db, changesKept);
  },
  "catalog.delete_report_documents": (_payload, context) => deleteReportDocuments(context, context.clock.now()),
  "catalog.refile_products": ({ categoryIds }, context) => refileProducts(context, categoryIds),
  "catalog.index_products": (_payload, context) => indexProductsAgain(context),
};

export const catalogSchedules: readonly Schedule[] = [
  { name: "catalog.end_reductions", match: "5 * * * *" },
  { name: "catalog.delete_old_changes", match: "43 * * * *" },
  { name: "catalog.delete_report_documents", match: "53 3 * * *" },
  { name: "catalog.index_products", match: "* * * * *", queue: "catalog.index_products" },
];
