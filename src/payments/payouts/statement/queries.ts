import { sql, type Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { expectedShare } from "../../settlement/expected-share.ts";

// A debt is a negative balance, so both accounts together are what a shop is owed.
const accountsOf = (shopId: string) =>
  sql`select id from ledger_accounts where kind in ('seller_balance', 'seller_debt') and owner = ${shopId}`;

// References contain the ids of what an event is about, between spaces.
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

const entryColumns = sql`m.id, m.kind, m.at, m.amount, o.id as order_id, o.invoice, p.id as payout_id, p.reference as payout, p.fee as payout_fee,
  coalesce((select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = m.id and a.kind = 'commission'), 0)::bigint as commission,
  coalesce((select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = m.id and a.kind = 'tax_withheld'), 0)::bigint as tax`;

/** What changed a shop's balance, newest first. */
export function listBalanceEntries(db: Queryable, shopId: string, limit: number, offset: number): Promise<EntryRow[]> {
  return db.rows(sql`
    with m as materialized (
      select t.id, t.kind, t.created_at as at, sum(e.amount)::bigint as amount, ${referenced} as ids
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account_id in (${accountsOf(shopId)})
      group by t.id order by t.created_at desc, t.id desc limit ${limit} offset ${offset}
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
    with m as materialized (
      select t.id, t.kind, t.created_at as at, sum(e.amount)::bigint as amount, ${referenced} as ids
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account_id in (${accountsOf(shopId)}) and t.created_at >= ${from} and t.created_at < ${to}
      group by t.id order by t.created_at, t.id limit ${limit}
    )
    select ${entryColumns} from m
    left join lateral (select id, invoice from orders where id = any(m.ids) and shop_id = ${shopId} limit 1) o on true
    left join lateral (select id, reference, fee from payouts where id = any(m.ids) and shop_id = ${shopId} limit 1) p on true
    order by m.at, m.id`);
}

/** What a shop was owed before a moment. */
export async function findBalanceBefore(db: Queryable, shopId: string, at: Date): Promise<Rupiah> {
  const row = await db.row<{ balance: Rupiah }>(sql`
    select coalesce(sum(e.amount), 0)::bigint as balance
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account_id in (${accountsOf(shopId)}) and t.created_at < ${at}`);
  return row?.balance ?? 0;
}

/** Income and outgo of each month in which the balance changed, with the balance at its end; newest first. */
export function listMonths(
  db: Queryable,
  shopId: string,
  limit: number,
): Promise<{ month: string; income: Rupiah; outgo: Rupiah; closing: Rupiah }[]> {
  return db.rows(sql`
    with m as (
      select to_char(t.created_at at time zone 'Asia/Jakarta', 'YYYY-MM') as month, t.id, sum(e.amount) as amount
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account_id in (${accountsOf(shopId)}) group by 1, 2
    )
    select month, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as income,
      -coalesce(sum(amount) filter (where amount < 0), 0)::bigint as outgo,
      sum(sum(amount)) over (order by month)::bigint as closing
    from m group by month order by month desc limit ${limit}`);
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
      (select coalesce(sum(${expectedShare}), 0)::bigint
        from orders o where o.shop_id = ${shopId}
          and o.status in ('awaiting_confirmation', 'processing', 'shipped', 'delivered', 'disputed')) as pending`);
  return row ?? { balance: 0, debt: 0, withdrawing: 0, pending: 0 };
}

/** The name of a shop. */
export async function findShopName(db: Queryable, shopId: string): Promise<string | undefined> {
  return (await db.row<{ name: string }>(sql`select name from shops where id = ${shopId}`))?.name;
}
