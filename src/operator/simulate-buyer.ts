import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { receiveOrder } from "#orders/receive-order.ts";
import { findPeopleOfOrder } from "./queries.ts";
import type { CaseStep } from "./rules.ts";
import { simulateCase } from "./simulate-case.ts";

/**
 * Simulates the buyer of a demo order: confirms that goods arrived, which pays the seller, or acts in its complaint.
 * Returns what was done. Refuses with `request.not_found`, with `orders.not_allowed` when the order is neither shipped
 * nor delivered, and with `complaints.not_allowed` when the buyer has nothing to do in the complaint.
 */
export async function simulateBuyer(context: Context, orderId: string, now: Date): Promise<"receive" | CaseStep> {
  const order = await findPeopleOfOrder(context.db, orderId);
  if (!order) throw new Refusal(requestRefusals.notFound);
  const { case_id: caseId } = order;
  if (caseId !== null) return simulateCase(context, { ...order, case_id: caseId }, "buyer", now);
  await receiveOrder(context, { orderId, buyerId: order.buyer_id }, now);
  return "receive";
}
