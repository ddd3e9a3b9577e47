import { pageOf, sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { voucherPages, type StackingGroup, type Voucher, type VoucherKind } from "./rules.ts";

/** The columns of a {@link Voucher}, from {@link voucherTables}. */
export const voucherColumns = sql`
  v.id, v.code, v.kind, v.shop_id as "shopId", s.name as "shopName", v.buyer_id as "buyerId", v.per_mille as "perMille",
  v.max_amount as "maxAmount", v.min_goods as "minGoods", v.category_id as "categoryId", c.name as "categoryName", v.quota,
  v.per_buyer as "perBuyer", v.used, v.starts_at as "startsAt", v.ends_at as "endsAt", v.stacking_group as "stackingGroup",
  v.is_listed as "isListed", v.state = 'stopped' as "isStopped"`;
/** Vouchers with shop and category. */
export const voucherTables = sql`vouchers v left join shops s on s.id = v.shop_id left join categories c on c.id = v.category_id`;

/** The owner of vouchers: a shop, or null for the platform. */
export type VoucherOwner = string | null;

const ownedBy = (owner: VoucherOwner) => sql`v.shop_id is not distinct from ${owner}::uuid and v.buyer_id is null`;

export type OwnVoucherRow = Voucher & { spent: Rupiah };

const ownColumns = sql`${voucherColumns}, (
  select coalesce(sum(u.amount), 0)::bigint from voucher_uses u where u.voucher_id = v.id and u.state = 'used') as spent`;

/** An owner's vouchers, newest first; one row more than a page. */
export function listOwnVouchers(
  db: Queryable,
  owner: VoucherOwner,
  { view, page, now }: { view: "current" | "past"; page: number; now: Date },
): Promise<OwnVoucherRow[]> {
  const isPast = sql`(v.state = 'stopped' or v.ends_at <= ${now})`;
  return db.rows(sql`
    select ${ownColumns} from ${voucherTables}
    where ${ownedBy(owner)} and ${view === "past" ? isPast : sql`not ${isPast}`}
    order by v.created_at desc, v.id desc ${pageOf(voucherPages.size + 1, (page - 1) * voucherPages.size)}`);
}

/** One voucher of an owner. */
export function findOwnVoucher(
  db: Queryable,
  owner: VoucherOwner,
  voucherId: string,
): Promise<OwnVoucherRow | undefined> {
  return db.row(sql`select ${ownColumns} from ${voucherTables} where ${ownedBy(owner)} and v.id = ${voucherId}`);
}

/** The vouchers of a shop that every buyer may use now, those with the largest amount first. */
export function listShopVouchers(db: Queryable, slug: string, now: Date, limit: number): Promise<Voucher[]> {
  return db.rows(sql`
    select ${voucherColumns} from ${voucherTables}
    where s.slug = ${slug} and v.is_listed and v.buyer_id is null and v.state = 'active' and v.starts_at <= ${now} and v.ends_at > ${now}
      and v.used < v.quota
    order by v.max_amount desc, v.id limit ${limit}`);
}

/** Makes every other creation of this owner wait until the transaction ends, so that the limits hold. */
export async function lockOwner(tx: Tx, owner: VoucherOwner): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended(${`vouchers ${owner ?? "platform"}`}, 61))`);
}

/** Stops the owner's ended voucher with this code, so that the code is free again. */
export async function stopEndedVoucher(tx: Tx, owner: VoucherOwner, code: string, now: Date): Promise<void> {
  await tx.run(sql`
    update vouchers v set state = 'stopped', stopped_at = ${now}
    where v.shop_id is not distinct from ${owner}::uuid and v.code = ${code} and v.state = 'active' and v.ends_at <= ${now}`);
}

/** The number of the owner's vouchers that have not ended, and whether one of them has this code. */
export async function countCurrentVouchers(
  tx: Tx,
  owner: VoucherOwner,
  code: string,
  now: Date,
): Promise<{ count: number; hasCode: boolean }> {
  const row = await tx.row<{ count: number; hasCode: boolean }>(sql`
    select (count(*) filter (where v.buyer_id is null and v.ends_at > ${now}))::int as count, coalesce(bool_or(v.code = ${code}), false) as "hasCode"
    from vouchers v where v.shop_id is not distinct from ${owner}::uuid and v.state = 'active' and (v.ends_at > ${now} or v.code = ${code})`);
  return row ?? { count: 0, hasCode: false };
}

/** The category with this slug that can hold products. */
export function findVoucherCategory(db: Queryable, slug: string): Promise<{ id: string; name: string } | undefined> {
  return db.row(sql`select id, name from categories where slug = ${slug} and not is_custom and merged_into is null`);
}

export type NewVoucher = {
  owner: VoucherOwner;
  buyerId: string | null;
  code: string;
  kind: VoucherKind;
  perMille: number | null;
  maxAmount: Rupiah;
  minGoods: Rupiah;
  categoryId: string | null;
  quota: number;
  perBuyer: number;
  startsAt: Date;
  endsAt: Date;
  stackingGroup: StackingGroup;
  isListed: boolean;
  createdBy: string | null;
  now: Date;
};

/** Stores a voucher and returns its id. */
export async function insertVoucher(tx: Tx, voucher: NewVoucher): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into vouchers (shop_id, buyer_id, code, kind, per_mille, max_amount, min_goods, category_id, quota, per_buyer, starts_at, ends_at,
      stacking_group, is_listed, created_by, created_at)
    values (${voucher.owner}, ${voucher.buyerId}, ${voucher.code}, ${voucher.kind}, ${voucher.perMille}, ${voucher.maxAmount}, ${voucher.minGoods},
      ${voucher.categoryId}, ${voucher.quota}, ${voucher.perBuyer}, ${voucher.startsAt}, ${voucher.endsAt}, ${voucher.stackingGroup},
      ${voucher.isListed}, ${voucher.createdBy}, ${voucher.now})
    returning id`);
  if (!row) throw new Error("a voucher was not stored");
  return row.id;
}

