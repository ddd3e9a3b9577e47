import { sql, type Queryable, type Tx } from "#lib/database.ts";

export type ReplacedNumber = { tracking_number: string; replaced_at: Date };

/** The numbers that a parcel had before the present one, oldest first. */
export function listReplacedNumbers(db: Queryable, parcelId: string): Promise<ReplacedNumber[]> {
  return db.rows(sql`
    select tracking_number, replaced_at from replaced_tracking_numbers where parcel_id = ${parcelId} order by replaced_at, tracking_number`);
}

/**
 * Gives a parcel another number and stores the one before as replaced. False when it is not the parcel's number any
 * more, the parcel was scanned, booked or has moved on, nothing waits for it, or it had `max` numbers before. Violates
 * `parcels_tracking_number` when a parcel has or had the new one.
 */
export async function replaceNumber(
  tx: Tx,
  parcel: { parcelId: string; courier: string; from: string; to: string; max: number; now: Date },
): Promise<boolean> {
  const { parcelId, courier, from, to, max, now } = parcel;
  const changed = await tx.run(sql`
    update parcels p set tracking_number = ${to}
    where p.id = ${parcelId} and p.tracking_number = ${from} and p.state = 'shipped' and p.booked_with is null
      and exists (select 1 from orders o where o.id = p.order_id and o.status = case when p.direction = 'out' then 'shipped' else 'disputed' end)
      and not exists (select 1 from tracking_scans t where t.parcel_id = p.id and t.source <> 'seller')
      and (select count(*) from replaced_tracking_numbers r where r.parcel_id = p.id) < ${max}`);
  if (changed === 0) return false;
  await tx.run(sql`
    insert into replaced_tracking_numbers (parcel_id, courier, tracking_number, replaced_at) values (${parcelId}, ${courier}, ${from}, ${now})`);
  return true;
}

/** Stores or extends the one finding about the replaced numbers of a parcel; the operators find it as a new one. */
export async function saveReplacementFinding(
  tx: Tx,
  finding: { orderId: string; parcelId: string; detail: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into parcel_findings (order_id, parcel_id, kind, detail, created_at)
    values (${finding.orderId}, ${finding.parcelId}, 'number_replaced', ${finding.detail.slice(0, 200)}, ${finding.now})
    on conflict (order_id, parcel_id, kind) do update set detail = excluded.detail, created_at = excluded.created_at`);
}
