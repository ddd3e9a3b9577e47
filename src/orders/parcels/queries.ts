import { pageOf, sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { ScanSource, TrackingStatus } from "#shipping/rules.ts";
import type { FindingKind, ParcelContents, ParcelDirection, ParcelState, ScanReporter } from "./rules.ts";

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
  /** The pieces of a further parcel; null where the seller did not say them. */
  contents: ParcelContents | null;
  shipped_at: Date | null;
  arrived_at: Date | null;
  created_at: Date;
};

const columns = sql`id, order_id, direction, courier, courier_name, tracking_number, state, scan_source, booked_with, external_id, weight_g, cost, contents,
  shipped_at, arrived_at, created_at`;

/** Stores a parcel and returns its id. Violates `parcels_tracking_number` when its number was used before. */
export async function insertParcel(tx: Tx, parcel: Omit<ParcelRow, "id" | "arrived_at">): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into parcels (order_id, direction, courier, courier_name, tracking_number, state, scan_source, booked_with, external_id, weight_g, cost, contents, shipped_at, created_at)
    values (${parcel.order_id}, ${parcel.direction}, ${parcel.courier}, ${parcel.courier_name}, ${parcel.tracking_number}, ${parcel.state}, ${parcel.scan_source},
      ${parcel.booked_with}, ${parcel.external_id}, ${parcel.weight_g}, ${parcel.cost}, ${parcel.contents && JSON.stringify(parcel.contents)}::jsonb, ${parcel.shipped_at}, ${parcel.created_at})
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

/** Whether this tracking number was used with any service of the courier's company, also if it was replaced since. */
export async function isTrackingNumberUsed(db: Queryable, courier: string, trackingNumber: string): Promise<boolean> {
  // One statement, so that a number that is being replaced is found in one of the two.
  return (
    (await db.row(sql`
      select 1 from (select courier, tracking_number from parcels union all select courier, tracking_number from replaced_tracking_numbers) n
      where n.tracking_number = ${trackingNumber} and split_part(n.courier, '-', 1) = split_part(${courier}, '-', 1)`)) !==
    undefined
  );
}

/** Whether a parcel of the order's shop, or one to it, has or had this tracking number, with whatever courier. */
export async function isTrackingNumberOfShop(db: Queryable, orderId: string, trackingNumber: string): Promise<boolean> {
  return (
    (await db.row(sql`
      select 1 from parcels p join orders o on o.id = p.order_id
      where p.id in (select id from parcels where tracking_number = ${trackingNumber}
          union all select parcel_id from replaced_tracking_numbers where tracking_number = ${trackingNumber})
        and o.shop_id = (select shop_id from orders where id = ${orderId})`)) !== undefined
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

/** Stores that the courier brought a parcel back to its sender. False when it had arrived or never went. */
export async function updateReturned(tx: Tx, parcelId: string): Promise<boolean> {
  return (
    (await tx.run(
      sql`update parcels set state = 'returned' where id = ${parcelId} and state in ('booked', 'shipped')`,
    )) === 1
  );
}

/** Stores that an order's parcels to the buyer that were under way came back. */
export async function updateOpenReturned(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`
    update parcels set state = 'returned' where order_id = ${orderId} and direction = 'out' and state in ('booked', 'shipped')`);
}

/** Stores that nothing reports the scans of an order's parcels to the buyer any more. */
export async function updateSilent(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`update parcels set scan_source = null where order_id = ${orderId} and direction = 'out'`);
}

