import { pageOf, sql, type Queryable, type Sql } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { ordersUnderWay } from "../../settlement/expected-share.ts";

/*
 * Design note. A large shop has tens of thousands of entries in the ledger. `balance_entries` has the same amounts by
 * shop and time (a debt is a negative balance, so both accounts of a shop are one amount), and `balance_months` their
 * sums. Triggers write both in the transaction of the booking; the auditor compares them with the ledger
 * (../invariants.ts).
 */

// The ids in the reference of an event, which are between spaces.
const referenced = sql`(select coalesce(array_agg(word::uuid), '{}') from unnest(string_to_array(t.reference, ' ')) word
  where word ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')`;

export type EntryRow = {
  id: string;
  kind: string;
  at: Date;
  amount: Rupiah;
  commission: Rupiah;
  tax: Rupiah;
  order_id: string | null;
  invoice: string | null;
  payout_id: string | null;
  payout: string | null;
  payout_fee: Rupiah | null;
};

// Rows of balance_entries with their events.
const withEvents = (entries: Sql) => sql`
  select t.id, t.kind, b.booked_at as at, b.amount, ${referenced} as ids
  from (${entries}) b join ledger_transactions t on t.id = b.transaction_id`;

// The marketplace's accounts of a kind are found once, not for each entry.
const booked = (kind: "commission" | "tax_withheld") => sql`coalesce((select sum(e.amount) from ledger_entries e
  where e.transaction_id = m.id and e.account_id = any(array(select id from ledger_accounts where kind = ${kind}))), 0)::bigint`;

const entryColumns = sql`m.id, m.kind, m.at, m.amount, o.id as order_id, o.invoice, p.id as payout_id, p.reference as payout, p.fee as payout_fee,
  ${booked("commission")} as commission, ${booked("tax_withheld")} as tax`;

/** What changed a shop's balance, newest first. */
export function listBalanceEntries(db: Queryable, shopId: string, limit: number, offset: number): Promise<EntryRow[]> {
  return db.rows(sql`
    with m as materialized (${withEvents(sql`
      select * from balance_entries where shop_id = ${shopId}
      order by booked_at desc, transaction_id desc ${pageOf(limit, offset)}`)}
    )
    select ${entryColumns} from m
    left join lateral (select id, invoice from orders where id = any(m.ids) and shop_id = ${shopId} limit 1) o on true
    left join lateral (select id, reference, fee from payouts where id = any(m.ids) and shop_id = ${shopId} limit 1) p on true
    order by m.at desc, m.id desc`);
}

/** What changed a shop's balance from one moment until before another, oldest first. */
export function listEntriesBetween(
  db: Queryable,
  shopId: string,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<EntryRow[]> {
  return db.rows(sql`
    with m as materialized (${withEvents(sql`
      select * from balance_entries where shop_id = ${shopId} and booked_at >= ${from} and booked_at < ${to}
      order by booked_at, transaction_id limit ${limit}`)}
    )
    select ${entryColumns} from m
    left join lateral (select id, invoice from orders where id = any(m.ids) and shop_id = ${shopId} limit 1) o on true
    left join lateral (select id, reference, fee from payouts where id = any(m.ids) and shop_id = ${shopId} limit 1) p on true
    order by m.at, m.id`);
}

/** Opening and closing balance of a month (`2026-11`, Jakarta). */
export async function findBalancesOfMonth(
  db: Queryable,
  shopId: string,
  month: string,
): Promise<{ opening: Rupiah; closing: Rupiah }> {
  const first = `${month}-01`;
  const row = await db.row<{ opening: Rupiah; closing: Rupiah }>(sql`
    select coalesce(sum(income - outgo) filter (where month < ${first}::date), 0)::bigint as opening, coalesce(sum(income - outgo), 0)::bigint as closing
    from balance_months where shop_id = ${shopId} and month <= ${first}::date`);
  return row ?? { opening: 0, closing: 0 };
}

/** Income and outgo of each month in which the balance changed, with the balance at its end; newest first. */
export function listMonths(
  db: Queryable,
  shopId: string,
  limit: number,
): Promise<{ month: string; income: Rupiah; outgo: Rupiah; closing: Rupiah }[]> {
  return db.rows(sql`
    select to_char(month, 'YYYY-MM') as month, income, outgo, sum(income - outgo) over (order by month)::bigint as closing
    from balance_months where shop_id = ${shopId} order by balance_months.month desc limit ${limit}`);
}

/** Balance and debt of a shop, its withdrawals under way, and what its orders under way bring. All positive. */
export async function findFunds(
  db: Queryable,
  shopId: string,
): Promise<{ balance: Rupiah; debt: Rupiah; withdrawing: Rupiah; pending: Rupiah }> {
  const row = await db.row<{ balance: Rupiah; debt: Rupiah; withdrawing: Rupiah; pending: Rupiah }>(sql`
    select
      coalesce((select balance from ledger_accounts where kind = 'seller_balance' and owner = ${shopId}), 0) as balance,
      -coalesce((select balance from ledger_accounts where kind = 'seller_debt' and owner = ${shopId}), 0) as debt,
      coalesce((select balance from ledger_accounts where kind = 'withdrawal_payable' and owner = ${shopId}), 0) as withdrawing,
      (select coalesce(sum(o.share), 0)::bigint from ${ordersUnderWay(shopId)} o) as pending`);
  return row ?? { balance: 0, debt: 0, withdrawing: 0, pending: 0 };
}

/** The name of a shop. */
export async function findShopName(db: Queryable, shopId: string): Promise<string | undefined> {
  return (await db.row<{ name: string }>(sql`select name from shops where id = ${shopId}`))?.name;
}
