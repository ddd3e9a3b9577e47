/**
 * Design note. A notification or poll only says that there may be news. What is booked are the receipts that the
 * provider's own status call lists, each once: the receipt's row is unique by provider and reference, and the ledger's
 * references are a second guard. One transaction locks the payment and the attempt and decides:
 * - The attempt has its whole amount and nothing else has paid: the payment is paid, escrow is filled. More than the
 *   amount is owed back. A closed attempt of a payment that still waits can win too: the buyer paid an older number
 *   after choosing another method.
 * - Less than the amount of the open attempt: it waits for the rest (`unapplied_payment`).
 * - Everything else came too late or for nothing, and is owed back. A closed payment never reopens its orders.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { paymentRefusals } from "../contract.ts";
import { book, platform } from "../ledger/ledger.ts";
import { callProvider } from "../providers/call-provider.ts";
import type { ChargeStatus, NotificationClaim, Receipt } from "../provider.ts";
import type { ProviderId } from "../rules.ts";
import { findOrdersOfCheckout, lockPayment, markPaid, type PaymentRow } from "../queries.ts";
import { createRefund } from "../refunds/create-refund.ts";
import { closeOpenRefunds } from "../refunds/close-open-refunds.ts";
import { followRefunds } from "../refunds/pay-refund.ts";
import { chargeOf } from "./charge-attempt.ts";
import { closeAttempt } from "./close-attempt.ts";
import {
  findAttemptByReference,
  findBookedReceipts,
  insertReceipt,
  lockAttempt,
  lockOpenAttempt,
  updateAttempt,
  updateChargedBack,
  type AttemptRow,
} from "./queries.ts";

export type Verdict =
  | "settled"
  | "partial"
  | "late"
  | "already_known"
  | "lapsed"
  | "refunded"
  | "charged_back"
  | "ignored";

/**
 * Handles a notification about a charge. `provider` is who sent it. Refuses with `payments.not_found`,
 * `payments.wrong_amount` when the claimed amount is neither the charge's nor what the provider reports,
 * `payments.not_confirmed` when the provider itself does not confirm that it was paid.
 */
export async function settleAttempt(
  context: Context,
  { reference, amount, claim, provider }: NotificationClaim & { provider?: ProviderId },
  now: Date,
): Promise<{ verdict: Verdict; attemptId: string }> {
  const attempt = await findAttemptByReference(context.db, reference);
  if (!attempt || (provider && provider !== attempt.provider)) throw new Refusal(paymentRefusals.notFound);
  // A bank may take a payment back. Before it was paid, a cancellation changes nothing.
  const isCancelled = claim === "cancelled" && attempt.received === 0;
  if (isCancelled || claim === "other") return { verdict: "ignored", attemptId: attempt.id };
  const reported = await callProvider(context, attempt.provider, (one) => one.status(chargeOf(attempt)), {
    isUp: true,
  });
  const received = reported.receipts.reduce((sum, receipt) => sum + receipt.amount, 0);
  if (amount !== null && amount !== attempt.amount && amount !== received && claim !== "refund")
    throw new Refusal(paymentRefusals.wrongAmount);
  if (claim === "paid" && received === 0) throw new Refusal(paymentRefusals.notConfirmed);
  return { verdict: await applyStatus(context, attempt, reported, now), attemptId: attempt.id };
}

/** Books everything new that a provider reports about a charge. */
export async function applyStatus(
  context: Context,
  attempt: AttemptRow,
  reported: ChargeStatus,
  now: Date,
): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  const booked = await findBookedReceipts(
    context.db,
    attempt.provider,
    reported.receipts.map((receipt) => receipt.reference),
  );
  for (const receipt of reported.receipts) {
    if (booked.has(receipt.reference)) verdicts.push("already_known");
    else verdicts.push(await context.db.transaction((tx) => bookReceipt(tx, attempt, receipt, now)));
  }
  if (reported.refunds.length > 0) {
    await followRefunds(context, attempt, reported.refunds, now);
    verdicts.push("refunded");
  }
  const chargedBack = reported.chargedBack ?? attempt.charged_back;
  if (chargedBack > attempt.charged_back) {
    const isBooked = await context.db.transaction((tx) => bookChargeback(tx, attempt, chargedBack, now));
    if (isBooked) verdicts.push("charged_back");
  }
  // A dispute was won. The orders that bore it are locked before the payment, so a job of orders books that.
  if (reported.status === "paid" && chargedBack < attempt.charged_back)
    await queueJob(
      context.db,
      "payments.chargeback_returned",
      { attemptId: attempt.id },
      { key: `chargeback_returned ${attempt.id}` },
    );
  if ((reported.status === "expired" || reported.status === "cancelled") && reported.receipts.length === 0)
    verdicts.push(await lapse(context, attempt, reported.status));
  const order: readonly Verdict[] = [
    "charged_back",
    "settled",
    "late",
    "partial",
    "lapsed",
    "already_known",
    "refunded",
  ];
  return order.find((verdict) => verdicts.includes(verdict)) ?? "ignored";
}

/**
 * @rule When the provider closes a charge, its orders expire at once instead of at their own deadline, unless the buyer
 * still has time to choose another method.
 */
function lapse(context: Context, unlocked: AttemptRow, reported: "expired" | "cancelled"): Promise<Verdict> {
  return context.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, unlocked.payment_id);
    const attempt = await lockAttempt(tx, unlocked.id);
    if (!payment || payment.status !== "pending" || attempt?.status !== "pending") return "ignored";
    if (reported === "cancelled" && attempt.received > 0) return "ignored";
    const hasTime = reported === "cancelled" || payment.due_at > attempt.due_at;
    if (attempt.received === 0 && hasTime) {
      await updateAttempt(tx, { ...attempt, status: reported });
      return "lapsed";
    }
    await queueJob(tx, "payments.lapsed", { checkoutId: payment.checkout_id });
    return "lapsed";
  });
}

