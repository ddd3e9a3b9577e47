/**
 * Design note. One function moves a payout on, whatever its status: it sends an approved one and asks about a sent or
 * ended one. The queue is the column `payouts.poll_at`. A process claims a payout by moving `poll_at` to the end of its
 * lease, so two processes do not handle one payout at the same time, and what a killed process held is soon due again.
 *
 * A payout is marked `sent` before its provider is asked. From then on the provider may have it, so it is never sent
 * under another reference. When no answer comes, or the process dies, the next turn asks the provider for the payout by
 * our reference. Only when the provider does not know it, the same order is sent again with the same idempotency key. A
 * provider that cannot find a payout by our reference and whose keys have expired leaves the payout to an operator.
 *
 * Not chosen: a job that is retried by the queue. Its retries would send again without asking first.
 */
import type { Context } from "#lib/context.ts";
import { addDuration } from "#lib/time.ts";
import { closeChargedBackRefund, isChargedBack } from "../refunds/close-open-refunds.ts";
import { applyReport } from "./apply-report.ts";
import { unsealNumber } from "./bank-accounts/seal-number.ts";
import { payoutProvider, payoutProviderOf, type OutgoingPayout, type PayoutProvider } from "./provider.ts";
import { manualPayouts } from "./providers/manual.ts";
import {
  assignManual,
  claimDuePayout,
  claimPayout,
  markAttention,
  markResending,
  markSending,
  recordTurn,
  saveExternalId,
} from "./sending-queries.ts";
import { findPayoutByReference, insertPayoutEvent, isOnHold, type PayoutRow } from "./queries.ts";
import {
  holdInterval,
  maxSends,
  payoutLeaseDuration,
  payoutPollInterval,
  payoutRun,
  silentTurns,
  watchPollAt,
  type PayoutAttention,
} from "./rules.ts";

type Deps = Pick<Context, "db" | "config" | "secret" | "log">;

/** Handles one payout now if it is due. Safe to repeat and to run in several processes. */
export async function advancePayout(context: Deps, payoutId: string, now: Date): Promise<void> {
  const until = addDuration(now, payoutLeaseDuration);
  const payout = await claimPayout(context.db, payoutId, now, until);
  const error = payout && (await takeTurn(context, payout, until, now));
  if (error) context.log.error({ err: error, payout: payoutId }, "a payout is handled again later");
}

/** Handles the payouts that are due, the longest waiting first. Limited in number and time. */
export async function pollPayouts(
  context: Deps,
  now: Date,
  { max = payoutRun.max, duration = payoutRun.duration }: { max?: number; duration?: number } = {},
): Promise<void> {
  const end = performance.now() + duration;
  let handled = 0;
  let failed = 0;
  let lastError: unknown;
  async function handleInTurn(): Promise<void> {
    while (handled < max && performance.now() < end) {
      handled += 1; // Before the await, so that the concurrent loops count it.
      const until = addDuration(now, payoutLeaseDuration);
      const payout = await claimDuePayout(context.db, now, until);
      if (!payout) return;
      const error = await takeTurn(context, payout, until, now);
      if (error) {
        failed += 1;
        lastError = error;
      }
    }
  }
  await Promise.all(Array.from({ length: payoutRun.concurrency }, handleInTurn));
  // One line for a run, because when a provider is down all its payouts fail.
  if (failed > 0) context.log.error({ err: lastError, failed, handled }, "payouts are handled again later");
}

/** One turn of a claimed payout. Returns what went wrong; the payout is handled again later, and the others go on. */
async function takeTurn(context: Deps, payout: PayoutRow, until: Date, now: Date): Promise<unknown> {
  let next: Date | null = null;
  let failure: unknown;
  try {
    next = await handle(context, payout, now);
  } catch (error) {
    failure = error;
    next = isEnded(payout) ? nextWatch(payout, now) : nextPoll(payout, now);
    if (!isEnded(payout) && payout.polls >= silentTurns) {
      const { status } = (await findPayoutByReference(context.db, payout.reference)) ?? payout;
      await noticeOnce(context, payout, status === "approved" ? "unsent" : "unanswered", now);
    }
  }
  await recordTurn(context.db, payout.id, until, next);
  return failure;
}

const isEnded = ({ status }: PayoutRow) => status === "paid" || status === "failed";
const nextWatch = (payout: PayoutRow, now: Date) => watchPollAt(payout.closed_at ?? payout.paid_at ?? now, now);
const nextPoll = (payout: PayoutRow, now: Date) => addDuration(now, payoutPollInterval(payout.polls));

/** Moves a payout on. Returns when it is handled next; null for never. */
async function handle(context: Deps, payout: PayoutRow, now: Date): Promise<Date | null> {
  if (payout.status === "approved") return sendFirst(context, payout, now);
  const provider = payout.provider && payoutProviderOf(context, payout.provider);
  if (!provider) {
    await noticeOnce(context, payout, "provider_missing", now);
    return nextPoll(payout, now);
  }
  if (provider.isManual) return null;
  if (isEnded(payout)) {
    const changed = await applyReport(context, payout, await provider.status(sentPart(payout)), now);
    return changed ? null : nextWatch(payout, now);
  }
  if (payout.status === "sent") return follow(context, provider, payout, now);
  return null;
}

async function sendFirst(context: Deps, payout: PayoutRow, now: Date): Promise<Date | null> {
  if (await isOnHold(context.db, payout.id)) return addDuration(now, holdInterval);
  // A chargeback may have been booked since it was requested.
  if (payout.refund_id !== null) await closeChargedBackRefund(context, payout.refund_id, now);
  const provider = await chooseProvider(context, payout);
  // Another turn may have been faster, after this one outlasted its lease. The payout then stays in the queue. One that
  // was cancelled is in no queue.
  if (provider.isManual) return (await assignManual(context.db, payout.id)) ? null : nextPoll(payout, now);
  const sending = await markSending(context.db, payout.id, provider.id, now);
  if (!sending) return nextPoll(payout, now);
  await insertPayoutEvent(context.db, { payoutId: payout.id, kind: "sent", note: provider.id, now });
  return deliver(context, provider, sending, now);
}

