import { sql, type Sql } from "#lib/database.ts";

// What the seller keeps of each line of the order `o`, the base of its income tax (without PPN), and the commission on
// it: calculateFee and vatOf of the rules, in SQL. With `offset 0` PostgreSQL sums the adjustments of a line once;
// without it, it sums them for each use of `kept`, ten times.
const keptLines = sql`(
  select kept, base, base * tax_per_mille as tax, tax_per_mille, tax_exemption,
    least(kept, least(div(kept * commission_per_mille, 1000), coalesce(commission_cap, kept)) + commission_flat) as commission
  from (
    select *, kept - div(2 * kept * vat_per_mille + 1000 + vat_per_mille, 2 * (1000 + vat_per_mille)) as base
    from (
      select l.commission_per_mille, l.commission_cap, l.commission_flat, l.vat_per_mille, l.tax_per_mille, l.tax_exemption, (l.price * l.quantity - l.refunded
        + (select coalesce(sum(amount), 0) from order_adjustments where line_id = l.id and bearer = 'shop'))::numeric as kept
      from order_lines l where l.order_id = o.id offset 0
    ) each_line
  ) each_base)`;

// What the shop keeps of the shipping of the order `o` and its insurance, before a courier that the marketplace pays.
const keptShipping = sql`(o.shipping_cost - o.shipping_refunded
    + (select coalesce(sum(amount), 0) from order_adjustments where order_id = o.id and line_id is null and bearer = 'shop'))`;

/** What is kept of the shipping of the order `o` for its courier: `settlementOf(...).courier` in SQL. */
export const expectedCourier = sql`least(o.courier_cost, ${keptShipping})`;

/**
 * What the shop gets when the order `o` is completed as it is now: `settlementOf(...).seller` in SQL.
 * src/orders/settlement/money-histories.test.ts compares both.
 */
export const computedShare = sql`(select ${keptShipping} - ${expectedCourier} + sum(kept) - sum(commission) - least(div(sum(tax), 1000), sum(kept) - sum(commission))
  from ${keptLines} kept_line)`;

/** The commission on what the shop keeps of the order `o`: `settlementOf(...).commission` in SQL. */
export const expectedCommission = sql`(select coalesce(sum(commission), 0) from ${keptLines} kept_line)`;

/**
 * The orders under way of a shop, with `status`, `cancel_requested_at`, `due_at` and `share`: what the shop gets if the
 * order is completed as it is now. Each order stores its share at the last change of its status; if something of the
 * order has changed since, the share is computed. The index `orders_under_way` has the columns of the inner query. With
 * `offset 0` PostgreSQL reads them there, and reads an order itself only to compute its share.
 */
export const ordersUnderWay = (shopId: string): Sql => sql`(
  select w.status, w.cancel_requested_at, w.due_at,
    coalesce(w.expected_share, (select ${computedShare} from orders o where o.id = w.id)) as share
  from (
    select id, status, cancel_requested_at, due_at, expected_share from orders
    where shop_id = ${shopId} and status in ('awaiting_confirmation', 'processing', 'shipped', 'delivered', 'disputed') offset 0
  ) w)`;

/** The income tax that the order `o` withholds of what its seller keeps: `settlementOf(...).tax` in SQL. */
export const expectedTax = sql`(select least(div(sum(tax), 1000), sum(kept) - sum(commission)) from ${keptLines} kept_line)`;

/** What that tax is computed on: `taxedBase` in SQL. */
export const expectedTaxBase = sql`(select coalesce(sum(base) filter (where tax_per_mille > 0), 0) from ${keptLines} kept_line)`;

/** What the order `o` keeps of goods that are exempt for this reason: `exemptBases` in SQL. */
export const expectedExemptBase = (reason: Sql): Sql =>
  sql`(select coalesce(sum(base) filter (where tax_exemption = ${reason}), 0) from ${keptLines} kept_line)`;
