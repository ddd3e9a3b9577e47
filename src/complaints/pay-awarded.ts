import type { Context } from "#lib/context.ts";
import { lockOrder } from "#orders/change-order.ts";
import { refundOfDispute } from "#orders/settlement/settle-dispute.ts";
import { addRefunded, findAwardedCase } from "./queries.ts";

/**
 * @rule What a case gave the buyer, and the buyer's bank had taken before the case ended, is paid when a won chargeback
 * brings the money back.
 *
 * Refunds what the closed case of an order gave its buyer and the buyer has not got. Does nothing for an order that was
 * refunded whole: all that comes again is its buyer's. Safe to repeat. Locks: order → as a refund does.
 */
export async function payAwarded({ db }: Pick<Context, "db">, orderId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, "anyone");
    const one = order.status === "completed" ? await findAwardedCase(tx, orderId) : undefined;
    if (!one) return;
    const got = new Map(one.got.map(({ line_id, amount }) => [line_id, amount]));
    const missing = (lineId: string | null, amount: number) => Math.max(0, amount - (got.get(lineId) ?? 0));
    const paid = one.got.reduce((sum, { amount }) => sum + amount, 0);
    const refunded = await refundOfDispute(tx, order, {
      amounts: {
        lines: one.awarded.lines.map(({ line_id, amount }) => ({ line_id, amount: missing(line_id, amount) })),
        shipping: missing(null, one.awarded.shipping),
      },
      by: "system",
      actorId: null,
      reason: "Uang yang ditarik bank pembeli kembali, jadi hasil komplain dibayar.",
      cause: `complaint ${one.id} after ${paid}`,
      now,
    });
    if (refunded > 0) await addRefunded(tx, one.id, refunded);
  });
}
