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
  scans: number;
};

const columns = sql`parcel_id, provider, courier, tracking_number, external_id, phone_end, followed_at, quiet_polls, failures, scans`;

/** Stores that a parcel is followed; a parcel that is followed already gets these values. */
export async function saveFollowed(
  tx: Queryable,
  parcel: Omit<FollowedParcel, "quiet_polls" | "failures" | "scans">,
): Promise<void> {
  await tx.run(sql`
    insert into tracking_polls (parcel_id, provider, courier, tracking_number, external_id, phone_end, followed_at, poll_at)
    values (${parcel.parcel_id}, ${parcel.provider}, ${parcel.courier}, ${parcel.tracking_number}, ${parcel.external_id}, ${parcel.phone_end}, ${parcel.followed_at}, ${parcel.followed_at})
    on conflict (parcel_id) do update set provider = excluded.provider, courier = excluded.courier, tracking_number = excluded.tracking_number,
      external_id = excluded.external_id, phone_end = excluded.phone_end, poll_at = excluded.poll_at, quiet_polls = 0, failures = 0, scans = 0`);
}

/** Deletes the row of a parcel, if it is followed. */
export async function deleteFollowed(tx: Queryable, parcelId: string): Promise<void> {
  await tx.run(sql`delete from tracking_polls where parcel_id = ${parcelId}`);
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
 * Stores the result of a poll that was claimed until `until`. A parcel that a notification made due meanwhile stays
 * due.
 */
export async function recordPoll(
  db: Queryable,
  parcelId: string,
  poll: { until: Date; next: Date; quietPolls: number; failures: number; scans: number },
): Promise<void> {
  await db.run(sql`
    update tracking_polls set poll_at = case when poll_at = ${poll.until} then ${poll.next} else poll_at end, quiet_polls = ${poll.quietPolls},
      failures = ${poll.failures}, scans = ${poll.scans}
    where parcel_id = ${parcelId}`);
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

/** Stops following parcels since before a moment. */
export async function deleteFollowedBefore(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from tracking_polls where followed_at < ${before}`);
}

/** Deletes the rows of the parcels of an order. */
export async function deleteFollowedOf(tx: Queryable, orderId: string): Promise<void> {
  await tx.run(sql`delete from tracking_polls where parcel_id in (select id from parcels where order_id = ${orderId})`);
}

/** Whether the last poll of a parcel of this order failed. */
export async function isPollFailing(db: Queryable, orderId: string): Promise<boolean> {
  return (
    (await db.row(sql`
      select 1 from tracking_polls t join parcels p on p.id = t.parcel_id where p.order_id = ${orderId} and t.failures > 0 limit 1`)) !==
    undefined
  );
}
