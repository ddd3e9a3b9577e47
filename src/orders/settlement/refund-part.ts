import type { Context } from "#lib/context.ts";
import type { Queryable, Tx } from "#lib/database.ts";
import { runOnce } from "#lib/idempotency.ts";
import { idempotencyRefusals, Refusal, type FieldErrors } from "#lib/refusal.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { sellerDebt } from "#payments/ledger/ledger.ts";
import { partRefundCause } from "#payments/refunds/rules.ts";
import {
  refundableOf,
  settlementOf,
  withRefund,
  type RefundAmounts,
  type Settlement,
} from "#payments/settlement/rules.ts";
import { lockOrder } from "../change-order.ts";
import { orderRefusals } from "../contract.ts";
import { countPartRefunds, insertOrderEvent, readSettlementOrder } from "../queries.ts";
import { partRefund, type OrderStatus } from "../rules.ts";
import { partTemplate } from "./refund-texts.ts";
import { refundParts } from "./settle-order.ts";

type PartRefund = {
  orderId: string;
  shopId: string;
  userId: string;
  idempotencyKey: string;
  lines: readonly { line_id: string; amount: Rupiah }[];
  shipping: Rupiah;
  reason: string;
  /** Checks and books everything, and then undoes it. */
  preview?: boolean;
};

/**
 * Who gets an order's money when it is completed as it is now, and what its seller can still give back; null when that
 * is not possible now.
 */
export async function moneyOfSeller(
  db: Queryable,
  order: { id: string; status: OrderStatus; paid_at: Date | null; completed_at: Date | null },
  now: Date,
): Promise<{ expected: Settlement; refundable: RefundAmounts | null }> {
  const read = await readSettlementOrder(db, order.id);
  return { expected: settlementOf(read), refundable: isRefundable(order, now) ? refundableOf(read) : null };
}

function isRefundable(
  order: { status: OrderStatus; paid_at: Date | null; completed_at: Date | null },
  now: Date,
): boolean {
  const { statuses, durationAfterCompletion } = partRefund;
  return (
    statuses.includes(order.status) &&
    // A COD order under way is not paid yet.
    order.paid_at !== null &&
    (order.completed_at === null || now <= addDuration(order.completed_at, durationAfterCompletion))
  );
}

/** The amounts above what is left, as errors of the fields `line.<id>` and `shipping`. */
function tooLarge(amounts: RefundAmounts, left: RefundAmounts): FieldErrors {
  const parts: [field: string, amount: Rupiah, limit: Rupiah][] = [
    ...[...amounts.lines].map(([id, amount]): [string, Rupiah, Rupiah] => [
      `line.${id}`,
      amount,
      left.lines.get(id) ?? 0,
    ]),
    ["shipping", amounts.shipping, left.shipping],
  ];
  return Object.fromEntries(
    parts
      .filter(([, amount, limit]) => amount > limit)
      .map(([field, , limit]) => [field, [`Paling banyak ${formatRupiah(limit)}.`]]),
  );
}

/**
 * A seller gives the buyer a part of the price back, by line or of the shipping, in rupiah that the buyer gets. From
 * escrow while the order runs, afterwards from the shop's balance. Once for each idempotency key. A preview refuses in
 * the same way and changes nothing. Refuses with `request.not_found`, `orders.not_allowed`, `orders.refund_empty`,
 * `orders.refund_too_large` with the limit of each part, `orders.refund_beyond_balance`, `orders.too_many_refunds`.
 */
export async function refundPart(context: Context, refund: PartRefund, now: Date): Promise<{ amount: Rupiah }> {
  const { orderId, userId, idempotencyKey: key, reason } = refund;
  if (refund.preview) return previewPart(context, refund, now);
  const body = { orderId, lines: refund.lines, shipping: refund.shipping, reason };
  const request = { userId, route: "POST /v1/seller/orders/:orderId/refunds", key, body, now };
  const { response } = await runOnce(context.db, request, (tx) => storePart(tx, refund, now));
  return response;
}

/**
 * What a refund would return. The transaction of the refund runs and is rolled back, so it refuses for every reason.
 */
async function previewPart({ db }: Pick<Context, "db">, refund: PartRefund, now: Date): Promise<{ amount: Rupiah }> {
  const undo = new Error("only a preview");
  const found: { amount: Rupiah }[] = [];
  await db
    .transaction(async (tx) => {
      found.push(await storePart(tx, refund, now));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  const [refunded] = found;
  if (!refunded) throw undo;
  return refunded;
}

async function storePart(tx: Tx, refund: PartRefund, now: Date): Promise<{ amount: Rupiah }> {
  const { orderId, shopId, userId, idempotencyKey: key, reason } = refund;
  const order = await lockOrder(tx, orderId, { shopId });
  if (!isRefundable(order, now)) throw new Refusal(orderRefusals.notAllowed);
  if ((await countPartRefunds(tx, orderId)) >= partRefund.max) throw new Refusal(orderRefusals.tooManyRefunds);
  const left = refundableOf(await readSettlementOrder(tx, orderId));
  const amounts: RefundAmounts = {
    lines: new Map(refund.lines.map(({ line_id, amount }) => [line_id, amount])),
    shipping: refund.shipping,
    fees: 0,
  };
  const amount = [...amounts.lines.values()].reduce((sum, one) => sum + one, amounts.shipping);
  if (amount === 0) throw new Refusal(orderRefusals.refundEmpty);
  const errors = tooLarge(amounts, left);
  if (Object.keys(errors).length > 0) throw new Refusal(orderRefusals.refundTooLarge, errors);
  const debt = await sellerDebt(tx, shopId);
  const cause = `${partRefundCause}${orderId} ${key}`;
  const event = { reason: "order_part_refunded" as const, cause, now };
  const isBooked = await refundParts(tx, order, (before) => withRefund(before, amounts), event);
  if (!isBooked) throw new Refusal(idempotencyRefusals.reused);
  if ((await sellerDebt(tx, shopId)) > debt) throw new Refusal(orderRefusals.refundBeyondBalance);
  const { status } = order;
  const eventId = await insertOrderEvent(tx, {
    orderId,
    action: "refund_part",
    from: status,
    to: status,
    actor: "seller",
    actorId: userId,
    reason,
    now,
  });
  const { title, text } = requireNotification(partTemplate, "buyer", {
    jumlah: formatRupiah(amount),
    nomor: order.invoice,
    toko: order.shop_name,
    alasan: reason,
  });
  await notify(tx, {
    userId: order.buyer_id,
    type: "order",
    userType: "buyer",
    transactionId: orderId,
    title,
    description: text,
    dedupeKey: `refund-part ${eventId}`,
    now,
  });
  return { amount };
}
