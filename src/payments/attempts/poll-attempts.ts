/**
 * Design note. A notification can be lost, so each charge that can still be paid is polled. The queue is the column
 * `payment_attempts.poll_at`, the moment when the next poll of a charge is due. The charge that has been due longest
 * comes first, and a poll moves it to the back, so every charge is polled in turn, regardless of how many there are and
 * what their provider answers. Closed charges are a separate queue, which gets one poll in four and the capacity that
 * pending charges leave: anyone can place and cancel orders without limit, and that must not delay an order that was
 * paid.
 *
 * Each provider has queues and loops of its own, so one that is slow or down delays no other. While calls to it are
 * paused (call-provider.ts), its charges keep their place.
 *
 * A process claims one charge at a time, for `pollLeaseDuration`. A claim is a conditional update, so two processes
 * never poll the same charge at once, and a charge that a killed process held is soon due again.
 */
import type { Context } from "#lib/context.ts";
import { addDuration } from "#lib/time.ts";
import { chargeOf } from "./charge-attempt.ts";
import { callProvider, isPaused } from "../providers/call-provider.ts";
import type { PaymentProvider } from "../provider.ts";
import { claimPoll, recordPoll, type PolledAttempt } from "./queries.ts";
import {
  closedPollDuration,
  pollInterval,
  pollLeaseDuration,
  pollRun,
  pollTimeout,
  providerIds,
  type ProviderId,
} from "../rules.ts";
import { applyStatus } from "./settle-attempt.ts";

type Limits = {
  /** Instead of each charge's own provider. */
  provider?: Pick<PaymentProvider, "status">;
  /** The polls of a provider in this run, and how long the run and each poll may take, in milliseconds of real time. */
  max?: number;
  duration?: number;
  timeout?: number;
};

/** Polls the charges that are due and books payments. Limited in number and time. */
export async function pollPayments(context: Context, now: Date, limits: Limits = {}): Promise<void> {
  const { max = pollRun.max, duration = pollRun.duration, timeout = pollTimeout } = limits;
  const end = performance.now() + duration;
  await Promise.all(providerIds.map(pollProvider));

  async function pollProvider(id: ProviderId): Promise<void> {
    let polled = 0;
    let failed = 0;
    let lastError: unknown;
    let loops = 0;
    await pollInTurn();
    // One line for a run, because when a provider is down all its charges fail.
    if (failed > 0) context.log.error({ err: lastError, provider: id, failed, polled }, "charges could not be polled");

    /** Polls charges in turn. A loop that finds one starts the next loop, so a run without any looks only once. */
    async function pollInTurn(): Promise<void> {
      loops += 1;
      const found = await claim();
      if (!found) return;
      await Promise.all([loops < pollRun.concurrency ? pollInTurn() : undefined, pollFrom(found)]);
    }

    async function claim(): Promise<PolledAttempt | undefined> {
      if (polled >= max || performance.now() >= end || isPaused(context, id)) return undefined;
      polled += 1; // Before the await, so that the concurrent loops count it.
      return claimNext(context, id, now, polled % pollRun.closedEvery === 0);
    }

    async function pollFrom(found: PolledAttempt): Promise<void> {
      for (let attempt: PolledAttempt | undefined = found; attempt; attempt = await claim()) {
        let ended = false;
        try {
          ended = await withTimeout(pollOne(context, limits.provider, attempt, now), timeout);
        } catch (error) {
          failed += 1;
          lastError = error;
        }
        const next = addDuration(now, pollInterval(attempt.polls));
        await recordPoll(context.db, attempt.id, { next, ended, closedFor: closedPollDuration });
      }
    }
  }
}

async function claimNext(
  { db }: Context,
  provider: ProviderId,
  now: Date,
  closedFirst: boolean,
): Promise<PolledAttempt | undefined> {
  const until = addDuration(now, pollLeaseDuration);
  const [first, second] = closedFirst ? (["closed", "pending"] as const) : (["pending", "closed"] as const);
  return (await claimPoll(db, provider, first, now, until)) ?? claimPoll(db, provider, second, now, until);
}

/** Polls one charge and handles the answer. Returns whether the provider has closed the charge. */
async function pollOne(
  context: Context,
  provider: Pick<PaymentProvider, "status"> | undefined,
  attempt: PolledAttempt,
  now: Date,
): Promise<boolean> {
  const charge = chargeOf(attempt);
  const reported = provider
    ? await provider.status(charge)
    : await callProvider(context, attempt.provider, (one) => one.status(charge));
  await applyStatus(context, attempt, reported, now);
  return reported.status === "expired" || reported.status === "cancelled";
}

/** The result of `work`, or an error after `ms`. `work` is not cancelled then and may still settle a payment. */
async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("the provider did not answer in time")), ms);
  });
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
