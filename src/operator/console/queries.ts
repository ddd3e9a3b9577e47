import { fixedNumber, joinSql, pageOf, sql, type Queryable, type Sql } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { orderStatusNames, type OrderActor, type OrderStatus } from "#orders/rules.ts";
import { correctionKinds } from "#orders/corrections/rules.ts";
import type { PaymentStatus } from "#payments/rules.ts";
import type { AccountKind } from "#payments/ledger/rules.ts";
import { buildTsquery, tokenise } from "#search/text-analysis.ts";
import { consolePages, consoleSearched, invoiceCodeOf, maxCountedLate, maxCountedOrders } from "../rules.ts";

// One row more than a page, to know whether another page follows.
const paged = (page: number) => pageOf(consolePages.size + 1, (page - 1) * consolePages.size);

/** The number of orders by status, each counted up to one more than {@link maxCountedOrders}. */
export function countOrders(db: Queryable): Promise<{ status: OrderStatus; count: number }[]> {
  return db.rows(sql`
    select s.status, c.count from unnest(${orderStatusNames}::text[]) as s (status)
    cross join lateral (select count(*)::int as count from (select from orders where status = s.status limit ${fixedNumber(maxCountedOrders + 1)}) o) c`);
}

/**
 * The number of orders whose deadline passed before this moment without firing: a sign that no jobs run. Counted up to
 * one more than {@link maxCountedLate}, because then there may be very many.
 */
