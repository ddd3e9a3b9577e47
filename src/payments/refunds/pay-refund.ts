/**
 * Design note. A refund through its provider is sent under our refund id, so sending it twice returns the money once. A
 * provider that accepts it may report the end later (`sent`), and may even report a failure after success. Then the
 * money is ours again, and the buyer names a bank account. Each step is a conditional update with its booking in one
 * transaction; the ledger's references are the second guard.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { addDuration } from "#lib/time.ts";
import { chargeOf } from "../attempts/charge-attempt.ts";
import { findAttempt, type AttemptRow } from "../attempts/queries.ts";
import { book, type Movement } from "../ledger/ledger.ts";
import { callProvider } from "../providers/call-provider.ts";
import type { ProviderRefund } from "../provider.ts";
import {
  claimRefundsToRemind,
  claimStuckRefunds,
  findRefund,
  markRefundDone,
  markRefundRefused,
  markRefundSent,
  type RefundRow,
} from "./queries.ts";
import { lockPayment } from "../queries.ts";
import { isChargedBack } from "./close-open-refunds.ts";
import { payToAccount } from "./pay-to-account.ts";
import { refundReasons, refundReminderInterval, refundRetryInterval } from "./rules.ts";

/**
 * Sends a pending refund through its provider or to the named bank account, or asks the provider about a sent one. A
 * refund that the buyer's bank has paid is not sent through the provider: it then needs an account, and the job that
 * would ask for one closes what the bank has paid. Safe to repeat.
 */
export async function payRefund(context: Context, refundId: string, now: Date): Promise<void> {
  const refund = await findRefund(context.db, refundId);
  if (refund?.status !== "pending" && refund?.status !== "sent") return;
  if (refund.way === "bank_account") return payToAccount(context, refund.id, now);
  if (refund.way !== "provider") return;
  const attempt = await findAttempt(context.db, refund.attempt_id);
  if (!attempt) return;
  const charge = chargeOf(attempt);
  const isTaken = refund.status === "pending" && (await isChargedBack(context.db, refund.id));
  if (refund.status === "sent" || isTaken) {
    const { refunds } = await callProvider(context, attempt.provider, (provider) => provider.status(charge));
    await followRefunds(context, attempt, refunds, now);
    // A process that was killed may have sent it to the provider. Otherwise the buyer has the money from the bank.
    if (isTaken && !refunds.some(({ reference }) => reference === refund.id))
      await context.db.transaction((tx) => askForAccount(tx, refund, attempt, now));
    return;
  }
  const { id: refundReference, amount, reason } = refund;
  const request = { charge, refundReference, amount, reason: refundReasons[reason] };
  const outcome = await callProvider(context, attempt.provider, (provider) => provider.refund(request));
  if (outcome === "done") await finishRefund(context, refund, attempt, now);
  else if (outcome === "pending") await markRefundSent(context.db, refund.id, "provider", now);
  else await context.db.transaction((tx) => askForAccount(tx, refund, attempt, now));
}

/**
 * Takes over what a provider reports about the refunds of a charge. Reports about unknown refunds are ignored. A report
 * of another amount, or of money that is returned although the buyer was asked for a bank account, changes nothing and
 * is logged as an error for operators.
 */
export async function followRefunds(
  context: Context,
  attempt: AttemptRow,
  reported: readonly ProviderRefund[],
  now: Date,
): Promise<void> {
  for (const { reference, status, amount } of reported) {
    if (!/^[0-9a-f-]{36}$/.test(reference)) continue;
    const refund = await findRefund(context.db, reference);
    if (!refund || refund.attempt_id !== attempt.id) continue;
    const isOurs = refund.way === "provider";
    if (status !== "failed" && (!isOurs || amount !== refund.amount)) {
      context.log.error({ refund: refund.id, reported: amount, status }, "a provider reports a refund that differs");
      continue;
    }
    if (!isOurs) continue;
    if (status === "done" && refund.status !== "done") await finishRefund(context, refund, attempt, now);
    if (status === "failed") await context.db.transaction((tx) => askForAccount(tx, refund, attempt, now));
  }
}

function transfer(refund: RefundRow, attempt: AttemptRow, direction: 1 | -1): Movement[] {
  return [
    { kind: "refund_payable", owner: refund.buyer_id, amount: -direction * refund.amount },
    { kind: "cash", owner: attempt.provider, amount: direction * refund.amount },
  ];
}

async function finishRefund(context: Context, refund: RefundRow, attempt: AttemptRow, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await markRefundDone(tx, refund.id, "provider", now))) return;
    await book(tx, { kind: "refund_paid", reference: refund.id, now, movements: transfer(refund, attempt, 1) });
  });
}

/** Locks the payment, so that a chargeback that is booked meanwhile is known before the buyer is asked. */
async function askForAccount(tx: Tx, refund: RefundRow, attempt: AttemptRow, now: Date): Promise<void> {
  await lockPayment(tx, attempt.payment_id);
  const before = await markRefundRefused(tx, refund.id, "provider", now);
  if (before === undefined) return;
  if (before === "done")
    await book(tx, { kind: "refund_failed", reference: refund.id, now, movements: transfer(refund, attempt, -1) });
  await queueJob(tx, "payments.refund_needs_account", { refundId: refund.id });
}

const batchSize = 200;

/** Queues refunds again whose job failed for good because the provider was unreachable for too long. */
export async function retryRefunds({ db, log }: Pick<Context, "db" | "log">, now: Date): Promise<void> {
  const refundIds = await db.transaction(async (tx) => {
    const ids = await claimStuckRefunds(tx, addDuration(now, -refundRetryInterval), now, batchSize);
    for (const refundId of ids) await queueJob(tx, "payments.refund", { refundId }, { key: `refund ${refundId}` });
    return ids;
  });
  if (refundIds.length > 0) log.error({ count: refundIds.length }, "refunds wait for their provider for over a day");
}

/** Reminds buyers of refunds that wait for their bank account. */
export async function remindRefunds({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await claimRefundsToRemind(tx, addDuration(now, -refundReminderInterval), now, batchSize);
    for (const refundId of ids) await queueJob(tx, "payments.refund_needs_account", { refundId });
  });
}
