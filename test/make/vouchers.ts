import { randomBytes } from "node:crypto";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { day } from "../../src/lib/time.ts";
import { stackingGroupOf, type VoucherKind } from "../../src/promotions/vouchers/rules.ts";

export type VoucherFields = {
  /** Null for a voucher of the platform. */
  shopId?: string | null;
  buyerId?: string | null;
  code?: string;
  kind?: VoucherKind;
  perMille?: number;
  maxAmount?: number;
  minGoods?: number;
  quota?: number;
  perBuyer?: number;
  isListed?: boolean;
  isAlone?: boolean;
  startsAt?: Date;
  endsAt?: Date;
};

/** A running voucher of a shop or of the platform: Rp10.000 off unless the fields say otherwise. */
export async function makeVoucher(context: Context, fields: VoucherFields = {}): Promise<{ id: string; code: string }> {
  const code = fields.code ?? `UJI${randomBytes(6).toString("hex").toUpperCase()}`;
  const now = context.clock.now();
  const kind = fields.kind ?? "fixed";
  const shopId = fields.shopId ?? null;
  const quota = fields.quota ?? 100;
  const row = await context.db.row<{ id: string }>(sql`
    insert into vouchers (shop_id, buyer_id, code, kind, per_mille, max_amount, min_goods, quota, per_buyer, starts_at, ends_at, stacking_group,
      is_listed, created_by, created_at)
    values (${shopId}, ${fields.buyerId ?? null}, ${code}, ${kind}, ${kind === "percent" || kind === "cashback" ? (fields.perMille ?? 100) : null},
      ${fields.maxAmount ?? 10_000}, ${fields.minGoods ?? 0}, ${quota}, ${fields.perBuyer ?? Math.min(quota, 1)},
      ${fields.startsAt ?? new Date(now.getTime() - day)}, ${fields.endsAt ?? new Date(now.getTime() + day)},
      ${stackingGroupOf({ ofShop: shopId !== null, kind, isAlone: fields.isAlone ?? false })}, ${fields.isListed ?? true},
      case when ${fields.buyerId ?? null}::uuid is null
        then coalesce((select owner_id from shops where id = ${shopId}), (select id from users order by created_at, id limit 1)) end, ${now})
    returning id`);
  if (!row) throw new Error("no voucher");
  return { id: row.id, code };
}