export async function countOverdue(db: Queryable, before: Date): Promise<number> {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from (
      select from orders o join shops s on s.id = o.shop_id where o.due_at < ${before} and not s.on_vacation limit ${fixedNumber(maxCountedLate + 1)}) late`);
  return row?.n ?? 0;
}

export type ConsoleOrderRow = {
  id: string;
  invoice: string;
  status: OrderStatus;
  shop_name: string;
  shop_slug: string;
  buyer_name: string;
  courier_name: string;
  tracking_number: string | null;
  total: Rupiah;
  due_at: Date | null;
  has_papers: boolean;
  created_at: Date;
  events: { action: string; to: OrderStatus; actor: OrderActor; reason: string; at: string }[];
};

/**
 * Orders that a text may mean: by their number, its last part or the tracking number, by the e-mail or the beginning of
 * the name of the buyer, and by the words of the shop's name. Only some people, shops and orders of each are looked at,
 * so that a common name costs no more than a rare one.
 */
function meantOrders(q: string): Sql {
  const code = q.toUpperCase();
  const start = `${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const words = buildTsquery(tokenise(q), { prefix: true });
  const ofShops =
    words === null
      ? sql``
      : sql`
    union all select o.id from (select id from shops where search_words @@ ${words}::tsquery order by sold_count desc, id limit ${fixedNumber(consoleSearched.names)}) s
      cross join lateral (select id from orders where shop_id = s.id order by created_at desc, id desc limit ${fixedNumber(consoleSearched.orders)}) o`;
  return sql`o.id in (
    select id from orders where invoice = ${code}
    ${withInvoiceCode(q)}
    union all select order_id from parcels where tracking_number = ${code}
    ${ofBuyerWithEmail(q)}
    union all select o.id from (select id from users where deleted_at is null and lower(name) like ${start} limit ${fixedNumber(consoleSearched.names)}) u
      cross join lateral (select id from orders where buyer_id = u.id order by created_at desc limit ${fixedNumber(consoleSearched.orders)}) o
    ${ofShops})`;
}

/** A further part of a union: the ids of orders whose number has a last part that begins like the text. */
export function withInvoiceCode(q: string): Sql {
  const code = invoiceCodeOf(q);
  return code === null
    ? sql``
    : sql`union all (select id from orders where split_part(invoice, '/', 3) like ${`${code}%`} limit ${fixedNumber(consoleSearched.orders)})`;
}

/** A further part of a union: the ids of the newest orders of the buyer with this e-mail. */
export function ofBuyerWithEmail(q: string): Sql {
  return q.includes("@")
    ? sql`union all (select id from orders where buyer_id = (select id from users where email = ${q.trim().toLowerCase()})
        order by created_at desc limit ${fixedNumber(consoleSearched.orders)})`
    : sql``;
}

/** All orders, newest first; `q` searches them ({@link meantOrders}). */
export function listAllOrders(
  db: Queryable,
  { status, q, page }: { status: OrderStatus | undefined; q: string; page: number },
): Promise<ConsoleOrderRow[]> {
  const conditions = [sql`true`];
  if (status) conditions.push(sql`o.status = ${status}`);
  if (q) conditions.push(meantOrders(q));
  return db.rows(sql`
    with page as materialized (
      select o.id from orders o where ${joinSql(conditions, sql` and `)} order by o.created_at desc, o.id desc ${paged(page)})
    select o.id, o.invoice, o.status, s.name as shop_name, s.slug as shop_slug, b.name as buyer_name, o.courier_name,
      (select x.tracking_number from parcels x where x.order_id = o.id and x.direction = 'out' order by x.created_at, x.id limit 1) as tracking_number, o.total, o.due_at, o.paid_at is not null as has_papers, o.created_at,
      (select coalesce(json_agg(json_build_object('action', e.action, 'to', e.to_status, 'actor', e.actor, 'reason', e.reason, 'at', e.created_at) order by e.created_at, e.id), '[]')
        from order_events e where e.order_id = o.id) as events
    from page join orders o on o.id = page.id join shops s on s.id = o.shop_id join users b on b.id = o.buyer_id
    order by o.created_at desc, o.id desc`);
}

export type ConsolePaymentRow = {
  id: string;
  reference: string;
  provider: string;
  method: string;
  amount: Rupiah;
  received: Rupiah;
  refunded: Rupiah;
  status: PaymentStatus;
  buyer_name: string;
  invoices: string[];
  created_at: Date;
  due_at: Date;
};

/** All payments, newest first. */
export function listAllPayments(
  db: Queryable,
  { status, page }: { status: PaymentStatus | undefined; page: number },
): Promise<ConsolePaymentRow[]> {
  return db.rows(sql`
    with page as materialized (
      select id from payments ${status ? sql`where status = ${status}` : sql``} order by created_at desc, id desc ${paged(page)})
    select p.id, a.reference, a.provider, a.method, p.amount, p.status,
      (select coalesce(sum(x.received), 0)::bigint from payment_attempts x where x.payment_id = p.id) as received, b.name as buyer_name, p.created_at, p.due_at,
      coalesce((select sum(r.amount) from refunds r where r.payment_id = p.id), 0)::bigint as refunded,
      array(select o.invoice from orders o where o.checkout_id = p.checkout_id order by o.id) as invoices
    from page join payments p on p.id = page.id join users b on b.id = p.buyer_id
    cross join lateral (select * from payment_attempts x where x.payment_id = p.id order by (x.status = 'paid') desc, x.id desc limit 1) a
    order by p.created_at desc, p.id desc`);
}

export type RefundSum = { count: number; amount: Rupiah };

/** Refunds to buyers, less what came again of them: the paid and the pending ones. */
export async function sumRefunds(db: Queryable): Promise<{ paid: RefundSum; waiting: RefundSum }> {
  const rows = await db.rows<RefundSum & { status: "done" | "pending" }>(sql`
    select case status when 'done' then 'done' else 'pending' end as status, (count(*) filter (where returns is null))::int as count, sum(amount)::bigint as amount
    from refunds where amount <> 0 group by 1`);
  const of = (status: string) => {
    const { count, amount } = rows.find((row) => row.status === status) ?? { count: 0, amount: 0 };
    return { count, amount };
  };
  return { paid: of("done"), waiting: of("pending") };
}

export type LedgerRow = {
  id: string;
  kind: string;
  /** Invoices of the orders that the event is about. */
  invoices: string[];
  at: Date;
  movements: { account: AccountKind; shop: string | null; amount: number }[];
};

/** Events of the ledger with their entries, newest first. */
export function listLedger(db: Queryable, page: number): Promise<LedgerRow[]> {
  return db.rows(sql`
    with t as (
      select *, case when reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then reference::uuid
        when kind = any(${correctionKinds}::text[]) then split_part(reference, ' ', 2)::uuid end as ref
      from ledger_transactions order by created_at desc, id desc ${paged(page)}
    )
    select t.id, t.kind, t.created_at as at,
      array(
        select o.invoice from orders o where o.id = t.ref
        union all select o.invoice from payments p join orders o on o.checkout_id = p.checkout_id where p.id = t.ref
        union all select o.invoice from payment_attempts x join payments p on p.id = x.payment_id join orders o on o.checkout_id = p.checkout_id where x.id = t.ref
        union all select o.invoice from refunds r join orders o on o.id = r.order_id where r.id = t.ref
        union all select o.invoice from refunds r join payments p on p.id = r.payment_id join orders o on o.checkout_id = p.checkout_id
          where r.id = t.ref and r.order_id is null
        union all select o.invoice from payment_receipts c join payment_attempts x on x.id = c.attempt_id join payments p on p.id = x.payment_id
          join orders o on o.checkout_id = p.checkout_id where c.id = t.ref
        order by 1
      ) as invoices,
      (select coalesce(json_agg(json_build_object('account', a.kind, 'shop', s.name, 'amount', e.amount) order by e.amount, a.kind), '[]')
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        left join shops s on s.id = case when a.kind = 'seller_balance' then a.owner::uuid end
        where e.transaction_id = t.id) as movements
    from t
    order by t.created_at desc, t.id desc`);
}