/** The provider of the settings if it serves the bank and the amount; otherwise operators transfer the money. */
async function chooseProvider(context: Deps, payout: PayoutRow): Promise<PayoutProvider> {
  const provider = payoutProvider(context);
  const limits = await provider.limits(payout.bank_code);
  const received = payout.amount - payout.fee;
  return limits && received >= limits.min && received <= limits.max ? provider : manualPayouts;
}

/** Asks about a sent payout, and sends it again if its provider does not know it. */
async function follow(context: Deps, provider: PayoutProvider, payout: PayoutRow, now: Date): Promise<Date | null> {
  const report = await provider.status(sentPart(payout));
  if (report.externalId !== null && payout.external_id === null)
    await saveExternalId(context.db, payout.id, report.externalId);
  if (report.status === "unconfirmed") {
    const sent = { ...payout, external_id: report.externalId };
    // Also while payouts are stopped: no money leaves, and none can any more.
    if (await isChargedBackMeanwhile(context, payout)) return rejectThere(context, provider, sent, now);
    if (await isOnHold(context.db, payout.id)) return addDuration(now, holdInterval);
    await provider.confirm?.(sentPart(sent));
    return nextPoll(payout, now);
  }
  if (report.status !== "unknown") {
    const ended = await applyReport(context, payout, report, now);
    return ended ? null : nextPoll(payout, now);
  }
  const since = now.getTime() - (payout.sent_at ?? now).getTime();
  if (payout.external_id !== null || since > provider.repeatDuration || payout.sends >= maxSends) {
    await noticeOnce(context, payout, "unanswered", now);
    return nextPoll(payout, now);
  }
  if (await isOnHold(context.db, payout.id)) return addDuration(now, holdInterval);
  // A provider with a second step may have it, and cannot find it: the same order again tells its number, and `deliver`
  // rejects it.
  if (!provider.reject && (await isChargedBackMeanwhile(context, payout))) return giveUp(context, payout, now);
  const again = await markResending(context.db, payout.id);
  if (!again) return nextPoll(payout, now);
  await insertPayoutEvent(context.db, { payoutId: payout.id, kind: "resent", note: provider.id, now });
  return deliver(context, provider, again, now);
}

const isChargedBackMeanwhile = async ({ db }: Deps, { refund_id: refundId }: PayoutRow) =>
  refundId !== null && (await isChargedBack(db, refundId));

/**
 * Ends a refund's payout that waits for the second step, first at its provider, where a person could release it later.
 * One that was released meanwhile is followed. One that the provider does not reject is rejected again later.
 */
async function rejectThere(
  context: Deps,
  provider: PayoutProvider,
  payout: PayoutRow,
  now: Date,
): Promise<Date | null> {
  await provider.reject?.(sentPart(payout));
  const report = await provider.status(sentPart(payout));
  if (report.status === "unconfirmed") await noticeOnce(context, payout, "unrejected", now);
  const ended = await applyReport(context, payout, report, now);
  return ended ? null : nextPoll(payout, now);
}

/** Ends a refund's payout that its provider has not accepted: the buyer's bank took the money back meanwhile. */
async function giveUp(context: Deps, payout: PayoutRow, now: Date): Promise<Date | null> {
  await applyReport(context, payout, { status: "failed", amount: null, failure: "provider" }, now);
  return null;
}

/** Sends a payout that is marked as sent, stores what its provider answers, and asks about it once. */
async function deliver(context: Deps, provider: PayoutProvider, payout: PayoutRow, now: Date): Promise<Date | null> {
  const answer = await provider.send(outgoing(context, payout));
  if (answer.outcome === "refused") {
    await applyReport(context, payout, { status: "failed", amount: null, failure: answer.failure }, now);
    return null;
  }
  if (answer.externalId !== null) await saveExternalId(context.db, payout.id, answer.externalId);
  const sent = { ...payout, external_id: answer.externalId };
  if (provider.reject && (await isChargedBackMeanwhile(context, payout)))
    return rejectThere(context, provider, sent, now);
  await provider.confirm?.(sentPart(sent));
  const ended = await applyReport(context, sent, await provider.status(sentPart(sent)), now);
  return ended ? null : nextPoll(payout, now);
}

function sentPart({ reference, external_id: externalId, amount, fee }: PayoutRow) {
  return { reference, externalId, amount: amount - fee };
}

function outgoing({ secret }: Pick<Context, "secret">, payout: PayoutRow): OutgoingPayout {
  const { number_sealed: sealed, holder_name: holderName, reference, bank_code: bankCode } = payout;
  if (!sealed || holderName === null) throw new Error(`payout ${payout.id} has no bank account any more`);
  return {
    ...sentPart(payout),
    destination: { bankCode, number: unsealNumber(secret, reference, sealed), holderName },
    note: `${payout.purpose === "withdrawal" ? "Saldo" : "Pengembalian"} ${reference}`,
  };
}

async function noticeOnce({ db, log }: Deps, payout: PayoutRow, attention: PayoutAttention, now: Date): Promise<void> {
  if (!(await markAttention(db, payout.id, attention))) return;
  await insertPayoutEvent(db, { payoutId: payout.id, kind: "noticed", note: attention, now });
  log.error({ payout: payout.id, reference: payout.reference, attention }, "a payout needs an operator");
}
