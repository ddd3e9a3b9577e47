import { sql, type Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { OrderActor, OrderStatus } from "#orders/rules.ts";
import type { TrackingStatus } from "#shipping/rules.ts";
import type { CaseFileEvidence } from "./rules.ts";

/** What happened to the order, oldest first. */
export function listOrderEvents(
  db: Queryable,
  orderId: string,
): Promise<{ action: string; to_status: OrderStatus; actor: OrderActor; reason: string; created_at: Date }[]> {
  return db.rows(sql`
    select action, to_status, actor, reason, created_at from order_events where order_id = ${orderId} order by created_at, id`);
}

/** What couriers and the seller reported about all parcels of the order, oldest first. */
export function listScans(
  db: Queryable,
  orderId: string,
): Promise<
  {
    status: TrackingStatus;
    place: string;
    note: string;
    resi: string | null;
    courier_name: string;
    /** The seller says so; no courier does. */
    by_seller: boolean;
    scanned_at: Date;
  }[]
> {
  return db.rows(sql`
    select t.status, t.place, t.note, p.tracking_number as resi, p.courier_name, t.source = 'seller' as by_seller, t.scanned_at
    from tracking_scans t join parcels p on p.id = t.parcel_id where p.order_id = ${orderId} order by t.scanned_at, t.id`);
}

/** The keys of the files of a case, by their ids. */
export async function listEvidenceKeys(db: Queryable, complaintId: string): Promise<Map<string, CaseFileEvidence>> {
  const rows = await db.rows<CaseFileEvidence & { id: string }>(sql`
    select e.id, e.key, e.type, e.bytes
    from complaint_evidence e join complaint_messages m on m.id = e.message_id where m.complaint_id = ${complaintId}`);
  return new Map(rows.map(({ id, ...file }) => [id, file]));
}

/**
 * The ledger's events that moved what is held for the order, oldest first. Of a payment for several orders only what
 * went to this one.
 */
export function listMovements(
  db: Queryable,
  orderId: string,
): Promise<{ kind: string; created_at: Date; movements: { account: string; amount: Rupiah }[] }[]> {
  return db.rows(sql`
    select t.kind, t.created_at,
      (select json_agg(json_build_object('account', a.kind, 'amount', e.amount) order by a.kind)
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where e.transaction_id = t.id and (a.id = held.id or (t.kind not in ('payment_received', 'late_payment_received')
          and a.kind <> 'escrow'))) as movements
    from ledger_accounts held join ledger_entries x on x.account_id = held.id join ledger_transactions t on t.id = x.transaction_id
    where held.kind = 'escrow' and held.owner = ${orderId}::text order by t.created_at, t.id`);
}
