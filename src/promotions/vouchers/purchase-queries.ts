import { sql, type Queryable } from "#lib/database.ts";
import { voucherColumns, voucherTables } from "./queries.ts";
import { purchaseVouchers, type Voucher } from "./rules.ts";

/** A voucher with the number of its buyer's uses. */
export type PurchaseVoucherRow = Voucher & { usesOfBuyer: number };

const columnsFor = (buyerId: string | null) => sql`${voucherColumns}, (
  select count(*)::int from voucher_uses u where u.voucher_id = v.id and u.buyer_id = ${buyerId} and u.state <> 'released') as "usesOfBuyer"`;

/**
 * The vouchers with these ids, whatever their state; and, unless `shopIds` is null, those that run now and that the
 * buyer may choose: listed ones of the platform and of these shops, and the buyer's own. The largest come first.
 */
export function listPurchaseVouchers(
  db: Queryable,
  {
    buyerId,
    shopIds,
    ids,
    now,
  }: { buyerId: string | null; shopIds: readonly string[] | null; ids: readonly string[]; now: Date },
): Promise<PurchaseVoucherRow[]> {
  const offered = sql`
    union
    select id from (
      select v.id from vouchers v
      where v.state = 'active' and v.starts_at <= ${now} and v.ends_at > ${now} and v.used < v.quota
        and (v.shop_id is null or v.shop_id = any(${shopIds}::uuid[]))
        and ((v.is_listed and v.buyer_id is null) or v.buyer_id = ${buyerId})
      order by v.buyer_id nulls last, v.max_amount desc, v.id limit ${purchaseVouchers.considered}) listed`;
  // The list is hidden in a subselect: PostgreSQL would plan this again each time if it could see its length.
  return db.rows(sql`
    select ${columnsFor(buyerId)} from ${voucherTables}
    where v.id in (select unnest((select ${ids}::uuid[])) ${shopIds === null ? sql`` : offered})
    order by v.max_amount desc, v.id`);
}

/**
 * Vouchers with these codes, whatever their state: those of the platform and of the purchase's shops first, then active
 * and new ones.
 */
export function listVouchersByCode(
  db: Queryable,
  { buyerId, shopIds, codes }: { buyerId: string | null; shopIds: readonly string[]; codes: readonly string[] },
): Promise<PurchaseVoucherRow[]> {
  return db.rows(sql`
    select ${columnsFor(buyerId)} from ${voucherTables}
    where v.code = any(${codes}::text[])
    order by (v.shop_id is null or v.shop_id = any(${shopIds}::uuid[])) desc, v.state = 'active' desc, v.created_at desc, v.id limit 50`);
}
