import type { Operator } from "#accounts/measures/take-measure.ts";
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { moderationRefusals } from "../moderation/contract.ts";
import { signalRefusals } from "./contract.ts";
import { closeSignalsOf, dismissSignalRow, findSignal, type SignalRow } from "./queries.ts";

/** Reads a signal with its evidence, which leaves an entry in the audit log. Refuses with `request.not_found`. */
export async function readSignal({ db }: Pick<Context, "db">, by: Operator, signalId: string): Promise<SignalRow> {
  return db.transaction(async (tx) => {
    const signal = await findSignal(tx, signalId);
    if (!signal) throw new Refusal(requestRefusals.notFound);
    const subject = { kind: "fraud_signal", id: signalId } as const;
    appendAuditEntry(tx, { actor: by, action: "operator.signal_read", subject, after: { rule: signal.rule } });
    return signal;
  });
}

/** Dismisses a signal. Refuses with `request.not_found`, `moderation.self` and `signals.closed`. */
export async function dismissSignal(
  { db }: Pick<Context, "db">,
  by: Operator,
  signalId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const signal = await findSignal(tx, signalId);
    if (!signal) throw new Refusal(requestRefusals.notFound);
    if (signal.people.some(({ id }) => id === by.userId)) throw new Refusal(moderationRefusals.self);
    if (!(await dismissSignalRow(tx, signalId, { reason, by: by.userId, now })))
      throw new Refusal(signalRefusals.closed);
    const subject = { kind: "fraud_signal", id: signalId } as const;
    appendAuditEntry(tx, {
      actor: by,
      action: "operator.signal_dismissed",
      subject,
      after: { rule: signal.rule },
      reason,
    });
  });
}

/** Closes the open signals about a person, in the transaction of a measure against the account or the shop. */
export async function closeSignals(tx: Tx, userId: string, by: Operator, now: Date): Promise<void> {
  await closeSignalsOf(tx, userId, by.userId, now);
}
