import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";

type ChargeRow = {
  reference: string;
  method: string;
  amount: Rupiah;
  status: "pending" | "paid" | "expired" | "cancelled";
  paid_at: Date | null;
  payment_id: string | null;
};

/** Opens a charge at the simulated bank, once. */
export async function insertCharge(
  db: Queryable,
  charge: { reference: string; method: string; amount: Rupiah; dueAt: Date; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into simulator_charges (reference, method, amount, due_at, created_at)
    values (${charge.reference}, ${charge.method}, ${charge.amount}, ${charge.dueAt}, ${charge.now})
    on conflict (reference) do nothing`);
}

/** A charge of the simulated bank. */
export function findCharge(db: Queryable, reference: string): Promise<ChargeRow | undefined> {
  return db.row(sql`
    select c.reference, c.method, c.amount, c.status, c.paid_at, a.payment_id
    from simulator_charges c left join payment_attempts a on a.reference = c.reference
    where c.reference = ${reference}`);
}

/** Changes the status of a pending charge. False when it was not pending. */
export async function updateChargeStatus(
  db: Queryable,
  reference: string,
  to: "paid" | "expired" | "cancelled",
  now: Date,
): Promise<boolean> {
  return (
    (await db.run(
      sql`update simulator_charges set status = ${to}, paid_at = case when ${to} = 'paid' then ${now}::timestamptz end where reference = ${reference} and status = 'pending'`,
    )) === 1
  );
}

/** Refunds a charge, once for each refund reference, never more than was paid. */
export async function refundCharge(
  tx: Tx,
  refund: { reference: string; refundReference: string; amount: Rupiah },
): Promise<void> {
  const fresh = await tx.run(sql`
    insert into simulator_refunds (reference, charge_reference, amount) values (${refund.refundReference}, ${refund.reference}, ${refund.amount})
    on conflict (reference) do nothing`);
  if (fresh === 0) return;
  const moved = await tx.run(
    sql`update simulator_charges set refunded = refunded + ${refund.amount} where reference = ${refund.reference} and status = 'paid'`,
  );
  if (moved === 0) throw new Error("the simulated bank holds no money for this charge");
}

/** Refunds of a charge that the simulated bank has carried out. */
export function listChargeRefunds(db: Queryable, reference: string): Promise<{ reference: string; amount: Rupiah }[]> {
  return db.rows(
    sql`select reference, amount from simulator_refunds where charge_reference = ${reference} order by reference`,
  );
}
