import { queueJob } from "#lib/jobs.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { requireNotification, type NotificationTemplate } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { bookReturnedChargeback, readChargedBack } from "#payments/attempts/return-chargeback.ts";
import { oweAgain, returnedCause, storeReturn, type ReturnedMoney } from "#payments/refunds/owe-again.ts";
import { withoutRefund } from "#payments/settlement/rules.ts";
import { lockCheckout } from "../change-order.ts";
import { findCheckoutOfAttempt, type LockedOrder } from "../queries.ts";
import { chargebackReturnedTemplate } from "./refund-texts.ts";
import { undoRefund } from "./settle-order.ts";

/** Asks the provider how much of an attempt is charged back, and gives back what came again. Safe to repeat. */
export async function followReturnedChargeback(context: Context, attemptId: string, now: Date): Promise<void> {
  const chargedBack = await readChargedBack(context, attemptId);
  if (chargedBack !== null) await returnChargeback(context, { attemptId, chargedBack }, now);
}

/**
 * Divides the money of an attempt that came again among orders and buyer, and notifies sellers and buyer. `chargedBack`
 * is what is still charged back, in rupiah. Safe to repeat.
 *
 * @rule When the dispute about a chargeback is won, the money belongs to the orders that bore it, as if the bank had
 * never taken it: a seller gets the shop's part, and the marketplace its fees. The buyer gets what a cancelled or
 * refunded order bore, and last the refunds that the chargeback closed.
 * @rule Money of a won chargeback that no order bore and that closed no refund belongs to the marketplace.
 */
export async function returnChargeback(
  { db }: Pick<Context, "db">,
  { attemptId, chargedBack }: { attemptId: string; chargedBack: Rupiah },
  now: Date,
): Promise<void> {
  const checkoutId = await findCheckoutOfAttempt(db, attemptId);
  if (checkoutId === undefined) return;
  await db.transaction(async (tx) => {
    const orders = await lockCheckout(tx, checkoutId);
    const found = await bookReturnedChargeback(tx, attemptId, chargedBack, now);
    for (const returned of found?.refunds ?? []) {
      const order = orders.find(({ id }) => id === returned.refund.order_id);
      const reference = found?.reference ?? "";
      if (returned.refund.reason === "chargeback" && order && canGetBackWhatItBore(order))
        await giveToOrder(tx, order, returned, { reference, template: chargebackReturnedTemplate, now });
      else await oweAgain(tx, returned, { reference, now });
    }
  });
}

/** Whether an order gets back what it bore of a chargeback; else its buyer gets it. */
export const canGetBackWhatItBore = ({ status }: Pick<LockedOrder, "status">): boolean =>
  status !== "cancelled" && status !== "refunded";

/** Gives what came again of a chargeback to the locked order that bore it, and notifies its seller and buyer. */
export async function giveToOrder(
  tx: Tx,
  order: LockedOrder,
  returned: ReturnedMoney,
  { reference, template, now }: { reference: string; template: NotificationTemplate; now: Date },
): Promise<void> {
  const sumOf = (part: "goods" | "shipping" | "fees") =>
    returned.parts.filter((one) => one.part === part).reduce((sum, { amount }) => sum + amount, 0);
  const amounts = {
    lines: new Map(
      returned.parts.flatMap(({ lineId, amount }) => (lineId === null ? [] : [[lineId, amount] as const])),
    ),
    shipping: sumOf("shipping"),
    fees: sumOf("fees"),
  };
  const cause = returnedCause(returned, reference);
  const parts = await undoRefund(tx, order, (before) => withoutRefund(before, amounts), { cause, now });
  await storeReturn(tx, returned, { parts, reference, now });
  await queueJob(tx, "orders.chargeback_returned", { orderId: order.id });
  const values = { jumlah: formatRupiah(returned.amount), nomor: order.invoice };
  for (const side of ["seller", "buyer"] as const) {
    const { title, text } = requireNotification(template, side, values);
    await notify(tx, {
      type: "order",
      transactionId: order.id,
      userId: side === "buyer" ? order.buyer_id : order.seller_id,
      userType: side,
      title,
      description: text,
      dedupeKey: `${cause} ${side}`,
      now,
    });
  }
}
