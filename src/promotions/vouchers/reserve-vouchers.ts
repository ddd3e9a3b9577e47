/**
 * Design note. One statement reserves all vouchers of a checkout inside the transaction that places its orders. It
 * locks the vouchers in the order of their ids, so that two checkouts cannot deadlock, checks state, days and quota
 * again under the lock, counts each voucher up, and stores the uses with the part of each order. A voucher that no
 * longer applies is missing in the result, and the refusal rolls everything back. So a voucher with one use left is
 * used by one of fifty buyers. A CHECK keeps the counter within the quota, and a unique index on (voucher, buyer, nth
 * use) keeps each buyer within their own limit, even if two transactions of one buyer ran at once.
 * Not chosen: counting uses when they are needed (each checkout would read all uses of a popular voucher), and a
 * reservation before the transaction (it would have to be released by time).
 */
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { voucherProblemRefusals } from "./contract.ts";
import { insertUses, insertUsesAtCommit, lockUsesOfOrders, releaseUses, updateUsesPaid } from "./use-queries.ts";

/** A voucher of a checkout: what it takes off or promises, and the part of each order. The parts sum to the amount. */
export type VoucherUse = {
  voucherId: string;
  amount: Rupiah;
  shares: readonly { orderId: string; amount: Rupiah }[];
};

/**
 * Reserves all vouchers of a checkout, or none. The caller holds the lock on the buyer. Refuses with
 * `vouchers.used_up` when one of them no longer applies; the caller's transaction must roll back then.
 */
export async function reserveVouchers(
  tx: Tx,
  checkout: { checkoutId: string; buyerId: string; uses: readonly VoucherUse[]; now: Date },
): Promise<void> {
  if (checkout.uses.length === 0) return;
  const stored = await insertUses(tx, checkout);
  if (stored !== checkout.uses.length) throw new Refusal(voucherProblemRefusals.used_up);
}

/**
 * The same together with the commit. When one of the vouchers no longer applies, the transaction fails (`isUnmet`).
 */
export function reserveVouchersAtCommit(tx: Tx, checkout: Parameters<typeof reserveVouchers>[1]): void {
  if (checkout.uses.length > 0) insertUsesAtCommit(tx, checkout);
}

/** Marks the vouchers of a checkout as used, because it was paid. Safe to repeat. */
export function markVouchersUsed(tx: Tx, checkoutId: string, now: Date): Promise<number> {
  return updateUsesPaid(tx, checkoutId, now);
}

/**
 * @rule A voucher can be used again when every order that it lowered is cancelled or wholly refunded.
 *
 * Releases, once, the vouchers of these orders for which that is true. The orders already have their new status in this
 * transaction. Uses are locked first: two orders of one checkout that are cancelled at the same moment wait for each
 * other, and the second one sees the first.
 */
export async function releaseVouchers(tx: Tx, orderIds: readonly string[], now: Date): Promise<void> {
  const useIds = await lockUsesOfOrders(tx, orderIds);
  if (useIds.length > 0) await releaseUses(tx, useIds, now);
}