/** Stores that the parcels on their way to the buyer have arrived. An awaited courier is cancelled instead. */
export async function updateAllArrived(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update parcels set state = 'arrived', arrived_at = ${at}, shipped_at = coalesce(shipped_at, ${at})
    where order_id = ${orderId} and direction = 'out' and state = 'shipped'`);
}

/** The lines of an order, and how many pieces of each are in further parcels or wait for their courier. */
export function listPieces(tx: Tx, orderId: string): Promise<{ line_id: string; quantity: number; taken: number }[]> {
  return tx.rows(sql`
    with packed as (
      select contents from parcels where order_id = ${orderId} and direction = 'out' and state <> 'cancelled'
      union all select contents from courier_bookings where order_id = ${orderId} and state in ('requested', 'drafted'))
    select l.id as line_id, l.quantity, coalesce((
      select sum(c.quantity) from packed cross join lateral jsonb_to_recordset(packed.contents) as c (line_id uuid, quantity int)
      where c.line_id = l.id), 0)::int as taken
    from order_lines l where l.order_id = ${orderId} order by l.id`);
}

/** Whether a parcel to the buyer is still on its way. */
export async function hasOpenParcel(tx: Tx, orderId: string): Promise<boolean> {
  return (
    (await tx.row(sql`
      select 1 from parcels where order_id = ${orderId} and direction = 'out' and state in ('booked', 'shipped')`)) !==
    undefined
  );
}

/**
 * When a report happened, as it is stored. Couriers' times are whole milliseconds. Those of a seller are a microsecond
 * later, so that a courier's scan with the same status, place and time is another row and not taken for a repetition.
 */
const momentOf = (source: ScanReporter, at: Date): Sql =>
  source === "seller" ? sql`${at}::timestamptz + interval '1 microsecond'` : sql`${at}::timestamptz`;

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
      values (${scan.parcelId}, ${scan.status}, ${scan.place}, ${scan.note}, ${scan.source}, ${momentOf(scan.source, scan.scannedAt)}, ${scan.now})
      on conflict (parcel_id, status, place, scanned_at) do nothing`)) === 1
  );
}

/**
 * Stores what the seller says about a parcel and returns its id; undefined when the order has `max` reports already, or
 * the same one at this moment.
 */
