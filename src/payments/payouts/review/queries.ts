import { pageOf, sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { isOfHeldShop } from "../queries.ts";
import type { PayoutAttention, PayoutPurpose, PayoutStatus } from "../rules.ts";
import type { FileLayout, LayoutColumn, PayoutView } from "./rules.ts";

const conditions: Readonly<Record<PayoutView, Sql>> = {
  waiting: sql`p.status = 'requested'`,
  // A result may be entered after the payout was paid: that it came back.
  manual: sql`p.provider = 'manual' and (p.status in ('approved', 'sent') or p.entered_outcome is not null)`,
  attention: sql`p.attention is not null`,
  open: sql`p.status in ('requested', 'approved', 'sent')`,
  ended: sql`p.status in ('paid', 'failed', 'returned', 'cancelled')`,
};

export type ReviewedRow = {
  id: string;
  reference: string;
  purpose: PayoutPurpose;
  /** The order that a refund is about. */
  order_id: string | null;
  invoice: string | null;
  user_id: string;
  owner: string;
  user_name: string;
  amount: Rupiah;
  fee: Rupiah;
  bank_code: string;
  last4: string;
  holder_name: string | null;
  status: PayoutStatus;
  needed_approvals: number;
  provider: string | null;
  attention: PayoutAttention | null;
  is_shop_held: boolean;
  entered_outcome: "paid" | "failed" | "returned" | null;
  entered_reference: string | null;
  entered_by: string | null;
  bank_reference: string | null;
  requested_at: Date;
  events: { kind: string; actor_id: string | null; actor: string | null; note: string; at: string }[];
};

const reviewed = sql`
    select p.id, p.reference, p.purpose, o.id as order_id, o.invoice, p.user_id, coalesce(s.name, u.name) as owner, u.name as user_name, p.amount, p.fee, p.bank_code, p.last4,
      p.holder_name, p.status, p.needed_approvals, p.provider, p.attention, p.entered_outcome, p.entered_reference, p.entered_by,
      p.bank_reference, p.requested_at, ${isOfHeldShop} as is_shop_held,
      (select coalesce(json_agg(json_build_object('kind', e.kind, 'actor_id', e.actor_id, 'actor', a.name, 'note', e.note, 'at', e.created_at) order by e.id), '[]')
        from payout_events e left join users a on a.id = e.actor_id where e.payout_id = p.id) as events
    from payouts p join users u on u.id = p.user_id left join shops s on s.id = p.shop_id
    left join refunds r on r.id = p.refund_id left join orders o on o.id = r.order_id`;

/** Payouts of a view, with owner and history. Those that wait come oldest first, the ended ones newest first. */
export function listReviewedPayouts(
  db: Queryable,
  view: PayoutView,
  limit: number,
  offset: number,
): Promise<ReviewedRow[]> {
  const order = view === "ended" ? sql`p.id desc` : sql`p.id`;
  return db.rows(sql`${reviewed} where ${conditions[view]} order by ${order} ${pageOf(limit, offset)}`);
}

/** A payout of any view. */
export function findReviewedPayout(db: Queryable, payoutId: string): Promise<ReviewedRow | undefined> {
  return db.row(sql`${reviewed} where p.id = ${payoutId}`);
}

/** How many payouts wait for an operator, and how many can be put into a file. */
export async function countReviews(
  db: Queryable,
): Promise<{ waiting: number; manual: number; attention: number; to_export: number }> {
  const row = await db.row<{ waiting: number; manual: number; attention: number; to_export: number }>(sql`
    select count(*) filter (where ${conditions.waiting})::int as waiting, count(*) filter (where ${conditions.manual})::int as manual,
      count(*) filter (where ${conditions.attention})::int as attention,
      count(*) filter (where p.provider = 'manual' and p.status = 'approved' and not ${isOfHeldShop})::int as to_export
    from payouts p where p.status in ('requested', 'approved', 'sent') or p.attention is not null or p.entered_outcome is not null`);
  return row ?? { waiting: 0, manual: 0, attention: 0, to_export: 0 };
}

/** Stores the result that an operator entered. False when the payout does not wait for one. */
export async function saveEnteredResult(
  tx: Tx,
  payoutId: string,
  result: { outcome: "paid" | "failed" | "returned"; bankReference: string | null; operatorId: string },
): Promise<boolean> {
  const status = result.outcome === "returned" ? sql`'paid'` : sql`'sent'`;
  return (
    (await tx.run(sql`
      update payouts set entered_outcome = ${result.outcome}, entered_reference = ${result.bankReference}, entered_by = ${result.operatorId}
      where id = ${payoutId} and status = ${status} and (provider = 'manual' or attention is not null)`)) === 1
  );
}

/** The entered result of a payout, locked. */
export function lockEnteredResult(
  tx: Tx,
  payoutId: string,
): Promise<
  | {
      entered_outcome: "paid" | "failed" | "returned" | null;
      entered_reference: string | null;
      entered_by: string | null;
    }
  | undefined
> {
  return tx.row(sql`
    select entered_outcome, entered_reference, entered_by from payouts where id = ${payoutId} for update`);
}

/** Removes the entered result, and the mark that an operator has to look. */
export async function clearEnteredResult(tx: Tx, payoutId: string, isSolved: boolean): Promise<void> {
  await tx.run(sql`
    update payouts set entered_outcome = null, entered_reference = null, entered_by = null,
      attention = case when ${isSolved} then null else attention end where id = ${payoutId}`);
}

// Files

/**
 * Puts approved manual payouts into a new batch and marks them as sent, without those of shops that are on hold.
 * Undefined when there are none.
 */
export async function insertBatch(
  tx: Tx,
  operatorId: string,
  limit: number,
  now: Date,
): Promise<{ id: string; payoutIds: string[] } | undefined> {
  const batch = await tx.row<{ id: string }>(
    sql`insert into payout_batches (created_by, created_at) values (${operatorId}, ${now}) returning id`,
  );
  const rows = await tx.rows<{ id: string }>(sql`
    with chosen as materialized (
      select p.id from payouts p where p.provider = 'manual' and p.status = 'approved' and not ${isOfHeldShop}
      order by p.id limit ${limit} for update of p skip locked
    )
    update payouts p set status = 'sent', sent_at = ${now}, sends = 1, batch_id = ${batch?.id ?? null}
    from chosen where p.id = chosen.id returning p.id`);
  return batch && rows.length > 0 ? { id: batch.id, payoutIds: rows.map(({ id }) => id) } : undefined;
}

/** The latest batches. `open`: payouts without a confirmed result. */
export function listBatches(
  db: Queryable,
  limit: number,
): Promise<{ id: string; payouts: number; total: Rupiah; open: number; created_at: Date }[]> {
  return db.rows(sql`
    select b.id, count(p.id)::int as payouts, coalesce(sum(p.amount - p.fee), 0)::bigint as total,
      count(p.id) filter (where p.status = 'sent')::int as open, b.created_at
    from payout_batches b left join payouts p on p.batch_id = b.id group by b.id order by b.id desc limit ${limit}`);
}

/** The payouts of a batch that still have their account, for its file. */
export function listBatchPayouts(
  db: Queryable,
  batchId: string,
): Promise<
  {
    reference: string;
    bank_code: string;
    number_sealed: Buffer;
    holder_name: string;
    amount: Rupiah;
    purpose: PayoutPurpose;
  }[]
> {
  return db.rows(sql`
    select reference, bank_code, number_sealed, holder_name, amount - fee as amount, purpose from payouts
    where batch_id = ${batchId} and number_sealed is not null and holder_name is not null order by id`);
}

export type LayoutRow = { id: string } & FileLayout;

/** The layouts of banks' files. */
export async function listLayouts(db: Queryable): Promise<LayoutRow[]> {
  const rows = await db.rows<{
    id: string;
    name: string;
    separator: "," | ";";
    first_row: string;
    columns: LayoutColumn[];
  }>(sql`select id, name, separator, first_row, columns from payout_layouts order by name`);
  return rows.map(({ first_row: firstRow, ...row }) => ({ ...row, firstRow }));
}

/** Saves a layout under its name and returns its id. */
export async function saveLayout(tx: Queryable, layout: FileLayout, now: Date): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into payout_layouts (name, separator, first_row, columns, updated_at)
    values (${layout.name}, ${layout.separator}, ${layout.firstRow}, ${JSON.stringify(layout.columns)}::jsonb, ${now})
    on conflict (name) do update set separator = excluded.separator, first_row = excluded.first_row, columns = excluded.columns,
      updated_at = excluded.updated_at
    returning id`);
  if (!row) throw new Error("a layout was not stored");
  return row.id;
}

/** Deletes a layout. False when there is none. */
export async function deleteLayout(db: Queryable, layoutId: string): Promise<boolean> {
  return (await db.run(sql`delete from payout_layouts where id = ${layoutId}`)) === 1;
}
