import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { splitRupiah } from "#lib/rupiah.ts";
import { lockPaidAttempt } from "#payments/attempts/find-paid-attempt.ts";
import { changeOrders, lockCheckout } from "../change-order.ts";
import type { LockedOrder } from "../queries.ts";
import { insertUniqueCode, listPaidParts } from "./queries.ts";

/**
 * Marks every unpaid order of a checkout as paid, after its money came in time. Safe to repeat. Returns how many orders
 * changed.
 */
export async function markCheckoutPaid(
  tx: Tx,
  context: Pick<Context, "clock">,
  checkoutId: string,
  now: Date,
): Promise<number> {
  return (await payOrders(tx, context, await lockCheckout(tx, checkoutId), now)).length;
}

/** Marks the unpaid ones of these locked orders of one paid checkout as paid, and returns them. */
export async function payOrders(
  tx: Tx,
  context: Pick<Context, "clock">,
  orders: readonly LockedOrder[],
  now: Date,
): Promise<LockedOrder[]> {
  const unpaid = orders.filter((order) => order.status === "awaiting_payment");
  const [first] = unpaid;
  if (!first) return [];
  await applyUniqueCode(tx, first.checkout_id);
  return changeOrders(tx, context, unpaid, { action: "pay", by: "system", actorId: null, now });
}

/**
 * @rule A bank transfer is up to Rp499 less than the price, so that its amount is unique. The marketplace bears the
 * difference like a voucher, so a refund returns what was paid.
 */
async function applyUniqueCode(tx: Tx, checkoutId: string): Promise<void> {
  const { code, id } = await lockPaidAttempt(tx, checkoutId);
  if (code === 0) return;
  const parts = await listPaidParts(tx, checkoutId);
  const shares = splitRupiah(
    code,
    parts.map(({ paid }) => paid),
  );
  await insertUniqueCode(
    tx,
    checkoutId,
    id,
    parts.map((part, at) => ({ ...part, share: shares[at] ?? 0 })),
  );
}
