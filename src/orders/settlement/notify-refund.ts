import type { Context } from "#lib/context.ts";
import { jakartaDay } from "#lib/time.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { closeChargedBackRefund } from "#payments/refunds/close-open-refunds.ts";
import { findRefundToNotify } from "../queries.ts";
import { moveChargebackToRefund } from "./move-chargeback.ts";
import { needsAccountTemplate } from "./refund-texts.ts";

/**
 * Notifies a buyer that a refund needs a bank account, at most once a day, and not when the buyer's bank has taken the
 * money back.
 */
export async function notifyRefundNeedsAccount(
  { db }: Pick<Context, "db">,
  refundId: string,
  now: Date,
): Promise<void> {
  await closeChargedBackRefund({ db }, refundId, now);
  await moveChargebackToRefund({ db }, refundId, now);
  const refund = await findRefundToNotify(db, refundId);
  if (!refund || refund.status !== "needs_account") return;
  const values = { jumlah: formatRupiah(refund.amount) };
  const { title, text } = requireNotification(needsAccountTemplate, "buyer", values);
  await db.transaction((tx) =>
    notify(tx, {
      userId: refund.buyer_id,
      type: "order",
      userType: "buyer",
      transactionId: refund.order_id,
      title,
      description: text,
      dedupeKey: `refund-account ${refundId} ${jakartaDay(now)}`,
      now,
    }),
  );
}