export async function insertProgress(
  tx: Tx,
  progress: {
    parcelId: string;
    status: TrackingStatus;
    place: string;
    note: string;
    proofKey: string | null;
    now: Date;
  },
  max: number,
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into tracking_scans (parcel_id, status, place, note, source, proof_key, scanned_at, recorded_at)
    select ${progress.parcelId}, ${progress.status}, ${progress.place}, ${progress.note}, 'seller', ${progress.proofKey}, ${momentOf("seller", progress.now)}, ${progress.now}
    where (select count(*) from tracking_scans t join parcels p on p.id = t.parcel_id
      where t.source = 'seller' and p.order_id = (select order_id from parcels where id = ${progress.parcelId})) < ${max}
    on conflict (parcel_id, status, place, scanned_at) do nothing
    returning id`);
  return row?.id;
}

/** The picture that proves a progress report, for the buyer or the seller of the order, or for `isMediator`. */
export async function findVisibleProof(
  db: Queryable,
  scanId: string,
  reader: { userId: string; isMediator: boolean },
): Promise<string | undefined> {
  const row = await db.row<{ key: string }>(sql`
    select t.proof_key as key from tracking_scans t join parcels p on p.id = t.parcel_id join orders o on o.id = p.order_id join shops s on s.id = o.shop_id
    where t.id = ${scanId} and t.proof_key is not null
      and (o.buyer_id = ${reader.userId} or s.owner_id = ${reader.userId} or ${reader.isMediator}::boolean)`);
  return row?.key;
}

/** Takes the pictures from progress reports of before this moment, at most 500. Returns their keys. */
export async function clearOldProofs(tx: Tx, before: Date): Promise<string[]> {
  return clearProofs(
    tx,
    sql`select id from tracking_scans where proof_key is not null and recorded_at < ${before} order by recorded_at, id limit 500`,
  );
}

/**
 * Takes the pictures from the progress reports that a user wrote as a seller or received as a buyer. Returns their
 * keys.
 */
export async function clearProofsOf(tx: Tx, userId: string): Promise<string[]> {
  return clearProofs(
    tx,
    sql`select t.id from tracking_scans t join parcels p on p.id = t.parcel_id join orders o on o.id = p.order_id join shops s on s.id = o.shop_id
        where t.proof_key is not null and (o.buyer_id = ${userId} or s.owner_id = ${userId})`,
  );
}

async function clearProofs(tx: Tx, scans: Sql): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(sql`
    with chosen as materialized (select t.id, t.proof_key from tracking_scans t where t.id in (${scans}) for update)
    update tracking_scans t set proof_key = null from chosen where t.id = chosen.id returning chosen.proof_key as key`);
  return rows.map(({ key }) => key);
}

/** Whether a courier has scanned the parcel. */
export async function hasScans(db: Queryable, parcelId: string): Promise<boolean> {
  return (
    (await db.row(sql`select 1 from tracking_scans where parcel_id = ${parcelId} and source <> 'seller' limit 1`)) !==
    undefined
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

/** Counts an attempt at the handing-over code of an order. False when there were `max` attempts since the moment. */
export async function countCodeAttempt(
  tx: Tx,
  orderId: string,
  { max, since, now }: { max: number; since: Date; now: Date },
): Promise<boolean> {
  const counted = await tx.run(sql`
    update parcels set
      code_attempts = case when code_attempts_since > ${since} then code_attempts + 1 else 1 end,
      code_attempts_since = case when code_attempts_since > ${since} then code_attempts_since else ${now} end
    where order_id = ${orderId} and direction = 'out' and (code_attempts_since is null or code_attempts_since <= ${since} or code_attempts < ${max})`);
  return counted > 0;
}

/** Stores a finding about an order or its parcel, once for each kind. False when it was stored before. */
export async function insertFinding(
  db: Queryable,
  finding: { orderId: string; parcelId: string | null; kind: FindingKind; detail: string; now: Date },
): Promise<boolean> {
  const stored = await db.run(sql`
    insert into parcel_findings (order_id, parcel_id, kind, detail, created_at)
    values (${finding.orderId}, ${finding.parcelId}, ${finding.kind}, ${finding.detail.slice(0, 200)}, ${finding.now})
    on conflict do nothing`);
  return stored === 1;
}

/**
 * The provinces of regencies that a place names, by code, and the province of the order's shop. Few regions have a last
 * word that the place has. Only they are compared by their whole name, because the expression costs milliseconds for
 * all 550.
 */
export async function findProvincesOfPlace(
  db: Queryable,
  orderId: string,
  place: string,
): Promise<{ shop: string; named: string[] } | undefined> {
  const words = ` ${place.toLowerCase().replace(/[^a-z]+/g, " ")} `;
  return db.row(sql`
    select s.province_code as shop, array(
      select distinct substr(r.code, 1, 2) from regions r
      where r.level in (1, 2) and strpos(${words}, ' ' || lower(split_part(r.name, ' ', -1)) || ' ') > 0
        and ${words} like '% ' || regexp_replace(lower(r.name), '^(kabupaten|kota administrasi|kota|daerah khusus ibukota|daerah istimewa) ', '') || ' %') as named
    from orders o join shops s on s.id = o.shop_id where o.id = ${orderId}`);
}

export type FindingRow = {
  id: string;
  kind: FindingKind;
  detail: string;
  created_at: Date;
  order_id: string;
  invoice: string;
  shop_name: string;
  shop_slug: string;
  courier_name: string;
  tracking_number: string | null;
};

/** Findings about parcels, newest first. */
export function listFindings(db: Queryable, limit: number, offset: number): Promise<FindingRow[]> {
  return db.rows(sql`
    select f.id, f.kind, f.detail, f.created_at, o.id as order_id, o.invoice, s.name as shop_name, s.slug as shop_slug,
      coalesce(p.courier_name, o.courier_name) as courier_name, p.tracking_number
    from parcel_findings f join orders o on o.id = f.order_id join shops s on s.id = o.shop_id left join parcels p on p.id = f.parcel_id
    order by f.created_at desc, f.id desc ${pageOf(limit, offset)}`);
}

export type LateOrder = {
  id: string;
  invoice: string;
  buyer_id: string;
  seller_id: string;
  shop_name: string;
  /** In how many days after shipping it should have arrived. */
  days: number;
  /** Until when its courier is waited for. */
  due_at: Date | null;
  buyer_province: string | null;
  shop_province: string;
  awaits_cash: boolean;
};

/**
 * Shipped orders whose courier's scans are read, whose parcel has not arrived when it should have, and whose buyer was
 * not notified of it. The longest overdue come first.
 */
export function listLateOrders(db: Queryable, now: Date, limit: number): Promise<LateOrder[]> {
  return db.rows(sql`
    select o.id, o.invoice, o.buyer_id, s.owner_id as seller_id, s.name as shop_name, d.days, o.due_at, o.address->>'provinceCode' as buyer_province, s.province_code as shop_province, o.cod and o.paid_at is null as awaits_cash
    from orders o join shops s on s.id = o.shop_id
    cross join lateral (select greatest(coalesce(o.usual_max_days, 0), coalesce(substring(o.eta from '([0-9]{1,2}) hari$')::int, 0)) as days) d
    where o.status = 'shipped' and d.days > 0 and o.shipped_at < ${now}::timestamptz - make_interval(days => d.days)
      and exists (select 1 from parcels p where p.order_id = o.id and p.direction = 'out' and p.state = 'shipped' and p.scan_source is not null)
      and not exists (select 1 from notifications n where n.user_id = o.buyer_id and n.dedupe_key = 'order-late ' || o.id)
    order by o.shipped_at, o.id limit ${limit}`);
}
