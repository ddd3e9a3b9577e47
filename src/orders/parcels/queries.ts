import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { ScanSource, TrackingStatus } from "#shipping/rules.ts";
import type { ParcelDirection, ParcelState, ScanReporter } from "./rules.ts";

export type ParcelRow = {
  id: string;
  order_id: string;
  direction: ParcelDirection;
  courier: string;
  courier_name: string;
  tracking_number: string | null;
  state: ParcelState;
  scan_source: ScanSource | null;
  booked_with: "biteship" | null;
  external_id: string | null;
  /** Grams, as the courier weighed it. */
  weight_g: number | null;
  /** What the courier asks of the marketplace for it. */
  cost: Rupiah | null;
  shipped_at: Date | null;
  arrived_at: Date | null;
  created_at: Date;
};

const columns = sql`id, order_id, direction, courier, courier_name, tracking_number, state, scan_source, booked_with, external_id, weight_g, cost,
  shipped_at, arrived_at, created_at`;

/** Stores a parcel and returns its id. Violates `parcels_tracking_number` when its number was used before. */
export async function insertParcel(tx: Tx, parcel: Omit<ParcelRow, "id" | "arrived_at">): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into parcels (order_id, direction, courier, courier_name, tracking_number, state, scan_source, booked_with, external_id, weight_g, cost, shipped_at, created_at)
    values (${parcel.order_id}, ${parcel.direction}, ${parcel.courier}, ${parcel.courier_name}, ${parcel.tracking_number}, ${parcel.state}, ${parcel.scan_source},
      ${parcel.booked_with}, ${parcel.external_id}, ${parcel.weight_g}, ${parcel.cost}, ${parcel.shipped_at}, ${parcel.created_at})
    returning id`);
  if (!row) throw new Error("a parcel was not stored");
  return row.id;
}

/** One parcel, or undefined. */
export function findParcel(db: Queryable, parcelId: string): Promise<ParcelRow | undefined> {
  return db.row(sql`select ${columns} from parcels where id = ${parcelId}`);
}

/** The parcels of an order, oldest first. */
export function listParcels(db: Queryable, orderId: string): Promise<ParcelRow[]> {
  return db.rows(sql`select ${columns} from parcels where order_id = ${orderId} order by created_at, id`);
}

/** Whether this tracking number was used with any service of the courier's company. */
export async function isTrackingNumberUsed(db: Queryable, courier: string, trackingNumber: string): Promise<boolean> {
  return (
    (await db.row(sql`
      select 1 from parcels
      where tracking_number = ${trackingNumber} and split_part(courier, '-', 1) = split_part(${courier}, '-', 1)`)) !==
    undefined
  );
}

/** Stores that a parcel arrived. False when it had arrived before or never went. */
export async function updateArrived(tx: Tx, parcelId: string, at: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      update parcels set state = 'arrived', arrived_at = ${at}, shipped_at = coalesce(shipped_at, ${at})
      where id = ${parcelId} and state in ('booked', 'shipped', 'returned')`)) === 1
  );
}

/** Stores that an order's parcels to the buyer that are under way have arrived. */
export async function updateAllArrived(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update parcels set state = 'arrived', arrived_at = ${at}, shipped_at = coalesce(shipped_at, ${at})
    where order_id = ${orderId} and direction = 'out' and state in ('booked', 'shipped')`);
}

/** Whether a parcel to the buyer is still on its way. */
export async function hasOpenParcel(tx: Tx, orderId: string): Promise<boolean> {
  return (
    (await tx.row(sql`
      select 1 from parcels where order_id = ${orderId} and direction = 'out' and state in ('booked', 'shipped')`)) !==
    undefined
  );
}

/** Stores a scan. False when the same scan is stored already. */
export async function insertScan(
  tx: Tx,
  scan: {
    parcelId: string;
    status: TrackingStatus;
    place: string;
    note: string;
    source: ScanReporter;
    scannedAt: Date;
    now: Date;
  },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      insert into tracking_scans (parcel_id, status, place, note, source, scanned_at, recorded_at)
      values (${scan.parcelId}, ${scan.status}, ${scan.place}, ${scan.note}, ${scan.source}, ${scan.scannedAt}, ${scan.now})
      on conflict (parcel_id, status, place, scanned_at) do nothing`)) === 1
  );
}

/** Statuses of a parcel's scans, oldest first. */
export async function findScanStatuses(db: Queryable, parcelId: string): Promise<string[]> {
  const rows = await db.rows<{ status: string }>(
    sql`select status from tracking_scans where parcel_id = ${parcelId} order by scanned_at, id`,
  );
  return rows.map((row) => row.status);
}

/** The phone of the person to whom an order's parcel goes: the buyer's address, or the seller for a return. */
export async function findRecipientPhone(
  db: Queryable,
  orderId: string,
  direction: ParcelDirection,
): Promise<string | null> {
  const row = await db.row<{ phone: string | null }>(sql`
    select case when ${direction}::text = 'return' then u.phone else o.address ->> 'phone' end as phone
    from orders o join shops s on s.id = o.shop_id join users u on u.id = s.owner_id where o.id = ${orderId}`);
  return row?.phone ?? null;
}
