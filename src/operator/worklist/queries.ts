import { claimAskDuration, insuredProblems, unaskedClaimDuration } from "#complaints/insurance/rules.ts";
import { fixedNumber, joinSql, sql, type Queryable, type Sql } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration, minute } from "#lib/time.ts";
import { remittanceDuration } from "#payments/cod/rules.ts";
import { ofBuyerWithEmail, withInvoiceCode } from "../console/queries.ts";
import { maxCountedLate } from "../rules.ts";
import { consoleSearch, worklistLimits, worklistMemoryDuration, type WorkKind } from "./rules.ts";

export type WorkRow = {
  kind: WorkKind;
  subject: string;
  about: string;
  amount: Rupiah | null;
  since: Date;
  due_at: Date | null;
  note: string;
};

type Viewer = { operatorId: string; now: Date };

/** What waits, by kind. Each reads a partial index, so counting up to a limit is cheap. */
const sources: Record<WorkKind, (viewer: Viewer) => Sql> = {
  deadlines: ({ now }) => sql`
    select '' as subject, count(*)::text as about, null::bigint as amount, min(late.due_at) as since, null::timestamptz as due_at, '' as note
    from (select o.due_at from orders o join shops s on s.id = o.shop_id where o.due_at < ${addDuration(now, -minute)} and not s.on_vacation
      order by o.due_at limit ${fixedNumber(maxCountedLate + 1)}) late having count(*) > 0`,
  audit: () => sql`
    select id::text as subject, found::text as about, null::bigint as amount, finished_at as since, null::timestamptz as due_at, '' as note
    from (select * from audits order by started_at desc, id desc limit 1) latest where found > 0`,
  hold: () => sql`
    select reason as subject, note as about, null::bigint as amount, since, null::timestamptz as due_at, '' as note from payout_holds`,
  payout: ({ operatorId }) => sql`
    select p.id::text as subject, coalesce(s.name, 'Pengembalian dana') || ' · ' || upper(p.bank_code) || ' •••• ' || p.last4 as about, p.amount,
      p.requested_at as since, null::timestamptz as due_at,
      case when exists (select from payout_events e where e.payout_id = p.id and e.kind = 'approval') then 'butuh orang ke-2' else '' end as note
    from payouts p left join shops s on s.id = p.shop_id
    where p.status = 'requested' and p.user_id <> ${operatorId}
      and not exists (select from payout_events e where e.payout_id = p.id and e.kind = 'approval' and e.actor_id = ${operatorId})`,
  payout_check: () => sql`
    select p.id::text as subject, p.reference || ' · ' || p.attention as about, p.amount, coalesce(p.sent_at, p.requested_at) as since,
      null::timestamptz as due_at, '' as note
    from payouts p where p.attention is not null`,
  payout_transfer: ({ operatorId }) => sql`
    select p.id::text as subject, coalesce(s.name, 'Pengembalian dana') || ' · ' || upper(p.bank_code) || ' •••• ' || p.last4 as about, p.amount,
      case p.status when 'paid' then (select max(e.created_at) from payout_events e where e.payout_id = p.id and e.kind = 'result_entered')
        else coalesce(p.sent_at, p.requested_at) end as since, null::timestamptz as due_at,
      case when p.entered_outcome is not null then 'butuh orang ke-2' when p.status = 'sent' then 'menunggu hasil bank' else 'belum ditransfer' end as note
    from payouts p left join shops s on s.id = p.shop_id
    where (p.status in ('approved', 'sent') or p.entered_outcome is not null) and p.provider = 'manual' and p.attention is null
      and p.user_id <> ${operatorId} and p.entered_by is distinct from ${operatorId}
      and (p.status <> 'approved' or not coalesce(s.payouts_held, false))`,
  complaint: ({ operatorId }) => sql`
    select c.id::text as subject, c.number || ' · ' || o.invoice as about, o.total as amount, c.opened_at as since, c.due_at,
      case when c.state = 'appealed' then 'banding' else '' end as note
    from complaints c join orders o on o.id = c.order_id
    where c.state in ('with_mediator', 'appealed') and not (c.state = 'appealed' and exists
      (select from complaint_decisions d where d.complaint_id = c.id and d.mediator_id = ${operatorId}))`,
  claim: ({ operatorId, now }) => sql`
    select c.id::text as subject, c.number || ' · ' || o.courier_name as about, i.insured as amount, i.asked_at as since, i.due_at,
      case when i.due_at <= ${now} then 'kurir belum menjawab' else 'menunggu kurir' end as note
    from insurance_claims i join complaints c on c.id = i.complaint_id join orders o on o.id = i.order_id join shops s on s.id = o.shop_id
    where i.state = 'asked' and o.buyer_id <> ${operatorId} and s.owner_id <> ${operatorId}
    union all
    select c.id::text, c.number || ' · ' || o.courier_name, o.goods_total, c.opened_at,
      c.opened_at + ${claimAskDuration} * interval '1 millisecond', 'belum diajukan'
    from complaints c join orders o on o.id = c.order_id join shops s on s.id = o.shop_id
    where c.opened_at > ${addDuration(now, -unaskedClaimDuration)} and (c.state <> 'closed' or c.refunded > 0 or o.status = 'refunded'
        or exists (select from refunds r where r.order_id = o.id and r.cause = 'complaint ' || c.id))
      and o.buyer_id <> ${operatorId} and s.owner_id <> ${operatorId}
      and not exists (select from insurance_claims i where i.complaint_id = c.id)
      and exists (select from order_adjustments a where a.order_id = o.id and a.kind = 'insurance')
      and exists (select from parcels p where p.order_id = o.id and p.direction = 'out' and p.booked_with is not null and p.state <> 'cancelled')
      and exists (select from complaint_lines k where k.complaint_id = c.id and k.problem = any(${insuredProblems}::text[]))`,
  review: () => sql`
    select coalesce(review_id, question_id, answer_id, reply_of)::text as subject, count(*)::text as about, null::bigint as amount,
      min(created_at) as since, null::timestamptz as due_at, '' as note
    from review_reports where state = 'open' group by review_id, question_id, answer_id, reply_of`,
  appeal: ({ operatorId }) => sql`
    select m.id::text as subject,
      coalesce((select p.name from products p where p.id = m.product_id), (select s.name from shops s where s.id = m.shop_id), 'Akun') as about,
      null::bigint as amount, m.appealed_at as since, null::timestamptz as due_at, '' as note
    from measures m
    where m.appealed_at is not null and m.decided_at is null and m.ended_at is null and m.taken_by <> ${operatorId}`,
  data_request: () => sql`
    select r.id::text as subject, r.kind || ' ' || r.number as about, null::bigint as amount, r.received_at as since, r.due_at,
      case when r.channel = 'letter' then 'surat' else '' end as note
    from data_requests r where r.state = 'open'`,
  breach: () => sql`
    select b.id::text as subject, b.number || ' · ' || b.title as about, null::bigint as amount, b.noticed_at as since, b.due_at,
      concat_ws(', ', case when b.reported_at is null then 'lembaga belum dilapori' end, case when b.letters_started_at is null then 'orangnya belum diberi tahu' end) as note
    from data_breaches b where b.reported_at is null or b.letters_started_at is null`,
  signal: () => sql`
    select s.id::text as subject, s.rule as about, null::bigint as amount, s.found_at as since, null::timestamptz as due_at, '' as note
    from fraud_signals s where s.state = 'open'`,
  report: () => sql`
    select r.id::text as subject, coalesce(p.name, s.name) as about, null::bigint as amount, r.created_at as since, r.due_at,
      case when r.product_id is null then 'toko' else '' end as note
    from listing_reports r join shops s on s.id = r.shop_id left join products p on p.id = r.product_id where r.state = 'open'`,
  held: () => sql`
    select h.id::text as subject, p.name || ' · ' || s.name as about, null::bigint as amount, h.held_at as since, null::timestamptz as due_at, '' as note
    from product_holds h join products p on p.id = h.product_id and p.status = 'held' join shops s on s.id = p.shop_id where h.closed_at is null`,
  verification: () => sql`
    select v.id::text as subject, s.name as about, null::bigint as amount, v.sent_at as since, null::timestamptz as due_at,
      case when s.verified_at is not null then 'perubahan data' else '' end as note
    from seller_verifications v join shops s on s.id = v.shop_id where v.status = 'sent'`,
  transfer: ({ operatorId }) => sql`
    select l.id::text as subject, l.account || ' · ' || left(l.description, 60) as about, l.amount,
      coalesce(l.decided_at, l.day::timestamp at time zone 'Asia/Jakarta') as since, null::timestamptz as due_at,
      case when l.status = 'proposed' then 'butuh orang ke-2' else '' end as note
    from bank_statement_lines l
    where l.status in ('open', 'proposed') and l.amount > 0 and l.decided_by is distinct from ${operatorId}`,
  difference: ({ now }) => sql`
    select r.day::text as subject, r.provider || ' · ' || r.found || ' selisih' as about, null::bigint as amount, r.finished_at as since,
      null::timestamptz as due_at, '' as note
    from reconciliations r where r.found > 0 and r.finished_at > ${addDuration(now, -worklistMemoryDuration)}`,
  cod: ({ now }) => sql`
    select courier as subject, courier || ' · ' || count(*) || ' pesanan' as about, sum(amount - settled)::bigint as amount, min(collected_at) as since,
      min(collected_at) + ${remittanceDuration} * interval '1 millisecond' as due_at, '' as note
    from cod_collections where remittance_id is null and settled < amount and collected_at < ${addDuration(now, -remittanceDuration)} group by courier`,
  correction: ({ operatorId }) => sql`
    select o.id::text as subject, o.invoice || ' · ' || k.kind as about, k.amount, k.proposed_at as since, null::timestamptz as due_at,
      'butuh orang ke-2' as note
    from order_corrections k join orders o on o.id = k.order_id join shops s on s.id = o.shop_id
    where k.state = 'proposed' and k.proposed_by <> ${operatorId} and o.buyer_id <> ${operatorId} and s.owner_id <> ${operatorId}`,
  certificate: () => sql`
    select e.id::text as subject, s.name as about, null::bigint as amount, e.declared_at as since, null::timestamptz as due_at, '' as note
    from tax_exemptions e join shops s on s.id = e.shop_id where e.status = 'waiting'`,
  parcel: ({ now }) => sql`
    select f.id::text as subject, o.invoice || ' · ' || s.name as about, null::bigint as amount, f.created_at as since,
      null::timestamptz as due_at, '' as note
    from parcel_findings f join orders o on o.id = f.order_id join shops s on s.id = o.shop_id
    where f.created_at > ${addDuration(now, -worklistMemoryDuration)}`,
};

