/**
 * Design note. Each day of each provider is compared with the books once the day is over, and again while the provider
 * did not answer or something differs, for some days. A job looks each hour for what is due, so a day is compared
 * even when the process was down at night. The days of a provider are compared one after the other, so a slow provider
 * delays neither the others nor the jobs of orders. A comparison replaces the earlier one of its day. The alarm is one
 * notification for each new set of differences.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { addDuration, formatDate, jakartaDay } from "#lib/time.ts";
import type { ListingProviderId } from "../rules.ts";
import { compareBank, shiftDay } from "./compare-bank.ts";
import { compareCharges, type Compared } from "./compare-charges.ts";
import { rangeOf } from "./day-range.ts";
import { notifyOfDifferences } from "./notify-operators.ts";
import { listActiveProviders, listFinished, saveReport, sumDay } from "./queries.ts";
import { maxDifferences, reconciledDays, reconciliationDelay, repeatAfter, unreadAlarmDelay } from "./rules.ts";

/** Queues the comparisons that are due. Safe to repeat. */
export async function queueReconciliations({ db, config }: Pick<Context, "db" | "config">, now: Date): Promise<void> {
  const last = shiftDay(jakartaDay(addDuration(now, -reconciliationDelay)), -1);
  const days = Array.from({ length: reconciledDays }, (_, at) => shiftDay(last, -at));
  const first = days.at(-1) ?? last;
  const providers = new Set<ListingProviderId>([
    // Couriers hand cash over by lists of their own (cod/).
    ...config.payments.providers.filter((provider) => provider !== "cod"),
    config.payouts.provider,
    ...(await listActiveProviders(db, rangeOf(first).from)),
  ]);
  const finished = await listFinished(db, first, {
    unread: addDuration(now, -repeatAfter.unread),
    differences: addDuration(now, -repeatAfter.differences),
  });
  for (const provider of providers)
    for (const day of days)
      if (!finished.some((one) => one.provider === provider && one.day === day))
        await queueReconciliation(db, provider, day);
}

/** Queues the comparison of a day. One that waits already is not queued twice. */
export async function queueReconciliation(
  db: Tx | Context["db"],
  provider: ListingProviderId,
  day: string,
): Promise<void> {
  const key = `reconcile ${provider} ${day}`;
  await queueJob(db, "payments.reconcile_day", { provider, day }, { key, queue: `reconcile ${provider}` });
}

/** Compares a day of a provider with the books, stores what differs and notifies operators. Safe to repeat. */
export async function reconcileDay(
  context: Context,
  { provider, day }: { provider: ListingProviderId; day: string },
  now: Date,
): Promise<Compared> {
  const range = rangeOf(day);
  const compared =
    provider === "manual"
      ? await compareBank(context, day, range)
      : await compareCharges(context, provider, range, now);
  const { checked, differences } = compared;
  const unread = differences.filter(({ kind }) => kind === "unread").length;
  const found = differences.length;
  await context.db.transaction(async (tx) => {
    const sums = await sumDay(tx, provider, range);
    const stored = differences.slice(0, maxDifferences);
    await saveReport(tx, { provider, day, checked, found, unread, ...sums, now, differences: stored });
    const isLate = now >= addDuration(range.to, unreadAlarmDelay);
    if (found === unread && (unread === 0 || !isLate)) return;
    const subject = { provider, what: formatDate(new Date(day)), key: `${provider}:${day}` };
    await notifyOfDifferences(tx, { ...subject, differences, isUnread: found === unread }, now);
  });
  if (found > 0)
    context.log.error(
      { provider, day, found, unread, differences: differences.slice(0, 10) },
      "books and provider differ",
    );
  return compared;
}
