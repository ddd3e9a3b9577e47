import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { insertManyVouchers } from "./queries.ts";
import { stackingGroupOf, validityOf, type VoucherKind } from "./rules.ts";

/** A voucher of a shop or, without one, of the platform. */
export type GivenVoucher = {
  code: string;
  /** The slug of the shop. */
  shop?: string | undefined;
  kind: VoucherKind;
  percent?: number | undefined;
  maxAmount: Rupiah;
  minGoods: Rupiah;
  quota: number;
  perBuyer: number;
  /** The first day, counted from today, and the number of days. */
  fromDay: number;
  days: number;
  byCode: boolean;
};

/**
 * Stores many vouchers at once. Those of the platform are created by the user with this e-mail. For demo data: limits
 * are not checked.
 */
export async function insertVouchers(
  tx: Tx,
  vouchers: readonly GivenVoucher[],
  operatorEmail: string,
  now: Date,
): Promise<void> {
  await insertManyVouchers(
    tx,
    vouchers.map(({ shop, kind, percent, fromDay, days, ...voucher }) => {
      const start = addDuration(now, fromDay * day);
      const { startsAt, endsAt } = validityOf(jakartaDay(start), jakartaDay(addDuration(start, (days - 1) * day)));
      return {
        code: voucher.code,
        shop: shop ?? null,
        kind,
        per_mille: percent === undefined ? null : percent * 10,
        max_amount: voucher.maxAmount,
        min_goods: voucher.minGoods,
        quota: voucher.quota,
        per_buyer: voucher.perBuyer,
        starts_at: startsAt,
        ends_at: endsAt,
        stacking_group: stackingGroupOf({ ofShop: shop !== undefined, kind, isAlone: false }),
        is_listed: !voucher.byCode,
      };
    }),
    operatorEmail,
    now,
  );
}