/** How many things of each kind wait, at most {@link worklistLimits}.counted. */
export function countWaiting(
  db: Queryable,
  kinds: readonly WorkKind[],
  viewer: Viewer,
): Promise<{ kind: WorkKind; count: number }[]> {
  const parts = kinds.map(
    (kind) =>
      sql`select ${kind}::text as kind, count(*)::int as count from (${sources[kind](viewer)} limit ${fixedNumber(worklistLimits.counted)}) x`,
  );
  return parts.length === 0 ? Promise.resolve([]) : db.rows(sql`${joinSql(parts, sql` union all `)}`);
}

/** What waits, the oldest of each kind first. */
export function listWaiting(db: Queryable, kinds: readonly WorkKind[], viewer: Viewer): Promise<WorkRow[]> {
  const parts = kinds.map(
    (kind) =>
      sql`(select ${kind}::text as kind, x.* from (${sources[kind](viewer)}) x order by x.due_at, x.since limit ${fixedNumber(worklistLimits.rows)})`,
  );
  return parts.length === 0 ? Promise.resolve([]) : db.rows(sql`${joinSql(parts, sql` union all `)}`);
}

export type FoundRow = {
  kind: "order" | "complaint" | "shop" | "product";
  subject: string;
  title: string;
  detail: string;
};

