import { acceptOffer } from "#complaints/answer-complaint.ts";
import { complaintRefusals } from "#complaints/contract.ts";
import { confirmReplacement, inspectReturn, sendBack, sendReplacement } from "#complaints/exchange-goods.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { courierOf } from "#shipping/rules.ts";
import { newTrackingNumber } from "./new-tracking-number.ts";
import type { SimulatedOrder } from "./queries.ts";
import { caseStepOf, type CaseStep } from "./rules.ts";

/**
 * Simulates a side of the open case of a demo order: it agrees, sends goods, inspects what came back, or confirms what
 * was sent again. Returns what was done. Refuses with `complaints.not_allowed` when this side has nothing to do.
 */
export async function simulateCase(
  context: Context,
  order: SimulatedOrder & { case_id: string },
  by: "buyer" | "seller",
  now: Date,
): Promise<CaseStep> {
  const { case_id: complaintId, case_state: state, offer_id: offerId } = order;
  const step = state && caseStepOf(state, by);
  const actor =
    by === "buyer" ? { userId: order.buyer_id, shopId: null } : { userId: order.owner_id, shopId: order.shop_id };
  const one = { complaintId, actor };
  // A case has a courier with scans, so that the simulated courier can bring its parcel.
  const courier = courierOf(order.courier)?.tracked ? order.courier : "jne-reg";
  const shipment = { ...one, courier, trackingNumber: newTrackingNumber(courier) };
  switch (step) {
    case "agree":
      await acceptOffer(context, { ...one, offerId: offerId ?? "" }, now);
      break;
    case "send_back":
      await sendBack(context, shipment, now);
      break;
    case "send_again":
      await sendReplacement(context, shipment, now);
      break;
    case "inspect":
      await inspectReturn(context, { ...one, result: "accepted", text: "", evidence: [] }, now);
      break;
    case "confirm":
      await confirmReplacement(context, one, now);
      break;
    default:
      throw new Refusal(complaintRefusals.notAllowed);
  }
  return step;
}
