import type { AuditAction } from "#audit-log/rules.ts";
import type { CaseFileEvidence } from "#complaints/case-file/rules.ts";
import { sql, type Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { CorrectionKind, CorrectionState } from "#orders/corrections/rules.ts";
import type { FindingKind, ParcelState } from "#orders/parcels/rules.ts";
import type { BookingState } from "#orders/bookings/rules.ts";
import type { OrderActor, OrderStatus } from "#orders/rules.ts";
import type { AccountKind } from "#payments/ledger/rules.ts";
import { dividedCause, movedCause, type RefundWay } from "#payments/refunds/rules.ts";
import type { PaymentStatus } from "#payments/rules.ts";
import type { TrackingStatus } from "#shipping/rules.ts";
import { maxStoryEntries } from "./rules.ts";

export type StoryOrderRow = {
  id: string;
  checkout_id: string;
  invoice: string;
  status: OrderStatus;
  total: Rupiah;
  created_at: Date;
  due_at: Date | null;
  cod: boolean;
  courier_name: string;
  buyer_id: string;
  buyer_name: string;
  shop_slug: string;
  shop_name: string;
  complaint_id: string | null;
  has_papers: boolean;
  shipping_cost: Rupiah;
  /** What refunds gave back, less what came again, and how much of it were fees of the order. */
  refunded: Rupiah;
  fees_refunded: Rupiah;
  /** Other orders that were paid together with this one. */
  siblings: number;
  lines: { name: string; variant: string; quantity: number; amount: Rupiah }[];
  adjustments: { kind: string; bearer: string; amount: Rupiah }[];
};

/** The order that a story is about; undefined when there is none. */
export function findStoryOrder(db: Queryable, orderId: string): Promise<StoryOrderRow | undefined> {
  return db.row(sql`
    select o.id, o.checkout_id, o.invoice, o.status, o.total, o.created_at, o.due_at, o.cod, o.courier_name, o.shipping_cost, o.fees_refunded,
      (select coalesce(sum(r.amount), 0)::bigint from refunds r where r.order_id = o.id) as refunded,
      (select count(*)::int - 1 from orders x where x.checkout_id = o.checkout_id) as siblings,
      (select coalesce(json_agg(json_build_object('kind', a.kind, 'bearer', a.bearer, 'amount', a.amount) order by a.amount desc, a.kind), '[]')
        from (select kind, bearer, sum(amount) as amount from order_adjustments where order_id = o.id group by kind, bearer) a) as adjustments,
      b.id as buyer_id, b.name as buyer_name, s.slug as shop_slug, s.name as shop_name, o.paid_at is not null as has_papers,
      (select c.id from complaints c where c.order_id = o.id order by c.opened_at desc, c.id desc limit 1) as complaint_id,
      (select coalesce(json_agg(json_build_object('name', l.name, 'variant', coalesce(l.variant_name, ''), 'quantity', l.quantity, 'amount', l.price * l.quantity) order by l.id), '[]')
        from order_lines l where l.order_id = o.id) as lines
    from orders o join users b on b.id = o.buyer_id join shops s on s.id = o.shop_id where o.id = ${orderId}`);
}

/** One thing that happened; which fields it has depends on its kind. */
export type StoryRow = { at: Date } & (
  | { kind: "event"; action: string; status: OrderStatus; actor: OrderActor; reason: string }
  | { kind: "attempt"; provider: string; method: string; status: PaymentStatus; amount: Rupiah; reference: string }
  | { kind: "receipt"; provider: string; reference: string; amount: Rupiah }
  // `fees` is the part of `amount` that gives back fees of the order.
  | { kind: "refund"; reason: string; status: string; amount: Rupiah; fees: Rupiah }
  | { kind: "refund_done"; reason: string; way: RefundWay; amount: Rupiah; fees: Rupiah }
  | { kind: "refund_returned" | "refund_divided" | "refund_moved"; reason: string; amount: Rupiah; fees: Rupiah }
  | {
      kind: "correction";
      correction: CorrectionKind;
      state: CorrectionState;
      operator: string;
      reason: string;
      amount: Rupiah;
    }
  | { kind: "booking"; status: BookingState; failure: string }
  | { kind: "parcel"; direction: string; courier: string; resi: string; status: ParcelState }
  | { kind: "scan"; status: TrackingStatus; place: string; note: string; resi: string }
  | { kind: "finding"; finding: FindingKind }
  | { kind: "message"; message: string; author: string; number: string }
  | { kind: "ledger"; event: string; movements: { account: AccountKind; amount: number }[] }
  | { kind: "audit"; action: AuditAction; operator: string; reason: string }
);

/**
 * Everything that is stored about an order, the latest {@link maxStoryEntries}, newest first. Of a payment for several
 * orders the ledger shows only what is held for this one. A refund that was done when it was made is one entry.
 */
export async function listStory(
  db: Queryable,
  { orderId, checkoutId }: { orderId: string; checkoutId: string },
): Promise<StoryRow[]> {
  const ofOrder = sql`(order_id = ${orderId} or id in (select refund_id from order_corrections where order_id = ${orderId}))`;
  const fees = sql`(select coalesce(sum(p.amount), 0) from refund_parts p where p.refund_id = refunds.id and p.part = 'fees')`;
  // What of a refund was made again as another one, because the buyer's bank had taken the rest of it.
  const divided = sql`(select coalesce(sum(d.amount), 0) as amount, coalesce(sum(p.amount), 0) as fees from refunds d
    left join refund_parts p on p.refund_id = d.id and p.part = 'fees' where d.returns = refunds.id and starts_with(d.cause, ${dividedCause}))`;
  const rows = await db.rows<{ at: Date; kind: string; fields: object }>(sql`
    select at, kind, fields from (
      select created_at as at, 'event' as kind, id, jsonb_build_object('action', action, 'status', to_status, 'actor', actor, 'reason', reason) as fields
        from order_events where order_id = ${orderId}
      union all select a.created_at, 'attempt', a.id, jsonb_build_object('provider', a.provider, 'method', a.method, 'status', a.status, 'amount', a.amount, 'reference', a.reference)
        from payment_attempts a join payments p on p.id = a.payment_id where p.checkout_id = ${checkoutId}
      union all select r.received_at, 'receipt', r.id, jsonb_build_object('provider', r.provider, 'reference', r.reference, 'amount', r.amount)
        from payment_receipts r join payment_attempts a on a.id = r.attempt_id join payments p on p.id = a.payment_id where p.checkout_id = ${checkoutId}
      union all select created_at, 'refund', id, jsonb_build_object('reason', reason, 'status', status, 'amount', amount, 'fees', ${fees})
        from refunds where ${ofOrder} and done_at is distinct from created_at
      union all select created_at, case when starts_with(cause, ${dividedCause}) then 'refund_divided' when starts_with(cause, ${movedCause}) then 'refund_moved' else 'refund_returned' end, id,
          jsonb_build_object('reason', reason, 'amount', -amount, 'fees', -${fees})
        from refunds where order_id = ${orderId} and returns is not null
      union all select done_at, 'refund_done', id, jsonb_build_object('reason', reason, 'way', way, 'amount', refunds.amount + divided.amount, 'fees', ${fees} + divided.fees)
        from refunds cross join lateral ${divided} divided where ${ofOrder} and done_at is not null and returns is null
      union all select proposed_at, 'correction', k.id, jsonb_build_object('correction', k.kind, 'state', 'proposed', 'operator', coalesce(u.name, ''), 'reason', k.reason, 'amount', k.amount)
        from order_corrections k left join users u on u.id = k.proposed_by where k.order_id = ${orderId} and k.proposed_by is not null
      union all select decided_at, 'correction', k.id, jsonb_build_object('correction', k.kind, 'state', k.state, 'operator', coalesce(u.name, ''),
          'reason', case when k.proposed_by is null then k.reason else k.answer end, 'amount', k.amount)
        from order_corrections k left join users u on u.id = k.decided_by where k.order_id = ${orderId} and k.decided_at is not null
      union all select updated_at, 'booking', id, jsonb_build_object('status', state, 'failure', coalesce(failure, ''))
        from courier_bookings where order_id = ${orderId}
      union all select created_at, 'parcel', id, jsonb_build_object('direction', direction, 'courier', courier_name, 'resi', coalesce(tracking_number, ''), 'status', state)
        from parcels where order_id = ${orderId}
      union all select t.scanned_at, 'scan', t.id, jsonb_build_object('status', t.status, 'place', t.place, 'note', t.note, 'resi', coalesce(p.tracking_number, ''))
        from tracking_scans t join parcels p on p.id = t.parcel_id where p.order_id = ${orderId}
      union all select created_at, 'finding', id, jsonb_build_object('finding', kind)
        from parcel_findings where order_id = ${orderId}
      union all select m.created_at, 'message', m.id, jsonb_build_object('message', m.kind, 'author', m.author, 'number', c.number)
        from complaint_messages m join complaints c on c.id = m.complaint_id where c.order_id = ${orderId}
      union all select t.created_at, 'ledger', t.id, jsonb_build_object('event', t.kind, 'movements',
          (select jsonb_agg(jsonb_build_object('account', a.kind, 'amount', e.amount) order by e.amount, a.kind)
            from ledger_entries e join ledger_accounts a on a.id = e.account_id
            where e.transaction_id = t.id and (a.id = held.id or (t.kind not in ('payment_received', 'late_payment_received') and a.kind <> 'escrow'))))
        from ledger_accounts held join ledger_entries x on x.account_id = held.id join ledger_transactions t on t.id = x.transaction_id
        where held.kind = 'escrow' and held.owner = ${orderId}::text
      union all select t.created_at, 'ledger', t.id, jsonb_build_object('event', t.kind, 'movements',
          (select jsonb_agg(jsonb_build_object('account', a.kind, 'amount', e.amount) order by e.amount, a.kind)
            from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id))
        from order_corrections k join ledger_transactions t on t.kind = k.kind and t.reference = k.id || ' ' || k.order_id where k.order_id = ${orderId}
      union all select e.at, 'audit', ${orderId}::uuid, jsonb_build_object('action', e.action, 'operator', coalesce(u.name, ''), 'reason', coalesce(e.reason, ''))
        from audit_entries e left join users u on u.id = e.actor_id
        where e.subject_id in (select ${orderId}::text union all select c.id::text from complaints c where c.order_id = ${orderId})
    ) story order by at desc, id desc limit ${maxStoryEntries}`);
  return rows.map(({ at, kind, fields }) => ({ at, kind, ...fields }) as StoryRow);
}

export type CaseTextRow = {
  number: string;
  author: string;
  text: string;
  /** Of a decision: its rule. */
  rule: string | null;
  evidence: CaseFileEvidence[];
  at: Date;
};

/** What was written in all complaints about an order, with its pictures, and the reasons of decisions; oldest first. */
export function listCaseTexts(db: Queryable, orderId: string): Promise<CaseTextRow[]> {
  return db.rows(sql`
    select c.number, m.author, coalesce(d.reason, m.text) as text, d.rule, m.created_at as at,
      coalesce((select json_agg(json_build_object('key', e.key, 'type', e.type, 'bytes', e.bytes) order by e.position, e.id)
        from complaint_evidence e where e.message_id = m.id), '[]') as evidence
    from complaints c join complaint_messages m on m.complaint_id = c.id left join complaint_decisions d on d.message_id = m.id
    where c.order_id = ${orderId} order by m.created_at, m.id limit ${maxStoryEntries}`);
}
