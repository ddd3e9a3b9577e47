import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { findPaymentOfCheckout, markClosed } from "./queries.ts";

/**
 * Closes a checkout's payment, inside the transaction that cancels or expires its orders. Returns `paid` when the money
 * has already come: then the caller must treat the orders as paid. Returns `closed` also when it was closed before.
 */
export async function closePayment(
  tx: Tx,
  checkoutId: string,
  to: "cancelled" | "expired",
): Promise<"closed" | "paid"> {
  const payment = await findPaymentOfCheckout(tx, checkoutId);
  if (!payment) throw new Error(`checkout ${checkoutId} has no payment`);
  if (await markClosed(tx, payment.id, to)) {
    await queueJob(tx, "payments.cancel_charge", { paymentId: payment.id });
    return "closed";
  }
  const after = await findPaymentOfCheckout(tx, checkoutId);
  return after?.status === "paid" ? "paid" : "closed";
}