/**
 * The newest orders with this number, last part of a number, tracking number or payment reference, and those of the
 * buyer with this e-mail, in any case of letters.
 */
export function findOrders(db: Queryable, q: string): Promise<FoundRow[]> {
  const code = q.toUpperCase();
  return db.rows(sql`
    with found as (
      select id from orders where invoice = ${code}
      ${withInvoiceCode(q)}
      ${ofBuyerWithEmail(q)}
      union select order_id from parcels where tracking_number = ${code}
      union select o.id from payment_attempts a join payments p on p.id = a.payment_id join orders o on o.checkout_id = p.checkout_id
        where a.reference = ${code})
    select 'order' as kind, o.invoice as subject, o.invoice as title, s.name as detail
    from found join orders o on o.id = found.id join shops s on s.id = o.shop_id order by o.created_at desc limit ${fixedNumber(consoleSearch.results)}`);
}

/** The complaint with this number. */
export function findComplaints(db: Queryable, q: string): Promise<FoundRow[]> {
  return db.rows(sql`
    select 'complaint' as kind, c.id::text as subject, c.number as title, o.invoice as detail
    from complaints c join orders o on o.id = c.order_id where c.number = ${q.toUpperCase()}`);
}

/** Shops whose search words contain the stems of all words. */
export function findShops(db: Queryable, words: string): Promise<FoundRow[]> {
  return db.rows(sql`
    select 'shop' as kind, slug as subject, name as title, city_name as detail from shops
    where search_words @@ ${words}::tsquery order by sold_count desc, id limit ${fixedNumber(consoleSearch.results)}`);
}

/** Products whose search words contain the stems of all words, also those that are not on sale. */
export function findProducts(db: Queryable, words: string): Promise<FoundRow[]> {
  return db.rows(sql`
    select 'product' as kind, p.slug as subject, p.name as title, s.name as detail
    from (select * from products where search_words @@ ${words}::tsquery limit 200) p join shops s on s.id = p.shop_id
    order by p.sold_count desc, p.id limit ${fixedNumber(consoleSearch.results)}`);
}

/** The roles of all other operators. */
export async function listOtherRoles(db: Queryable, operatorId: string): Promise<(string | null)[]> {
  const rows = await db.rows<{ role: string | null }>(sql`
    select distinct operator_role as role from users where type = 'operator' and deleted_at is null and id <> ${operatorId}`);
  return rows.map(({ role }) => role);
}
