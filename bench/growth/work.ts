/** Work in the background that reads much: jobs of the night, and what follows a change of the largest shop. */
import { syncShopFields } from "../../src/catalog/selling/sync-shop-fields.ts";
import { endOldReductions } from "../../src/catalog/selling/update-copies.ts";
import { sql } from "../../src/lib/database.ts";
import type { Context } from "../../src/lib/context.ts";
import { jobHandlers } from "../../src/worker.ts";
import type { Facts } from "./facts.ts";

export type Work = {
  name: string;
  /** Seconds at the largest size. */
  wanted: number;
  run(context: Context, facts: Facts): Promise<unknown>;
};

/** Runs a job that has no payload. */
function job(name: string, wanted: number): Work {
  return {
    name,
    wanted,
    run: async (context) => {
      const handlers = Object.assign({}, ...jobHandlers) as Record<
        string,
        (payload: object, context: Context) => Promise<unknown>
      >;
      const handler = handlers[name];
      if (!handler) throw new Error(`there is no job ${name}`);
      return handler({}, context);
    },
  };
}

export const works: readonly Work[] = [
  job("media.remove_unused", 120),
  job("search.count_terms", 300),
  job("web.divide_sitemap", 30),
  job("catalog.end_reductions", 30),
  job("orders.audit", 300),
  job("orders.notify_late_parcels", 60),
  job("orders.remove_progress_proofs", 10),
  job("payments.end_statements", 60),
  job("payments.sum_accounts", 10),
  job("payments.reconcile", 60),
  job("payments.automatic_withdrawals", 30),
  job("privacy.delete_due_accounts", 10),
  job("privacy.anonymise_old_orders", 60),
  job("shipping.update_lanes", 60),
  job("cart.delete_expired_carts", 10),
  {
    name: "the largest shop is renamed",
    wanted: 15,
    run: async (context, { shopId }) => {
      // Another name each time: products that have the name already would not change.
      await context.db.run(sql`
        update shops set name = case when name like '% Baru' then left(name, -5) else name || ' Baru' end where id = ${shopId}`);
      await syncShopFields(context, shopId);
    },
  },
  {
    name: "reductions of a day end",
    wanted: 30,
    run: async (context) => {
      const row = await context.db.row<{ at: Date }>(
        sql`select min(strike_until) as at from products where strike_until is not null`,
      );
      return row?.at ? endOldReductions(context, new Date(row.at.getTime() + 1)) : undefined;
    },
  },
];
