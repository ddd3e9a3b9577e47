/**
 * Design note. A notification can be lost, and some couriers send none, so each parcel under way is polled. The queue
 * is the column `tracking_polls.poll_at`. The parcel that has been due longest comes first and a poll moves it to the
 * back, so every parcel is polled in turn, whatever the answers are. A notification only makes its parcel due. Each
 * platform has its own queue and its own loops, and while calls to it are paused its parcels keep their place.
 * What was found is passed to orders by a job in the transaction that records the poll, so no scan is lost. Scans that
 * orders has stored before are ignored there.
 */
import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { addDuration } from "#lib/time.ts";
import { callPlatform, isPaused } from "../providers/call-platform.ts";
import { findPlatform } from "../providers/find-provider.ts";
import { platformIds, type PlatformId } from "../providers/rules.ts";
import { claimDue, deleteFollowed, deleteFollowedBefore, recordPoll, type FollowedParcel } from "./queries.ts";
import { followDuration, pollInterval, pollLeaseDuration, pollRun, retryInterval } from "./rules.ts";

/** Asks the platforms about the parcels that are due. Limited in number and time. */
export async function pollParcels(context: Context, now: Date): Promise<void> {
  const end = performance.now() + pollRun.duration;
  await deleteFollowedBefore(context.db, addDuration(now, -followDuration));
  await Promise.all(platformIds.map((id) => pollPlatform(context, id, { now, end })));
}

async function pollPlatform(context: Context, id: PlatformId, { now, end }: { now: Date; end: number }): Promise<void> {
  const { config, db, log } = context;
  if (!findPlatform(config, id)) return;
  let polled = 0;
  let failed = 0;
  let lastError: unknown;
  await Promise.all(Array.from({ length: pollRun.concurrency }, pollInTurn));
  // One line for a run, because when a platform is down all its parcels fail.
  if (failed > 0) log.error({ err: lastError, platform: id, failed, polled }, "parcels could not be looked up");

  async function pollInTurn(): Promise<void> {
    while (polled < pollRun.max && performance.now() < end && !isPaused(config, id, "tracking")) {
      polled += 1; // Before the await, so that the concurrent loops count it.
      const until = addDuration(now, pollLeaseDuration);
      const parcel = await claimDue(db, id, now, until);
      if (!parcel) return;
      try {
        await pollParcel(context, parcel, { now, until });
      } catch (error) {
        failed += 1;
        lastError = error;
        const failures = parcel.failures + 1;
        const next = addDuration(now, retryInterval(failures));
        const { quiet_polls: quietPolls, scans } = parcel;
        await recordPoll(db, parcel.parcel_id, { until, next, quietPolls, failures, scans });
      }
    }
  }
}

async function pollParcel(
  { config, db }: Context,
  parcel: FollowedParcel,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  const platform = findPlatform(config, parcel.provider);
  const report = platform
    ? await callPlatform(config, parcel.provider, "tracking", () =>
        platform.track({
          courier: parcel.courier,
          trackingNumber: parcel.tracking_number,
          externalId: parcel.external_id,
          phoneEnd: parcel.phone_end,
        }),
      )
    : null;
  const scans = report?.scans ?? [];
  const isNew = scans.length > parcel.scans;
  const quietPolls = isNew ? 0 : parcel.quiet_polls + 1;
  await db.transaction(async (tx) => {
    if (scans.length > 0)
      await queueJob(tx, "shipping.scans_found", {
        parcelId: parcel.parcel_id,
        courier: parcel.courier,
        trackingNumber: parcel.tracking_number,
        source: parcel.provider,
        scans: scans.map(({ scannedAt, ...scan }) => ({ ...scan, scannedAt: scannedAt.toISOString() })),
      });
    if (report?.isOver) return deleteFollowed(tx, parcel.parcel_id);
    await recordPoll(tx, parcel.parcel_id, {
      until,
      next: addDuration(now, pollInterval(quietPolls)),
      quietPolls,
      failures: 0,
      scans: scans.length,
    });
  });
}
