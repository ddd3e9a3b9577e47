import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { changeOrders, factsOf, lockOrder } from "../change-order.ts";
import { orderRefusals } from "../contract.ts";
import { canOrder } from "../rules.ts";
import { isHandoverCode } from "./handover-code.ts";
import { countCodeAttempt } from "./queries.ts";
import { handoverAttempts } from "./rules.ts";

/**
 * The seller enters the buyer's code when the shop's own courier, or the shop itself, hands the goods over: the order
 * is delivered. Refuses with `request.not_found`, `orders.not_allowed`, `orders.code_wrong`, `orders.code_throttled`.
 */
export async function handOverOrder(
  context: Context,
  { orderId, shopId, userId, code }: { orderId: string; shopId: string; userId: string; code: string },
  now: Date,
): Promise<void> {
  const isRight = await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, { shopId });
    if (!canOrder("hand_over", order.status, "seller", factsOf(order))) throw new Refusal(orderRefusals.notAllowed);
    const { max, window } = handoverAttempts;
    const isCounted = await countCodeAttempt(tx, orderId, { max, since: addDuration(now, -window), now });
    if (!isCounted) throw new Refusal(orderRefusals.codeThrottled);
    // A wrong code commits, because its attempt counts.
    if (!isHandoverCode(context, orderId, code)) return false;
    await changeOrders(tx, context, [order], { action: "hand_over", by: "seller", actorId: userId, now });
    return true;
  });
  if (!isRight) throw new Refusal(orderRefusals.codeWrong, { code: [orderRefusals.codeWrong.message] });
}
