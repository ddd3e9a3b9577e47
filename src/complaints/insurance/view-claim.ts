import type { Queryable } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import type { ComplaintView } from "../case-view/contract.ts";
import type { ComplaintState, Party } from "../rules.ts";
import type { Problem } from "../opening/rules.ts";
import { findClaim, findInsuredOrder, type ClaimRow, type InsuredOrder } from "./queries.ts";
import { claimRefusals } from "./contract.ts";
import { claimAskDuration, claimStates, claimTexts, insuredProblems, mayEnterPayment, waitTexts } from "./rules.ts";

/**
 * What the insurance of a case's parcel is about, for one of its readers; null for a parcel that is not insured. What
 * the courier paid is between it and the shop, so the buyer reads only the state.
 */
export async function viewInsurance(
  db: Queryable,
  one: { id: string; order_id: string; opened_at: Date },
  problems: readonly Problem[],
  side: Party,
): Promise<ComplaintView["insurance"]> {
  const order = await findInsuredOrder(db, one.order_id);
  if (!order) return null;
  const claim = await findClaim(db, one.id);
  const claimant = claim?.claimant ?? order.claimant;
  const isCovered = problems.some((problem) => insuredProblems.includes(problem));
  const isPaid = claim?.state === "paid" && side !== "buyer";
  return {
    insured: claim?.insured ?? order.insured,
    courier_name: order.courier_name,
    claimant,
    is_covered: isCovered,
    state: claim?.state ?? null,
    state_label: claim ? claimStates[claim.state] : isCovered ? "Belum diajukan" : "Tidak ditanggung asuransi",
    who_bears: claimTexts[claimant],
    waits: waitOf(order, claim, isCovered, one.opened_at),
    paid: isPaid ? claim.paid : null,
    to_shop: isPaid && claimant === "marketplace" ? claim.to_shop : null,
    note: claim && side !== "buyer" ? claim.note : "",
    at: (claim?.decided_at ?? claim?.asked_at)?.toISOString() ?? null,
  };
}

/**
 * Why this operator cannot enter now that the courier paid an asked claim, as a sentence; null when it is possible, or
 * when no claim was asked.
 */
export async function whyNoPayment(
  db: Queryable,
  one: { id: string; order_id: string; state: ComplaintState },
  operatorId: string,
): Promise<string | null> {
  const claim = await findClaim(db, one.id);
  if (claim?.state !== "asked") return null;
  const order = await findInsuredOrder(db, one.order_id);
  if (one.state !== "closed" || !order?.is_settled) return claimRefusals.caseOpen.message;
  const isAllowed = mayEnterPayment({ claimant: claim.claimant, askedBy: claim.asked_by }, operatorId);
  return isAllowed ? null : claimRefusals.secondOperator.message;
}

/** A shop asks its own courier when it likes. */
function waitOf(
  { claimant, courier_name: courier }: InsuredOrder,
  claim: ClaimRow | undefined,
  isCovered: boolean,
  openedAt: Date,
): NonNullable<ComplaintView["insurance"]>["waits"] {
  if (claim) return claim.state === "asked" ? waitsUntil(claim.due_at, waitTexts.answer(courier)) : null;
  if (!isCovered || claimant !== "marketplace") return null;
  return waitsUntil(addDuration(openedAt, claimAskDuration), waitTexts.ask(courier));
}

const waitsUntil = (dueAt: Date, text: string) => ({ due_at: dueAt.toISOString(), text });
