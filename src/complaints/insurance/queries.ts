import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { Claimant, ClaimState } from "./rules.ts";

export type InsuredOrder = {
  /** The price of the goods, which is what the courier insured. */
  insured: Rupiah;
  courier_name: string;
  claimant: Claimant;
  /** What the order has earned its shop. */
  earned: Rupiah;
  /** Whether the order's money was divided, so that what the shop lost is known. */
  is_settled: boolean;
  /** What couriers paid for all claims of the order so far, and how much of it the shop got. */
  paid: Rupiah;
  to_shop: Rupiah;
};

/** What is insured of an order; undefined for one that is not insured. Its claims are locked by the order's lock. */
export function findInsuredOrder(db: Queryable, orderId: string): Promise<InsuredOrder | undefined> {
  return db.row(sql`
    select o.goods_total as insured, o.courier_name, o.earned, o.settled_at is not null as is_settled, claimed.paid, claimed.to_shop,
      case when exists (select from parcels p where p.order_id = o.id and p.direction = 'out' and p.booked_with is not null and p.state <> 'cancelled')
        then 'marketplace' else 'shop' end as claimant
    from orders o
    cross join lateral (select coalesce(sum(paid), 0)::bigint as paid, coalesce(sum(to_shop), 0)::bigint as to_shop
      from insurance_claims where order_id = o.id and state = 'paid') claimed
    where o.id = ${orderId} and exists (select from order_adjustments a where a.order_id = o.id and a.kind = 'insurance')`);
}

export type ClaimRow = {
  id: string;
  claimant: Claimant;
  insured: Rupiah;
  state: ClaimState;
  paid: Rupiah;
  to_shop: Rupiah;
  reference: string;
  note: string;
  asked_by: string;
  asked_at: Date;
  /** Until when the courier answers. */
  due_at: Date;
  decided_at: Date | null;
};

/** The claim of a case. */
export function findClaim(db: Queryable, complaintId: string): Promise<ClaimRow | undefined> {
  return db.row(sql`
    select id, claimant, insured, state, paid, to_shop, reference, note, asked_by, asked_at, due_at, decided_at from insurance_claims where complaint_id = ${complaintId}`);
}

/** Stores that a courier was asked, and returns the claim's id. The caller holds the lock of the case. */
export async function insertClaim(
  tx: Tx,
  one: {
    complaintId: string;
    orderId: string;
    claimant: Claimant;
    insured: Rupiah;
    note: string;
    operatorId: string;
    dueAt: Date;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into insurance_claims (complaint_id, order_id, claimant, insured, state, note, asked_by, asked_at, due_at, remind_at)
    values (${one.complaintId}, ${one.orderId}, ${one.claimant}, ${one.insured}, 'asked', ${one.note}, ${one.operatorId}, ${one.now}, ${one.dueAt}, ${one.dueAt}) returning id`);
  if (!row) throw new Error("a claim was not stored");
  return row.id;
}

/**
 * Stores what the courier answered. The caller holds the lock of the case. Violates `insurance_claims_reference` when
 * the courier's payment to the marketplace was entered for another claim.
 */
export async function updateClaim(
  tx: Tx,
  claimId: string,
  one: {
    state: "paid" | "refused";
    paid: Rupiah;
    toShop: Rupiah;
    reference: string;
    note: string;
    operatorId: string;
    now: Date;
  },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update insurance_claims set state = ${one.state}, paid = ${one.paid}, to_shop = ${one.toShop}, reference = ${one.reference}, note = ${one.note},
        decided_by = ${one.operatorId}, decided_at = ${one.now}
      where id = ${claimId} and state = 'asked'`)) === 1
  );
}

/** What the shop got of the paid claims of a locked order, the latest first. */
export function listClaimsToShop(
  tx: Tx,
  orderId: string,
): Promise<{ id: string; complaint_id: string; to_shop: Rupiah }[]> {
  return tx.rows(sql`
    select id, complaint_id, to_shop from insurance_claims where order_id = ${orderId} and to_shop > 0 order by decided_at desc, id desc`);
}

/** Stores how much of a claim the shop keeps. The caller holds the lock of the order. */
export async function updateClaimToShop(tx: Tx, claimId: string, toShop: Rupiah): Promise<void> {
  await tx.run(sql`update insurance_claims set to_shop = ${toShop} where id = ${claimId} and to_shop > ${toShop}`);
}

export type WaitingClaim = {
  id: string;
  complaint_id: string;
  number: string;
  invoice: string;
  courier_name: string;
  buyer_id: string;
  seller_id: string;
  due_at: Date;
  remind_at: Date;
};

/** Claims without an answer of which operators are to be reminded by now, by id, after the id `after`. */
export function listWaitingClaims(
  db: Queryable,
  now: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<WaitingClaim[]> {
  return db.rows(sql`
    select i.id, i.complaint_id, c.number, o.invoice, o.courier_name, o.buyer_id, s.owner_id as seller_id, i.due_at, i.remind_at
    from insurance_claims i join complaints c on c.id = i.complaint_id join orders o on o.id = i.order_id join shops s on s.id = o.shop_id
    where i.state = 'asked' and i.remind_at <= ${now} and (${after}::uuid is null or i.id > ${after}) order by i.id limit ${limit}`);
}

/** Stores when operators are reminded next. False when another process reminded them, or the courier answered. */
export async function moveReminder(tx: Tx, one: Pick<WaitingClaim, "id" | "remind_at">, next: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      update insurance_claims set remind_at = ${next} where id = ${one.id} and state = 'asked' and date_trunc('milliseconds', remind_at) = ${one.remind_at}`)) ===
    1
  );
}
