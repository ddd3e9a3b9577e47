import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { IncomeTaxExemption } from "../rules.ts";
import type { TaxNumberKind } from "../sellers/rules.ts";
import { maxTaxRows, type VatLine } from "./rules.ts";

const month = (at: Sql) => sql`to_char(${at} at time zone 'Asia/Jakarta', 'YYYY-MM')`;

/** What was withheld in each month in which something was, the earliest first. */
export function listWithheldMonths(db: Queryable): Promise<{ month: string; base: Rupiah; withheld: Rupiah }[]> {
  return db.rows(sql`
    select ${month(sql`created_at`)} as month, coalesce(sum(base) filter (where exemption is null), 0)::bigint as base, sum(amount)::bigint as withheld
    from withheld_taxes group by 1 order by 1`);
}

export type TaxPaymentRow = { month: string; amount: Rupiah; reference: string; paidOn: string; enteredBy: string };

/** What was paid to the state. */
export function listTaxPayments(db: Queryable): Promise<TaxPaymentRow[]> {
  return db.rows(sql`
    select p.month, p.amount, p.reference, p.paid_on as "paidOn", u.name as "enteredBy"
    from tax_payments p join users u on u.id = p.entered_by`);
}

/** Makes every other entry of a payment wait until the transaction ends. */
export async function lockTaxPayments(tx: Tx): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('tax payments', 61))`);
}

/** Stores a payment to the state. False when the month or the reference is known. */
export async function insertTaxPayment(
  tx: Tx,
  it: { month: string; amount: Rupiah; reference: string; paidOn: string; enteredBy: string; now: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      insert into tax_payments (month, amount, reference, paid_on, entered_by, entered_at)
      values (${it.month}, ${it.amount}, ${it.reference}, ${it.paidOn}, ${it.enteredBy}, ${it.now}) on conflict do nothing`)) ===
    1
  );
}

export type Taxpayer = {
  shopId: string;
  shop: string;
  /** Null for a shop that has not declared its taxpayer, and after its owner deleted the account. */
  taxpayer: string | null;
  numberKind: TaxNumberKind | null;
  numberSealed: Buffer | null;
};
const taxpayer = sql`s.id as "shopId", s.name as shop, i.name as taxpayer, i.number_kind as "numberKind", i.number_sealed as "numberSealed"`;

export type WithheldRow = Taxpayer & {
  at: Date;
  invoice: string;
  base: Rupiah;
  perMille: number;
  amount: Rupiah;
  isCorrection: boolean;
  /** Why nothing was withheld from this base. */
  exemption: IncomeTaxExemption | null;
};

/** What was withheld or given back in a period, of one shop or all; one row more than a file holds. */
export function listWithheld(
  db: Queryable,
  { from, to, shopId }: { from: Date; to: Date; shopId?: string },
): Promise<WithheldRow[]> {
  return db.rows(sql`
    select w.created_at as at, o.invoice, w.base, w.per_mille as "perMille", w.amount, w.exemption, w.reference <> o.id::text as "isCorrection", ${taxpayer}
    from withheld_taxes w join orders o on o.id = w.order_id join shops s on s.id = w.shop_id left join tax_identities i on i.shop_id = s.id
    where w.created_at >= ${from} and w.created_at < ${to} and (${shopId ?? null}::uuid is null or w.shop_id = ${shopId ?? null}::uuid)
    order by w.created_at, w.id limit ${maxTaxRows + 1}`);
}

export type VatOrderRow = Taxpayer & { invoice: string; paidAt: Date; lines: VatLine[] };

