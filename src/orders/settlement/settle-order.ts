import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { lockPaidAttempt } from "#payments/attempts/find-paid-attempt.ts";
import { createRefund } from "#payments/refunds/create-refund.ts";
import type { RefundPart, RefundReason } from "#payments/refunds/rules.ts";
import {
  buyerShare,
  refundedWhole,
  settlementOf,
  type SettlementLine,
  type SettlementOrder,
  type SharedPrice,
} from "#payments/settlement/rules.ts";
import { bookSettlement, settlementEvent, type EscrowChange } from "#payments/settlement/book-settlement.ts";
import type { CorrectableOrder } from "../corrections/book-correction.ts";
import { fitCorrections } from "../corrections/fit-corrections.ts";
import { readSettlementOrder, updateSettlement, type LockedOrder } from "../queries.ts";

type SettledRow = Pick<LockedOrder, "settled_at"> & CorrectableOrder;

/**
 * Ends the money of a locked, paid order, once: `release` pays the seller what was not refunded, `refund` returns
 * everything to the buyer.
 */
export async function settleOrder(
  tx: Tx,
  order: SettledRow,
  { effect, reason, now }: { effect: "release" | "refund"; reason: RefundReason; now: Date },
): Promise<void> {
  const before = await readSettlementOrder(tx, order.id);
  const after = effect === "refund" ? refundedWhole(before) : before;
  await change(tx, order, { escrow: "empty", before, after, reason, cause: order.id, now });
}

/**
 * Refunds parts of a locked, paid order: `refund` gets the order as it was refunded so far and returns it with the new
 * parts. From escrow while it holds the money, afterwards from the shop's balance. Once for each cause: returns false
 * when it was booked before.
 */
export async function refundParts(
  tx: Tx,
  order: SettledRow,
  refund: (before: SettlementOrder) => SettlementOrder,
  { reason, cause, now }: { reason: RefundReason; cause: string; now: Date },
): Promise<boolean> {
  const before = await readSettlementOrder(tx, order.id);
  const escrow = order.settled_at ? "emptied" : "keep";
  const booked = await change(tx, order, { escrow, before, after: refund(before), reason, cause, now });
  if (booked && order.settled_at) {
    await queueJob(tx, "orders.lines_refunded", { orderId: order.id });
    await queueJob(tx, "orders.adjust_cashback", { orderId: order.id });
  }
  return booked;
}

/**
 * Undoes refunds of a locked, paid order whose money came again: `undo` gets the order as it was refunded so far and
 * returns it without them. The caller has booked the money to `refund_payable`. Returns how much less of each part is
 * refunded now, as negative amounts. Throws when the cause was booked before (a bug of the caller).
 */
export async function undoRefund(
  tx: Tx,
  order: SettledRow,
  undo: (before: SettlementOrder) => SettlementOrder,
  { cause, now }: { cause: string; now: Date },
): Promise<RefundPart[]> {
  const before = await readSettlementOrder(tx, order.id);
  const after = undo(before);
  const escrow = order.settled_at ? "emptied" : "keep";
  if (!(await bookChange(tx, order, { escrow, before, after, cause, now })))
    throw new Error(`${cause} was booked before`);
  if (order.settled_at) await queueJob(tx, "orders.adjust_cashback", { orderId: order.id });
  return refundedParts(before, after);
}

type Change = {
  escrow: EscrowChange;
  before: SettlementOrder;
  after: SettlementOrder;
  reason: RefundReason;
  cause: string;
  now: Date;
};

async function change(
  tx: Tx,
  order: SettledRow,
  { escrow, before, after, reason, cause, now }: Change,
): Promise<boolean> {
  const { id: orderId, buyer_id: buyerId } = order;
  // The payment is locked before the ledger, as when money comes in.
  const attempt = await lockPaidAttempt(tx, order.checkout_id);
  const booked = await bookChange(tx, order, { escrow, before, after, cause, now });
  if (!booked) return false;
  const parts = refundedParts(before, after);
  // The buyer may get nothing: promotions that pay for a part return too, and papers and tax files need it.
  if (parts.length === 0) return true;
  await createRefund(tx, { attempt, buyerId, orderId, reason, cause, amount: booked.owed, parts, now });
  return true;
}

/** Books and stores a change of who gets the money. Returns what it owes the buyer; null when it was booked before. */
async function bookChange(
  tx: Tx,
  order: SettledRow,
  { escrow, before, after, cause: reference, now }: Omit<Change, "reason">,
): Promise<{ owed: Rupiah } | null> {
  const { id: orderId, shop_id: shopId, buyer_id: buyerId } = order;
  if (escrow !== "keep") {
    const { commission, seller: earned } = settlementOf(after);
    await fitCorrections(tx, order, { commission, earned }, { kind: settlementEvent(escrow), reference, now });
  }
  const booked = await bookSettlement(tx, { orderId, shopId, buyerId, escrow, before, after, reference, now });
  if (!booked) return null;
  await updateSettlement(tx, orderId, after, escrow === "keep" ? null : { earned: booked.earned, now });
  return booked;
}

/**
 * What is refunded by line, for shipping and of the fees, as the difference between two settlements. Negative when less
 * is refunded than before.
 */
function refundedParts(before: SettlementOrder, after: SettlementOrder): RefundPart[] {
  const difference = (old: SharedPrice, part: SharedPrice) => ({
    amount: buyerShare(part) - buyerShare(old),
    givenUp: part.refunded - old.refunded,
  });
  const fees = after.fees.refunded - before.fees.refunded;
  const oldLine = (line: SettlementLine) => before.lines.find(({ id }) => id === line.id) ?? line;
  const parts: RefundPart[] = [
    ...after.lines.map((line) => ({
      part: "goods" as const,
      lineId: line.id,
      ...difference(oldLine(line), line),
    })),
    { part: "shipping", lineId: null, ...difference(before.shipping, after.shipping) },
    { part: "fees", lineId: null, amount: fees, givenUp: fees },
  ];
  return parts.filter(({ givenUp }) => givenUp !== 0);
}
