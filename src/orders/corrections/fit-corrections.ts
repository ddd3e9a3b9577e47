import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { wasBooked } from "#payments/ledger/ledger.ts";
import type { LedgerKind } from "#payments/ledger/rules.ts";
import { bookCorrection, type CorrectableOrder } from "./book-correction.ts";
import { insertCorrection, readCorrected, saveCorrected, updateDecided, type CorrectedOrder } from "./queries.ts";
import { excessCorrections, excessReason, maxCorrection, noCorrections } from "./rules.ts";

/**
 * @rule When an order changes after a correction, the system takes back what exceeds the fee that the order still
 * bears, or what the order earned the shop. A proposal that exceeds its limit then is void.
 *
 * Call it before the `event` that changes who gets a locked order's money, in its transaction: a fee that was returned
 * must be in the account of commissions again before the event takes it from there. Does nothing when the event was
 * booked before.
 */
export async function fitCorrections(
  tx: Tx,
  order: CorrectableOrder,
  { commission, earned }: { commission: Rupiah; earned: Rupiah },
  event: { kind: LedgerKind; reference: string; now: Date },
): Promise<void> {
  const { now } = event;
  const { corrected, waiting } = await readCorrected(tx, order.id);
  if (!corrected && !waiting) return;
  if (await wasBooked(tx, event)) return;
  // Each booking stores all sums, and the database checks them against both limits. So the former limits, which they
  // fit, are stored with them until the last excess is booked.
  let current: CorrectedOrder = corrected ?? { commission, earned, sums: { ...noCorrections } };
  for (const { kind, amount } of excessCorrections({ commission, earned, sums: current.sums })) {
    const one = { orderId: order.id, kind, amount, allowed: amount, reason: excessReason };
    const id = await insertCorrection(tx, { ...one, operatorId: null, now });
    ({ corrected: current } = await bookCorrection(tx, order, current, {
      id,
      kind,
      amount,
      reason: excessReason,
      now,
    }));
    appendAuditEntry(tx, {
      actor: null,
      action: "orders.correction_returned",
      subject: { kind: "correction", id },
      after: { order: order.id, kind, amount },
    });
  }
  current = { commission, earned, sums: current.sums };
  if (corrected) await saveCorrected(tx, order.id, current);
  if (!waiting) return;
  const facts = { ...current, isPaid: true, isSettled: true, has: { buyer: true, seller: true } };
  const allowed = maxCorrection(waiting.kind, facts);
  if (waiting.amount > allowed) await voidCorrection(tx, { orderId: order.id, ...waiting, allowed }, now);
}

/** Ends a proposal of a locked order whose limit does not hold any more. */
export async function voidCorrection(
  tx: Tx,
  {
    id,
    orderId,
    kind,
    amount,
    allowed,
  }: { id: string; orderId: string; kind: string; amount: Rupiah; allowed: Rupiah },
  now: Date,
): Promise<void> {
  const end = { state: "void", operatorId: null, answer: "", refundId: null } as const;
  if (!(await updateDecided(tx, id, { ...end, allowed, now }))) return;
  appendAuditEntry(tx, {
    actor: null,
    action: "orders.correction_void",
    subject: { kind: "correction", id },
    before: { state: "proposed" },
    after: { order: orderId, kind, amount, allowed, state: "void" },
  });
}
