/**
 * Design note. A notification can be lost, so each charge that may still be paid is asked about until it is. The queue is
 * the column `payments.poll_at`: the moment when a charge is due to be asked about. The charge that is due longest comes
 * first, and a question moves it to the back, so every charge has its turn however many there are and whatever its
 * provider answers. Closed charges are a queue of their own, which gets one question in four and whatever pending charges
 * leave over: anyone can place and cancel orders without end, and must not delay an order that was paid.
 *
 * A process claims one charge at a time and only for `pollLease`. A claim is a conditional update, so two processes never
 * ask about the same charge at once, and what a killed process held is due again soon.
 */
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { later } from "#lib/time.ts";
import { paymentProvider, type PaymentProvider } from "./provider.ts";
import { claimPoll, notePoll, type PolledPayment } from "./queries.ts";
import { closedPolledFor, pollLease, pollPatience, pollPause, pollRun } from "./rules.ts";
import { settlePayment } from "./settle-payment.ts";

type Limits = {
  provider?: Pick<PaymentProvider, "status">;
  /** Questions of this run, and how long the run and each question may take in ms of real time. */
  most?: number;
  duration?: number;
  patience?: number;
};

/** Asks providers about the charges that are due, and books what was paid. Bounded in number and time. */
export async function pollPayments(context: Context, now: Date, limits: Limits = {}): Promise<void> {
  const provider = limits.provider ?? paymentProvider(context);
  const { most = pollRun.most, duration = pollRun.duration, patience = pollPatience } = limits;
  const end = performance.now() + duration;
  let asked = 0;
  let failed = 0;
  let lastError: unknown;

  async function askInTurn(): Promise<void> {
    while (asked < most && performance.now() < end) {
      asked += 1; // Before the wait: the others must see it.
      const payment = await claimNext(context, now, asked % pollRun.closedEvery === 0);
      if (!payment) return;
      let ended = false;
      try {
        ended = await withinTime(ask(context, provider, payment, now), patience);
      } catch (error) {
        failed += 1;
        lastError = error;
      }
      const next = later(now, pollPause(payment.polls));
      await notePoll(context.db, payment.id, { next, ended, closedFor: closedPolledFor });
    }
  }
  await Promise.all(Array.from({ length: pollRun.atOnce }, askInTurn));
  // One line for a run: a provider that is down fails for all.
  if (failed > 0) context.log.error({ err: lastError, failed, asked }, "charges could not be asked about");
}

async function claimNext(context: Context, now: Date, closedFirst: boolean): Promise<PolledPayment | undefined> {
  const until = later(now, pollLease);
  const [first, second] = closedFirst ? (["closed", "pending"] as const) : (["pending", "closed"] as const);
  return (await claimPoll(context.db, first, now, until)) ?? claimPoll(context.db, second, now, until);
}

/** Asks about one charge and handles the answer. Answers whether the provider closed the charge, so that it can no longer be paid. */
async function ask(
  context: Context,
  provider: Pick<PaymentProvider, "status">,
  { provider_reference: reference }: PolledPayment,
  now: Date,
): Promise<boolean> {
  const { status } = await provider.status(reference);
  if (status === "paid" || status === "expired")
    await settlePayment(context, { reference, status }, now).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      context.log.warn({ code: error.code }, "a polled payment was refused");
    });
  return status === "expired" || status === "cancelled";
}

/** The result of `work`, or an error after `ms`; then the work goes on unwatched, and may still settle a payment. */
async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("the provider did not answer in time")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
