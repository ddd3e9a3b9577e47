import { pageOf, sql, type Queryable, type Sql } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { OrderAddress } from "#orders/address-rules.ts";
import type { TaxedLine } from "./write-tax-invoices.ts";

export type Month = { from: Date; to: Date };

export type TaxedOrderRow = {
  invoice: string;
  paidAt: Date;
  vatPerMille: number;
  buyerName: string;
  address: OrderAddress;
  lines: TaxedLine[];
};

/**
 * The lines with PPN of a shop's orders that were paid in a month, with what the seller kept of each at the end of the
 * month.
 */
const taxedLines = (shopId: string, { from, to }: Month): Sql => sql`
  select l.id, l.order_id, l.name, l.variant_name, l.price, l.quantity, l.vat_per_mille,
    (l.price * l.quantity
      + coalesce((select sum(a.amount) from order_adjustments a where a.line_id = l.id and a.bearer = 'shop' and a.amount < 0), 0)
      - coalesce((select sum(p.given_up) from refund_parts p join refunds r on r.id = p.refund_id
          where p.line_id = l.id and r.created_at < ${to}), 0))::bigint as kept
  from orders o join order_lines l on l.order_id = o.id
  where o.shop_id = ${shopId} and o.paid_at >= ${from} and o.paid_at < ${to} and l.vat_per_mille > 0`;

/** What a month's file contains: one row for each order and rate, the oldest payment first. */
export function listTaxedOrders(
  db: Queryable,
  shopId: string,
  month: Month,
  { limit, offset }: { limit: number; offset: number },
): Promise<TaxedOrderRow[]> {
  return db.rows(sql`
    with line as (${taxedLines(shopId, month)})
    select o.invoice, o.paid_at as "paidAt", line.vat_per_mille as "vatPerMille", u.name as "buyerName", o.address,
      json_agg(json_build_object('name', line.name, 'variantName', line.variant_name, 'price', line.price, 'quantity', line.quantity,
        'kept', line.kept) order by line.id) as lines
    from line join orders o on o.id = line.order_id join users u on u.id = o.buyer_id
    where line.kept > 0
    group by o.id, u.id, line.vat_per_mille
    order by o.paid_at, o.id, line.vat_per_mille ${pageOf(limit, offset)}`);
}

/** How many tax invoices a month has, with the sums of their tax bases and PPN, as our invoices round them. */
export async function sumTaxedOrders(
  db: Queryable,
  shopId: string,
  month: Month,
): Promise<{ count: number; base: Rupiah; vat: Rupiah }> {
  const row = await db.row<{ count: number; base: Rupiah; vat: Rupiah }>(sql`
    with line as (
      select *, (2 * kept * vat_per_mille + 1000 + vat_per_mille) / (2 * (1000 + vat_per_mille)) as vat
      from (${taxedLines(shopId, month)}) line where kept > 0
    )
    select count(distinct (order_id, vat_per_mille))::int as count, coalesce(sum(kept - vat), 0)::bigint as base,
      coalesce(sum(vat), 0)::bigint as vat
    from line`);
  return row ?? { count: 0, base: 0, vat: 0 };
}

/** The months, newest first, in which orders with PPN were paid. */
export async function listTaxedMonths(db: Queryable, shopId: string, before: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ month: string }>(sql`
    select distinct to_char(o.paid_at at time zone 'Asia/Jakarta', 'YYYY-MM') as month
    from orders o join order_lines l on l.order_id = o.id
    where o.shop_id = ${shopId} and o.paid_at < ${before} and l.vat_per_mille > 0 order by 1 desc limit ${limit}`);
  return rows.map(({ month }) => month);
}

export type TaxedRefundRow = {
  refundId: string;
  invoice: string;
  at: Date;
  vatPerMille: number;
  /** What the seller kept of the line before and after this refund. */
  before: Rupiah;
  after: Rupiah;
};

/** Refunds in a month of lines with PPN whose orders were paid before it, the oldest first. */
export function listTaxedRefunds(
  db: Queryable,
  shopId: string,
  { from, to }: Month,
  limit: number,
): Promise<TaxedRefundRow[]> {
  return db.rows(sql`
    select "refundId", invoice, at, "vatPerMille", before, before - given_up as after from (
      select r.id as "refundId", o.invoice, r.created_at as at, l.id, l.vat_per_mille as "vatPerMille", p.given_up,
        (l.price * l.quantity
          + coalesce((select sum(a.amount) from order_adjustments a where a.line_id = l.id and a.bearer = 'shop' and a.amount < 0), 0)
          - coalesce((select sum(q.given_up) from refund_parts q join refunds e on e.id = q.refund_id
              where q.line_id = l.id and (e.created_at, e.id) < (r.created_at, r.id)), 0))::bigint as before
      from refunds r join orders o on o.id = r.order_id join refund_parts p on p.refund_id = r.id join order_lines l on l.id = p.line_id
      where o.shop_id = ${shopId} and r.created_at >= ${from} and r.created_at < ${to} and o.paid_at < ${from} and l.vat_per_mille > 0
    ) part order by at, "refundId", id limit ${limit}`);
}

/** The sealed tax number (NPWP or NIK) of the taxpayer behind a shop. */
export async function findSealedTaxNumber(db: Queryable, shopId: string): Promise<Buffer | undefined> {
  const row = await db.row<{ sealed: Buffer }>(
    sql`select number_sealed as sealed from tax_identities where shop_id = ${shopId}`,
  );
  return row?.sealed;
}
