/**
 * Design note. A notification can be lost, and some couriers send none, so each parcel under way is polled. The queue
 * is the column `tracking_polls.poll_at`. The parcel that has been due longest comes first and a poll moves it to the
 * back, so every parcel is polled in turn, whatever the answers are. A notification only makes its parcel due. Each
 * platform has its own queue and its own loops, and while calls to it are paused its parcels keep their place.
 * What was found is passed to orders by a job in the transaction that records the poll, so no scan is lost. Orders
 * confirms what it recorded, and an answer that is confirmed is not passed on again.
 */
import { createHash } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { ServiceError } from "#lib/http/request-json.ts";
import { queueJob } from "#lib/jobs.ts";
import { addDuration } from "#lib/time.ts";
import { callPlatform, isOutage, isPaused } from "../providers/call-platform.ts";
import { findPlatform } from "../providers/find-provider.ts";
import { platformIds, type PlatformId } from "../providers/rules.ts";
import {
  claimDue,
  deleteEnded,
  deleteFollowed,
  lockFollowed,
  recordAnswer,
  recordFailure,
  type FollowedParcel,
} from "./queries.ts";
import { followDuration, pollInterval, pollLeaseDuration, pollRun, retryInterval } from "./rules.ts";

/** Asks the platforms about the parcels that are due. Limited in number and time. */
export async function pollParcels(context: Context, now: Date): Promise<void> {
  const end = performance.now() + pollRun.duration;
  await deleteEnded(context.db, { before: addDuration(now, -followDuration), now });
  await Promise.all(platformIds.map((id) => pollPlatform(context, id, { now, end })));
}

async function pollPlatform(context: Context, id: PlatformId, { now, end }: { now: Date; end: number }): Promise<void> {
  const { config, db, log } = context;
  if (!findPlatform(config, id)) return;
  let polled = 0;
  let failed = 0;
  let lastError: unknown;
  let loops = 0;
  const until = addDuration(now, pollLeaseDuration);
  await pollInTurn();
  // One line for a run, because when a platform is down all its parcels fail.
  if (failed > 0) log.error({ err: lastError, platform: id, failed, polled }, "parcels could not be looked up");

  /** Polls parcels in turn. A loop that finds one starts the next loop, so a run without any looks only once. */
  async function pollInTurn(): Promise<void> {
    loops += 1;
    const found = await claim();
    if (!found) return;
    await Promise.all([loops < pollRun.concurrency ? pollInTurn() : undefined, pollFrom(found)]);
  }

  async function claim(): Promise<FollowedParcel | undefined> {
    if (polled >= pollRun.max || performance.now() >= end || isPaused(config, id, "tracking")) return undefined;
    polled += 1; // Before the await, so that the concurrent loops count it.
    return claimDue(db, id, now, until);
  }

  async function pollFrom(found: FollowedParcel): Promise<void> {
    for (let parcel: FollowedParcel | undefined = found; parcel; parcel = await claim()) {
      try {
        await pollParcel(context, parcel, { now, until });
      } catch (error) {
        failed += 1;
        lastError = error;
        const failures = parcel.failures + 1;
        const next = addDuration(now, retryInterval(failures));
        // Our own failure, such as a lost database connection, says nothing about the platform.
        const reachedAt = error instanceof ServiceError && !isOutage(error) ? now : null;
        const { tracking_number: trackingNumber } = parcel;
        await recordFailure(db, parcel.parcel_id, { trackingNumber, until, next, failures, reachedAt });
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
          now,
        }),
      )
    : null;
  const scans = (report?.scans ?? []).map(({ scannedAt, ...scan }) => ({
    ...scan,
    scannedAt: scannedAt.toISOString(),
  }));
  // An answer without scans after one with scans takes nothing back.
  const digest = scans.length > 0 ? digestOf(scans) : parcel.digest;
  const quietPolls = digest === parcel.digest ? parcel.quiet_polls + 1 : 0;
  const isRecorded = digest === parcel.recorded_digest || scans.length === 0;
  const isOver = report?.isOver ?? false;
  await db.transaction(async (tx) => {
    // Its seller corrected the number meanwhile: this answer is about another parcel.
    if (!(await lockFollowed(tx, parcel.parcel_id, parcel.tracking_number))) return undefined;
    if (isOver && isRecorded) return deleteFollowed(tx, parcel.parcel_id);
    if (!isRecorded)
      await queueJob(
        tx,
        "shipping.scans_found",
        {
          parcelId: parcel.parcel_id,
          courier: parcel.courier,
          trackingNumber: parcel.tracking_number,
          source: parcel.provider,
          digest,
          scans,
        },
        { key: `shipping.scans_found ${parcel.parcel_id}` },
      );
    await recordAnswer(tx, parcel.parcel_id, {
      until,
      next: addDuration(now, pollInterval(quietPolls)),
      quietPolls,
      digest,
      isOver,
      now,
    });
  });
}

function digestOf(scans: readonly object[]): string {
  return createHash("sha256").update(JSON.stringify(scans)).digest("base64url");
}