/** Stops an active voucher of this owner. Returns whether it was active. */
export async function updateVoucherStopped(
  db: Queryable,
  owner: VoucherOwner,
  voucherId: string,
  now: Date,
): Promise<boolean> {
  return (
    (await db.run(sql`
      update vouchers v set state = 'stopped', stopped_at = ${now} where ${ownedBy(owner)} and v.id = ${voucherId} and v.state = 'active'`)) >
    0
  );
}

type VoucherInsert = {
  code: string;
  shop: string | null;
  kind: VoucherKind;
  per_mille: number | null;
  max_amount: Rupiah;
  min_goods: Rupiah;
  quota: number;
  per_buyer: number;
  starts_at: Date;
  ends_at: Date;
  stacking_group: StackingGroup;
  is_listed: boolean;
};

/** Stores many vouchers; shops are identified by slug. The user with this e-mail creates those of the platform. */
export async function insertManyVouchers(
  tx: Tx,
  vouchers: readonly VoucherInsert[],
  operatorEmail: string,
  now: Date,
): Promise<void> {
  const stored = await tx.run(sql`
    insert into vouchers (shop_id, code, kind, per_mille, max_amount, min_goods, quota, per_buyer, starts_at, ends_at, stacking_group, is_listed,
      created_by, created_at)
    select s.id, g.code, g.kind, g.per_mille, g.max_amount, g.min_goods, g.quota, g.per_buyer, g.starts_at, g.ends_at, g.stacking_group, g.is_listed,
      coalesce(s.owner_id, u.id), ${now}
    from jsonb_to_recordset(${JSON.stringify(vouchers)}::jsonb) as g (shop text, code text, kind text, per_mille int, max_amount bigint, min_goods bigint,
      quota int, per_buyer int, starts_at timestamptz, ends_at timestamptz, stacking_group text, is_listed boolean)
    left join shops s on s.slug = g.shop join users u on u.email = ${operatorEmail}
    where g.shop is null or s.id is not null`);
  if (stored !== vouchers.length) throw new Error(`${vouchers.length - stored} vouchers have no owner`);
}