/**
 * Books what a buyer's bank has taken back in all, of an attempt that was paid. Returns false when that was booked
 * before. More than what was settled is a matter between the marketplace and its provider.
 */
async function bookChargeback(tx: Tx, unlocked: AttemptRow, chargedBack: Rupiah, now: Date): Promise<boolean> {
  const payment = await lockPayment(tx, unlocked.payment_id);
  const attempt = await lockAttempt(tx, unlocked.id);
  if (!payment || !attempt) throw new Error(`attempt ${unlocked.id} has no payment`);
  const whole = Math.min(chargedBack, attempt.received);
  const amount = whole - attempt.charged_back;
  if (amount <= 0) return false;
  await updateChargedBack(tx, attempt.id, whole);
  await book(tx, {
    kind: "chargeback",
    reference: chargebackReference({ ...attempt, charged_back: whole }),
    now,
    movements: [
      { kind: "cash", owner: attempt.provider, amount },
      { kind: "chargeback_receivable", owner: payment.id, amount: -amount },
    ],
  });
  await closeOpenRefunds(tx, attempt, amount, now);
  await queueJob(tx, "payments.charged_back", { checkoutId: payment.checkout_id, attemptId: attempt.id });
  return true;
}

/** Identifies what a buyer's bank has taken back so far, also after some of it came again. */
export function chargebackReference({
  id,
  charged_back: chargedBack,
  chargebacks_returned: returned,
}: Pick<AttemptRow, "id" | "charged_back" | "chargebacks_returned">): string {
  return `${id} ${chargedBack}${returned > 0 ? ` after ${returned}` : ""}`;
}

async function bookReceipt(tx: Tx, unlocked: AttemptRow, receipt: Receipt, now: Date): Promise<Verdict> {
  const payment = await lockPayment(tx, unlocked.payment_id);
  const attempt = await lockAttempt(tx, unlocked.id);
  if (!payment || !attempt) throw new Error(`attempt ${unlocked.id} has no payment`);
  const { id: attemptId, provider } = attempt;
  const receiptId = await insertReceipt(tx, { ...receipt, attemptId, provider, now });
  if (receiptId === undefined) return "already_known";
  const waiting = attempt.received - attempt.settled - attempt.returned;
  const isOpen = payment.status === "pending" && attempt.status !== "paid";
  if (isOpen && waiting + receipt.amount >= attempt.amount) {
    await settle(tx, payment, attempt, receiptId, receipt.amount, waiting, now);
    return "settled";
  }
  const cash = { kind: "cash" as const, owner: provider, amount: -receipt.amount };
  const received = attempt.received + receipt.amount;
  if (isOpen && attempt.status === "pending") {
    await updateAttempt(tx, { ...attempt, received });
    await book(tx, {
      kind: "payment_received",
      reference: receiptId,
      now,
      movements: [cash, { kind: "unapplied_payment", owner: payment.id, amount: receipt.amount }],
    });
    return "partial";
  }
  const returned = attempt.returned + receipt.amount;
  await updateAttempt(tx, { ...attempt, received, returned });
  await book(tx, {
    kind: "late_payment_received",
    reference: receiptId,
    now,
    movements: [cash, { kind: "refund_payable", owner: payment.buyer_id, amount: receipt.amount }],
  });
  const owedBack = { buyerId: payment.buyer_id, orderId: null, amount: receipt.amount, now };
  const cause = `late ${receiptId}`;
  await createRefund(tx, { ...owedBack, attempt: { ...attempt, received }, reason: "late_payment", cause });
  return "late";
}

async function settle(
  tx: Tx,
  payment: PaymentRow,
  attempt: AttemptRow,
  receiptId: string,
  amount: Rupiah,
  waiting: Rupiah,
  now: Date,
): Promise<void> {
  const open = await lockOpenAttempt(tx, payment.id);
  if (open && open.id !== attempt.id) await closeAttempt(tx, open, { buyerId: payment.buyer_id, to: "cancelled", now });
  const over = waiting + amount - attempt.amount;
  const received = attempt.received + amount;
  await updateAttempt(tx, {
    id: attempt.id,
    status: "paid",
    received,
    settled: attempt.amount,
    returned: attempt.returned + over,
  });
  await markPaid(tx, payment.id, now);
  const orders = await findOrdersOfCheckout(tx, payment.checkout_id);
  const promotion = orders.reduce((sum, order) => sum + order.promotion_cost, 0);
  await book(tx, {
    kind: "payment_received",
    reference: payment.id,
    now,
    movements: [
      { kind: "cash", owner: attempt.provider, amount: -amount },
      { kind: "unapplied_payment", owner: payment.id, amount: -waiting },
      { kind: "promotion_cost", owner: platform, amount: -promotion - attempt.code },
      ...orders.map((order) => ({
        kind: "escrow" as const,
        owner: order.id,
        amount: order.total + order.promotion_cost,
      })),
      { kind: "refund_payable", owner: payment.buyer_id, amount: over },
    ],
  });
  if (over > 0)
    await createRefund(tx, {
      attempt: { ...attempt, received },
      buyerId: payment.buyer_id,
      orderId: null,
      reason: "overpayment",
      cause: `over ${receiptId}`,
      amount: over,
      now,
    });
  await queueJob(tx, "payments.settled", { checkoutId: payment.checkout_id, paymentId: payment.id });
}
