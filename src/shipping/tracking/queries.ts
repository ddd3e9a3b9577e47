import { sql, type Queryable } from "#lib/database.ts";
import type { PlatformId } from "../providers/rules.ts";

export type FollowedParcel = {
  parcel_id: string;
  provider: PlatformId;
  courier: string;
  tracking_number: string;
  external_id: string | null;
  phone_end: string | null;
  followed_at: Date;
  quiet_polls: number;
  failures: number;
  digest: string;
  recorded_digest: string;
};

const columns = sql`parcel_id, provider, courier, tracking_number, external_id, phone_end, followed_at, quiet_polls, failures, digest,
  recorded_digest`;

/** Stores that a parcel is followed; a parcel that is followed already gets these values. */
export async function saveFollowed(
  tx: Queryable,
  parcel: Omit<FollowedParcel, "quiet_polls" | "failures" | "digest" | "recorded_digest">,
): Promise<void> {
  await tx.run(sql`
    insert into tracking_polls (parcel_id, provider, courier, tracking_number, external_id, phone_end, followed_at, poll_at)
    values (${parcel.parcel_id}, ${parcel.provider}, ${parcel.courier}, ${parcel.tracking_number}, ${parcel.external_id}, ${parcel.phone_end}, ${parcel.followed_at}, ${parcel.followed_at})
    on conflict (parcel_id) do update set provider = excluded.provider, courier = excluded.courier, tracking_number = excluded.tracking_number,
      external_id = excluded.external_id, phone_end = excluded.phone_end, poll_at = excluded.poll_at, quiet_polls = 0, failures = 0,
      answered_at = null, reached_at = null, digest = '', recorded_digest = '', is_over = false, ends_at = null`);
}

/** Deletes the row of a parcel, if it is followed. */
export async function deleteFollowed(tx: Queryable, parcelId: string): Promise<void> {
  await tx.run(sql`delete from tracking_polls where parcel_id = ${parcelId}`);
}

/** Locks the row of a parcel. False when it is not followed under this number any more. */
export async function lockFollowed(tx: Queryable, parcelId: string, trackingNumber: string): Promise<boolean> {
  return (
    (await tx.row(sql`
      select 1 from tracking_polls where parcel_id = ${parcelId} and tracking_number = ${trackingNumber} for update`)) !==
    undefined
  );
}

/** Claims the parcel of this platform that has been due longest, until `until`. One statement. */
export function claimDue(
  db: Queryable,
  provider: PlatformId,
  now: Date,
  until: Date,
): Promise<FollowedParcel | undefined> {
  return db.row(sql`
    with next as materialized (
      select parcel_id as next_id from tracking_polls where provider = ${provider} and poll_at <= ${now} order by poll_at, parcel_id limit 1 for update skip locked
    )
    update tracking_polls set poll_at = ${until} from next where parcel_id = next_id returning ${columns}`);
}

/**
 * Stores the platform's answer to a poll that was claimed until `until`. A parcel that a notification made due
 * meanwhile stays due.
 */
export async function recordAnswer(
  db: Queryable,
  parcelId: string,
  answer: { until: Date; next: Date; quietPolls: number; digest: string; isOver: boolean; now: Date },
): Promise<void> {
  await db.run(sql`
    update tracking_polls set poll_at = case when poll_at = ${answer.until} then ${answer.next} else poll_at end, quiet_polls = ${answer.quietPolls},
      failures = 0, answered_at = ${answer.now}, reached_at = ${answer.now}, digest = ${answer.digest}, is_over = ${answer.isOver}
    where parcel_id = ${parcelId}`);
}

/**
 * Stores that a poll of a parcel under this number failed. `reachedAt` is null when the platform itself was not
 * reached.
 */
export async function recordFailure(
  db: Queryable,
  parcelId: string,
  poll: { trackingNumber: string; until: Date; next: Date; failures: number; reachedAt: Date | null },
): Promise<void> {
  await db.run(sql`
    update tracking_polls set poll_at = case when poll_at = ${poll.until} then ${poll.next} else poll_at end, failures = ${poll.failures},
      reached_at = coalesce(${poll.reachedAt}::timestamptz, reached_at)
    where parcel_id = ${parcelId} and tracking_number = ${poll.trackingNumber}`);
}

/** Stores which answer orders recorded. A parcel of which nothing more will be reported is deleted then. */
export async function updateRecorded(tx: Queryable, parcelId: string, digest: string): Promise<void> {
  await tx.run(sql`update tracking_polls set recorded_digest = ${digest} where parcel_id = ${parcelId}`);
  await tx.run(sql`delete from tracking_polls where parcel_id = ${parcelId} and is_over and digest = recorded_digest`);
}

/** Makes the parcels that a notification names due now. Returns their number. */
export async function makeDue(
  db: Queryable,
  {
    provider,
    externalId,
    trackingNumber,
  }: { provider: PlatformId; externalId: string | null; trackingNumber: string | null },
  now: Date,
): Promise<number> {
  return db.run(sql`
    update tracking_polls set poll_at = least(poll_at, ${now})
    where provider = ${provider} and (external_id = ${externalId} or tracking_number = ${trackingNumber})`);
}

/** Deletes the rows of parcels that are followed since before a moment, or whose order has ended. */
export async function deleteEnded(db: Queryable, { before, now }: { before: Date; now: Date }): Promise<void> {
  await db.run(sql`delete from tracking_polls where followed_at < ${before} or ends_at <= ${now}`);
}

/** Deletes the rows of the parcels of an order. */
export async function deleteFollowedOf(tx: Queryable, orderId: string): Promise<void> {
  await tx.run(sql`delete from tracking_polls where parcel_id in (select id from parcels where order_id = ${orderId})`);
}

/** Stores when following the parcels of an order ends. */
export async function updateEndsAt(tx: Queryable, orderId: string, endsAt: Date): Promise<void> {
  await tx.run(sql`
    update tracking_polls set ends_at = ${endsAt} where parcel_id in (select id from parcels where order_id = ${orderId})`);
}

/**
 * Whether the platform answered since a moment about every followed parcel to the buyer that is under way and orders
 * recorded it all, and whether the platform was reached at all about each. Both are true when none is followed.
 */
export async function readSight(
  db: Queryable,
  orderId: string,
  since: Date,
): Promise<{ isSeen: boolean; isReached: boolean }> {
  const row = await db.row<{ seen: boolean; reached: boolean }>(sql`
    select coalesce(bool_and(coalesce(t.answered_at >= ${since}, false) and t.digest = t.recorded_digest), true) as seen,
      coalesce(bool_and(coalesce(t.reached_at >= ${since}, false)), true) as reached
    from tracking_polls t join parcels p on p.id = t.parcel_id
    where p.order_id = ${orderId} and p.direction = 'out' and p.state in ('booked', 'shipped')`);
  return { isSeen: row?.seen ?? true, isReached: row?.reached ?? true };
}

/**
 * Makes the parcels of an order due now that were not asked about since a moment. One whose poll failed keeps its time,
 * so that a platform that is down is not asked every minute.
 */
export async function makeOrderDue(db: Queryable, orderId: string, since: Date, now: Date): Promise<void> {
  await db.run(sql`
    update tracking_polls set poll_at = ${now}
    where parcel_id in (select id from parcels where order_id = ${orderId}) and failures = 0 and poll_at > ${now}
      and (answered_at is null or answered_at < ${since})`);
}
