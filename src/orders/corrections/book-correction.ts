import type { Tx } from "#lib/database.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { lockPaidAttempt } from "#payments/attempts/find-paid-attempt.ts";
import { book, bookByBalance, platform, type Account, type Movement } from "#payments/ledger/ledger.ts";
import { balanceEntryLabel } from "#payments/payouts/statement/rules.ts";
import { createRefund } from "#payments/refunds/create-refund.ts";
import { splitIncome } from "#payments/settlement/book-settlement.ts";
import type { LockedOrder } from "../queries.ts";
import { correctionTemplate } from "./notification-texts.ts";
import { saveCorrected, type CorrectedOrder } from "./queries.ts";
import { corrections, type CorrectionKind } from "./rules.ts";

/** An order as its corrections need it. */
export type CorrectableOrder = Pick<
  LockedOrder,
  "id" | "checkout_id" | "invoice" | "buyer_id" | "shop_id" | "seller_id"
>;

/**
 * Moves the money of a correction of a locked order, stores the order's new sums, and notifies the receiver. Returns
 * the refund that brings a compensation to the buyer, otherwise null. Throws if it was booked before. What a shop's
 * balance does not hold becomes a debt.
 */
export async function bookCorrection(
  tx: Tx,
  order: CorrectableOrder,
  corrected: CorrectedOrder,
  { id, kind, amount, reason, now }: { id: string; kind: CorrectionKind; amount: Rupiah; reason: string; now: Date },
): Promise<{ corrected: CorrectedOrder; refundId: string | null }> {
  const { account, sign, sum, isReversal, reader } = corrections[kind];
  const sums = { ...corrected.sums, [sum]: corrected.sums[sum] + (isReversal ? -amount : amount) };
  const after = { ...corrected, sums };
  await saveCorrected(tx, order.id, after);
  const own: Movement = {
    kind: account,
    owner: account === "commission" ? platform : order.id,
    amount: -sign * amount,
  };
  const event = { kind, reference: `${id} ${order.id}`, now };
  const refundId = reader === "buyer" ? await compensate(tx, order, { ...event, id, own }) : null;
  if (reader === "seller") await changeBalance(tx, order.shop_id, { ...event, own });
  const { title, text } = requireNotification(correctionTemplate, reader, {
    jumlah: formatRupiah(amount),
    nomor: order.invoice,
    koreksi: balanceEntryLabel(kind),
    arah: sign > 0 ? "masuk ke saldo toko Anda" : "ditarik dari saldo toko Anda",
    alasan: reason,
  });
  await notify(tx, {
    userId: reader === "buyer" ? order.buyer_id : order.seller_id,
    type: "order",
    userType: reader,
    transactionId: order.id,
    title,
    description: text,
    dedupeKey: `correction ${id}`,
    now,
  });
  return { corrected: after, refundId };
}

type Booking = { kind: CorrectionKind; reference: string; now: Date; own: Movement };

async function changeBalance(tx: Tx, shopId: string, { own, ...event }: Booking): Promise<void> {
  const balance: Account = { kind: "seller_balance", owner: shopId };
  const debt: Account = { kind: "seller_debt", owner: shopId };
  const isBooked = await bookByBalance(tx, {
    ...event,
    accounts: [own, balance, debt],
    movementsFor: (balanceOf) => [own, ...splitIncome(-own.amount, balance, balanceOf(balance), debt, balanceOf(debt))],
  });
  if (!isBooked) throw new Error(`correction ${event.reference} was booked before`);
}

async function compensate(
  tx: Tx,
  order: CorrectableOrder,
  { id, own, ...event }: Booking & { id: string },
): Promise<string> {
  // The payment is locked before the ledger, as when money comes in.
  const attempt = await lockPaidAttempt(tx, order.checkout_id);
  const amount = -own.amount;
  const movements: Movement[] = [own, { kind: "refund_payable", owner: order.buyer_id, amount }];
  if (!(await book(tx, { ...event, movements }))) throw new Error(`correction ${id} was booked before`);
  const refund = { attempt, buyerId: order.buyer_id, orderId: null, reason: "goodwill" as const, amount };
  return createRefund(tx, { ...refund, cause: `correction ${id}`, now: event.now });
}
