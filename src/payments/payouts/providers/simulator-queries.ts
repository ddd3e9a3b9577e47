import { sql, type Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";

/** Takes a payout at the simulated bank, once for each reference. `status` is how it ends. */
export async function insertSimulatedPayout(
  db: Queryable,
  payout: { reference: string; amount: Rupiah; status: "paid" | "failed" | "returned" },
): Promise<void> {
  await db.run(sql`
    insert into simulator_payouts (reference, amount, status, created_at)
    values (${payout.reference}, ${payout.amount}, ${payout.status}, now()) on conflict (reference) do nothing`);
}

/** A payout of the simulated bank, with the number of reports including this one. */
export function reportSimulatedPayout(
  db: Queryable,
  reference: string,
): Promise<{ amount: Rupiah; status: "paid" | "failed" | "returned"; reports: number } | undefined> {
  return db.row(sql`
    update simulator_payouts set reports = reports + 1 where reference = ${reference} returning amount, status, reports`);
}
