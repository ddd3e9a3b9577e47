import { demanded, sql, type Sql, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { VoucherUse } from "./reserve-vouchers.ts";

type NewUses = { checkoutId: string; buyerId: string; uses: readonly VoucherUse[]; now: Date };

/** Counts the vouchers of a checkout up and stores their uses. Returns how many of them still applied. */
export async function insertUses(tx: Tx, checkout: NewUses): Promise<number> {
  const row = await tx.row<{ stored: number }>(
    sql`with ${storedUses(checkout)} select count(*)::int as stored from stored`,
  );
  return row?.stored ?? 0;
}

/** The same together with the commit. The transaction fails (`isUnmet`) unless all of them still apply. */
export function insertUsesAtCommit(tx: Tx, checkout: NewUses): void {
  const all = demanded(sql`count(*) = ${checkout.uses.length}`);
  void tx.atCommit(sql`with ${storedUses(checkout)} select ${all} from stored`);
}

function storedUses({ checkoutId, buyerId, uses, now }: NewUses): Sql {
  const shares = uses.flatMap(({ voucherId, shares: parts }) => parts.map((part) => ({ voucherId, ...part })));
  return sql`
    wanted as (
      select * from unnest(${uses.map((use) => use.voucherId)}::uuid[], ${uses.map((use) => use.amount)}::bigint[]) as w (voucher_id, amount)
    ), locked as (
      select v.id from vouchers v join wanted w on w.voucher_id = v.id
      where v.state = 'active' and v.starts_at <= ${now} and v.ends_at > ${now} and v.used < v.quota
        and (v.buyer_id is null or v.buyer_id = ${buyerId})
      order by v.id for no key update of v
    ), counted as (
      update vouchers v set used = v.used + 1 from locked where v.id = locked.id returning v.id, v.per_buyer
    ), stored as (
      insert into voucher_uses (voucher_id, buyer_id, checkout_id, nth, amount, reserved_at)
      select c.id, ${buyerId}, ${checkoutId}, free.nth, w.amount, ${now}
      from counted c join wanted w on w.voucher_id = c.id
      cross join lateral (
        select n as nth from generate_series(1, c.per_buyer) n
        where not exists (
          select from voucher_uses u where u.voucher_id = c.id and u.buyer_id = ${buyerId} and u.nth = n and u.state <> 'released')
        order by n limit 1) free
      on conflict do nothing
      returning id, voucher_id
    ), shared as (
      insert into voucher_shares (use_id, order_id, amount)
      select stored.id, s.order_id, s.amount
      from unnest(${shares.map((share) => share.voucherId)}::uuid[], ${shares.map((share) => share.orderId)}::uuid[],
        ${shares.map((share) => share.amount)}::bigint[]) as s (voucher_id, order_id, amount)
      join stored on stored.voucher_id = s.voucher_id
    )`;
}

/** Marks the reserved uses of a checkout as used. */
export function updateUsesPaid(tx: Tx, checkoutId: string, now: Date): Promise<number> {
  return tx.run(sql`
    update voucher_uses set state = 'used', used_at = ${now} where checkout_id = ${checkoutId} and state = 'reserved'`);
}

/** Locks the uses of these orders that are not released, in the order of their ids. */
export async function lockUsesOfOrders(tx: Tx, orderIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select u.id from voucher_uses u
    where u.state <> 'released' and u.id in (select s.use_id from voucher_shares s where s.order_id = any(${orderIds}::uuid[]))
    order by u.id for update`);
  return rows.map(({ id }) => id);
}

/** Releases those of these uses whose orders are all cancelled or refunded, and counts their vouchers down. */
export async function releaseUses(tx: Tx, useIds: readonly string[], now: Date): Promise<void> {
  await tx.run(sql`
    with released as (
      update voucher_uses u set state = 'released', released_at = ${now}
      where u.id = any(${useIds}::uuid[]) and u.state <> 'released' and not exists (
        select from voucher_shares s join orders o on o.id = s.order_id
        where s.use_id = u.id and o.status not in ('cancelled', 'refunded'))
      returning u.voucher_id
    ), counted as (
      select voucher_id, count(*)::int as uses from released group by voucher_id
    ), locked as (
      select v.id from vouchers v join counted c on c.voucher_id = v.id order by v.id for no key update of v
    )
    update vouchers v set used = v.used - c.uses from locked l join counted c on c.voucher_id = l.id where v.id = l.id`);
}

/** A cashback of a completed order that its buyer has not got yet. */
export type OpenCashback = {
  useId: string;
  voucherId: string;
  buyerId: string;
  shopId: string | null;
  shopName: string | null;
  amount: Rupiah;
  /** What the shop asks for the order's goods after its own discounts, and how much of it was refunded. */
  goods: Rupiah;
  refunded: Rupiah;
};

// What the shop asks for the goods of a share's order after its own discounts, and how much of it was refunded.
const keptGoods = sql`cross join lateral (
      select sum(l.price * l.quantity + coalesce((select sum(a.amount) from order_adjustments a where a.line_id = l.id and a.bearer = 'shop'), 0))::bigint as goods,
        sum(l.refunded)::bigint as refunded
      from order_lines l where l.order_id = p.order_id) l`;

/** The cashbacks of an order that were paid for and not issued yet, locked. */
export function lockOpenCashbacks(tx: Tx, orderId: string): Promise<OpenCashback[]> {
  return tx.rows(sql`
    select u.id as "useId", v.id as "voucherId", u.buyer_id as "buyerId", v.shop_id as "shopId", s.name as "shopName", p.amount,
      l.goods, l.refunded
    from voucher_shares p join voucher_uses u on u.id = p.use_id join vouchers v on v.id = u.voucher_id left join shops s on s.id = v.shop_id
    ${keptGoods}
    where p.order_id = ${orderId} and p.cashback_voucher_id is null and u.state = 'used' and v.kind = 'cashback'
    order by u.id for no key update of p`);
}

/** Stores which voucher a cashback became. */
export async function updateCashbackIssued(
  tx: Tx,
  share: { useId: string; orderId: string; voucherId: string },
): Promise<void> {
  await tx.run(sql`
    update voucher_shares set cashback_voucher_id = ${share.voucherId} where use_id = ${share.useId} and order_id = ${share.orderId}`);
}

/**
 * Gives the vouchers that an order's cashbacks became the value of what its buyer keeps now. One of less than `min`, or
 * one that a purchase holds and that is worth less now, is stopped, so that it cannot be used again. Vouchers that were
 * used stay as they are. Returns the changed ones; `amount` is 0 for a stopped one.
 */
export function updateIssuedCashbacks(
  tx: Tx,
  orderId: string,
  { min, now }: { min: Rupiah; now: Date },
): Promise<{ id: string; buyerId: string; before: Rupiah; amount: Rupiah }[]> {
  return tx.rows(sql`
    with due as (
      select v.id, v.max_amount as before,
        case when l.goods = 0 then 0 else div(p.amount::numeric * (l.goods - l.refunded), l.goods)::bigint end as amount,
        exists (select from voucher_uses u where u.voucher_id = v.id) as touched
      from voucher_shares p join vouchers v on v.id = p.cashback_voucher_id ${keptGoods}
      where p.order_id = ${orderId} and v.state = 'active'
        and not exists (select from voucher_uses u where u.voucher_id = v.id and u.state = 'used')
      order by v.id for no key update of v
    ), decided as (
      select id, before, amount, amount < ${min} or touched as stops from due where amount < before or (amount > before and not touched)
    )
    update vouchers v set max_amount = case when d.stops then v.max_amount else d.amount end,
      state = case when d.stops then 'stopped' else 'active' end, stopped_at = case when d.stops then ${now}::timestamptz end
    from decided d where v.id = d.id
    returning v.id, v.buyer_id as "buyerId", d.before, case when d.stops then 0 else d.amount end as amount`);
}
