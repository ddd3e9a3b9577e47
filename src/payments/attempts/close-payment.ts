import type { Tx } from "#lib/database.ts";
import { lockPaymentOfCheckout, markClosed } from "../queries.ts";
import { closeAttempt } from "./close-attempt.ts";
import { lockOpenAttempt } from "./queries.ts";

/**
 * Closes a checkout's payment, inside the transaction that cancels or expires its orders. Returns `paid` when the money
 * has already come: then the caller must treat the orders as paid. Returns `closed` also when it was closed before.
 */
export async function closePayment(
  tx: Tx,
  checkoutId: string,
  to: "cancelled" | "expired",
  now: Date,
): Promise<"closed" | "paid"> {
  const payment = await lockPaymentOfCheckout(tx, checkoutId);
  if (!payment) throw new Error(`checkout ${checkoutId} has no payment`);
  if (payment.status === "paid") return "paid";
  if (await markClosed(tx, payment.id, to)) {
    const attempt = await lockOpenAttempt(tx, payment.id);
    if (attempt) await closeAttempt(tx, attempt, { buyerId: payment.buyer_id, to, now });
  }
  return "closed";
}
