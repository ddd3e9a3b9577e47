import type { Context } from "#lib/context.ts";
import type { Queryable, Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import {
  coveredOf,
  refundableOf,
  withRefund,
  type RefundAmounts,
  type SettlementOrder,
} from "#payments/settlement/rules.ts";
import { changeOrders } from "../change-order.ts";
import { insertOrderEvent, readSettlementOrder, type LockedOrder } from "../queries.ts";
import { reasonLength, type OrderActor } from "../rules.ts";
import { refundParts } from "./settle-order.ts";

/** The prices of an order, who bears their discounts, and what was refunded so far. */
export function findOrderMoney(db: Queryable, orderId: string): Promise<SettlementOrder> {
  return readSettlementOrder(db, orderId);
}

/** What the buyer gets of each line, and what the seller gives up of lines that vouchers paid wholly. */
export type DisputeAmounts = {
  lines: readonly { line_id: string; amount: Rupiah; given_up?: Rupiah | undefined }[];
  shipping: Rupiah;
  /** Whether these amounts were everything when they were chosen ({@link isWholeRefund}). */
  is_whole?: boolean | undefined;
};

/** The amounts, with nothing above what is left: a bank may have taken money back in the meantime. */
export function withinRefundable(
  order: SettlementOrder,
  amounts: DisputeAmounts,
): RefundAmounts & { covered: ReadonlyMap<string, Rupiah> } {
  const left = refundableOf(order);
  const covered = coveredOf(order);
  return {
    lines: new Map(
      amounts.lines.map(({ line_id, amount }) => [line_id, Math.min(amount, left.lines.get(line_id) ?? 0)]),
    ),
    shipping: Math.min(amounts.shipping, left.shipping),
    fees: 0,
    covered: new Map(
      amounts.lines.flatMap(({ line_id, given_up: givenUp = 0 }) => {
        const most = Math.min(givenUp, covered.get(line_id) ?? 0);
        return most > 0 ? [[line_id, most] as const] : [];
      }),
    ),
  };
}

/**
 * Whether these amounts return every line, also those that vouchers paid wholly, and the shipping, so that the fees
 * return with them.
 *
 * @rule A partial refund that was agreed on or decided stays partial when the buyer's bank takes the rest back
 * meanwhile. If the chargeback is won, its money is the shop's except for that part; after a whole refund it is the
 * buyer's.
 */
export function isWholeRefund(order: SettlementOrder, wanted: DisputeAmounts): boolean {
  if (wanted.is_whole !== undefined) return wanted.is_whole;
  const left = refundableOf(order);
  const amounts = withinRefundable(order, wanted);
  return (
    amounts.shipping === left.shipping &&
    [...left.lines].every(([id, amount]) => (amounts.lines.get(id) ?? 0) === amount) &&
    [...coveredOf(order)].every(([id, amount]) => (amounts.covered.get(id) ?? 0) === amount)
  );
}

type Dispute = {
  by: OrderActor;
  actorId: string | null;
  reason: string;
  /** Identifies the refund. */
  cause: string;
  now: Date;
};

/**
 * Refunds a part of a locked, paid order, within what is left of it. Returns what the buyer gets. Throws when the cause
 * was booked before (a bug).
 */
export async function refundOfDispute(
  tx: Tx,
  order: LockedOrder,
  { amounts: wanted, by, actorId, reason, cause, now }: Dispute & { amounts: DisputeAmounts },
): Promise<Rupiah> {
  const amounts = withinRefundable(await readSettlementOrder(tx, order.id), wanted);
  const sum = [...amounts.lines.values()].reduce((all, amount) => all + amount, amounts.shipping);
  if (sum === 0 && amounts.covered.size === 0) return 0;
  await refundParts(tx, order, (one) => withRefund(one, amounts), { reason: "order_part_refunded", cause, now });
  const { status } = order;
  await insertOrderEvent(tx, {
    orderId: order.id,
    action: "refund_part",
    from: status,
    to: status,
    actor: by,
    actorId,
    reason,
    now,
  });
  return sum;
}

/**
 * Ends a disputed, locked order: everything to the buyer, or a part to the buyer and the rest to the seller. `amounts`
 * is null when nothing is refunded. Returns what the buyer gets. Refuses with `orders.not_allowed`.
 *
 * @rule A shop gets nothing for goods that a complaint takes back. The price that the marketplace's vouchers paid
 * returns to the marketplace; what the shop's own voucher took off was never paid.
 * @rule After a complaint buyers get back what they paid themselves. The voucher returns when the whole order is
 * refunded.
 */
export async function settleDispute(
  tx: Tx,
  context: Pick<Context, "clock">,
  order: LockedOrder,
  settlement: Dispute & { amounts: DisputeAmounts | null },
): Promise<Rupiah> {
  const { amounts, by, actorId, cause, now } = settlement;
  const reason = [...settlement.reason].slice(0, reasonLength.max).join("");
  const before = await readSettlementOrder(tx, order.id);
  const change = { by, actorId, reason, now };
  if (amounts && isWholeRefund(before, amounts)) {
    await changeOrders(tx, context, [order], { action: "refund", ...change });
    const left = refundableOf(before);
    return [...left.lines.values()].reduce((sum, amount) => sum + amount, left.shipping + left.fees);
  }
  const sum = amounts ? await refundOfDispute(tx, order, { amounts, ...change, cause }) : 0;
  // A seller cannot release money to the own shop: when the seller accepts an offer, the system does.
  const ender = by === "seller" ? { by: "system" as const, actorId: null } : { by, actorId };
  await changeOrders(tx, context, [order], { action: "settle_dispute", ...change, ...ender });
  return sum;
}