/** Orders whose prices contain PPN and that were paid or refunded in part in a period, of one shop or all. */
export function listVatOrders(
  db: Queryable,
  { from, to, shopId }: { from: Date; to: Date; shopId?: string },
): Promise<VatOrderRow[]> {
  const ofShop = sql`(${shopId ?? null}::uuid is null or o.shop_id = ${shopId ?? null}::uuid)`;
  return db.rows(sql`
    with wanted as (
      select o.id from orders o where o.paid_at >= ${from} and o.paid_at < ${to} and ${ofShop}
      union
      select o.id from refunds r join orders o on o.id = r.order_id where r.created_at >= ${from} and r.created_at < ${to} and ${ofShop}
    )
    select o.invoice, o.paid_at as "paidAt", ${taxpayer}, l.lines
    from wanted w join orders o on o.id = w.id join shops s on s.id = o.shop_id left join tax_identities i on i.shop_id = s.id
    cross join lateral (
      select json_agg(json_build_object('price', l.price * l.quantity
          + (select coalesce(sum(amount), 0) from order_adjustments where line_id = l.id and bearer = 'shop'),
        'vatPerMille', l.vat_per_mille,
        'refunds', (select coalesce(json_agg(json_build_object('id', r.id, 'at', r.created_at, 'givenUp', p.given_up) order by r.created_at, r.id), '[]')
          from refund_parts p join refunds r on r.id = p.refund_id where p.line_id = l.id)) order by l.id) as lines
      from order_lines l where l.order_id = o.id and l.vat_per_mille > 0
    ) l
    where o.paid_at is not null and l.lines is not null
    order by o.paid_at, o.id limit ${maxTaxRows + 1}`);
}

export type SellerMonthRow = Taxpayer & {
  owner: string;
  city: string;
  orders: number;
  /** What escrow received for these orders: from the buyers, and for vouchers of the marketplace. */
  received: Rupiah;
  /** The price of the goods after the shop's own discounts. */
  turnover: Rupiah;
  refunded: Rupiah;
  withheld: Rupiah;
};

/** What each shop sold in a period, those with nothing left out; one row more than a file holds. */
export function listSellerMonths(db: Queryable, { from, to }: { from: Date; to: Date }): Promise<SellerMonthRow[]> {
  return db.rows(sql`
    with booked as (
      select o.shop_id, 1 as orders, o.total + o.promotion_cost as received, 0::bigint as refunded, 0::bigint as withheld,
        o.goods_total + coalesce((select sum(a.amount) from order_adjustments a
          where a.order_id = o.id and a.line_id is not null and a.bearer = 'shop'), 0) as turnover
      from orders o where o.paid_at >= ${from} and o.paid_at < ${to}
      union all
      select o.shop_id, 0, 0, p.given_up, 0, 0
      from refunds r join orders o on o.id = r.order_id join refund_parts p on p.refund_id = r.id and p.part = 'goods'
      where r.created_at >= ${from} and r.created_at < ${to} and o.paid_at is not null
      union all
      select w.shop_id, 0, 0, 0, w.amount, 0 from withheld_taxes w where w.created_at >= ${from} and w.created_at < ${to}
    ), summed as (
      select shop_id, sum(orders)::int as orders, sum(received)::bigint as received, sum(turnover)::bigint as turnover,
        sum(refunded)::bigint as refunded, sum(withheld)::bigint as withheld
      from booked group by shop_id
    )
    select ${taxpayer}, u.name as owner, s.city_name as city, b.orders, b.received, b.turnover, b.refunded, b.withheld
    from summed b join shops s on s.id = b.shop_id join users u on u.id = s.owner_id left join tax_identities i on i.shop_id = s.id
    order by s.name, s.id limit ${maxTaxRows + 1}`);
}

/** What was withheld from a shop in each year, the latest first. */
export function listWithheldYears(
  db: Queryable,
  shopId: string,
): Promise<{ year: number; base: Rupiah; amount: Rupiah }[]> {
  return db.rows(sql`
    select extract(year from created_at at time zone 'Asia/Jakarta')::int as year, coalesce(sum(base) filter (where exemption is null), 0)::bigint as base, sum(amount)::bigint as amount
    from withheld_taxes where shop_id = ${shopId} group by 1 order by 1 desc`);
}
