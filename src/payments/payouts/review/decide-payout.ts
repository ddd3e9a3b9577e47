/**
 * Design note. No operator decides on their own payout, and none books a result alone. A payout needs as many different
 * approvals as `neededApprovals` says. The result of a transfer that operators made is entered by one and confirmed by
 * another. Approvals are rows with one for each operator (unique in the database); decisions lock the payout's row
 * first, so two at the same moment are counted one after the other.
 */
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import { isPermitted } from "#accounts/operators/rules.ts";
import { greeting } from "#accounts/recovery/rules.ts";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { refundNeedsAccount } from "../../refunds/pay-to-account.ts";
import { endFailed, endPaid, endReturned } from "../apply-report.ts";
import { bankName, maskedNumber } from "../bank-accounts/rules.ts";
import { bookUnpaid } from "../book-payout.ts";
import { payoutTemplates } from "../notification-texts.ts";
import { payoutRefusals } from "../contract.ts";
import { approve } from "../create-payout.ts";
import { countApprovals, findRecipient, insertPayoutEvent, isShopHeld, type PayoutRow } from "../queries.ts";
import { lockPayout, markCancelled } from "../sending-queries.ts";
import type { PayoutStatus } from "../rules.ts";
import { reviewRefusals } from "./contract.ts";
import { clearEnteredResult, lockEnteredResult, saveEnteredResult } from "./queries.ts";

type Operator = { userId: string; operatorRole: string | null };
type Deps = Pick<Context, "db">;
/** How a transfer ended, as an operator entered it. */
type Result = { outcome: "paid" | "failed" | "returned"; bankReference: string | null };

/** Refuses with `payouts.not_finance` unless this operator's role decides on payouts. */
export function requireFinance({ operatorRole }: Pick<Operator, "operatorRole">): void {
  if (!mayDecide(operatorRole)) throw new Refusal(reviewRefusals.notFinance);
}

/** Whether operators with this role decide on payouts. */
export function mayDecide(operatorRole: string | null): boolean {
  return isPermitted(operatorRole, "payouts.decide");
}

/** Locks a payout. Nobody decides on a payout of their own: an operator may also be a seller or a buyer. */
async function lockForeign(tx: Tx, payoutId: string, operator: Operator): Promise<PayoutRow> {
  const payout = await lockPayout(tx, payoutId);
  if (!payout) throw new Refusal(payoutRefusals.notFound);
  if (payout.user_id === operator.userId) throw new Refusal(reviewRefusals.ownPayout);
  return payout;
}

/**
 * Approves a payout. With enough approvals of different operators it is sent. Returns its status. Refuses with
 * `payouts.not_finance`, `payouts.not_found`, `payouts.not_waiting`, `payouts.own_payout`, `payouts.shop_suspended`,
 * and `payouts.approved_by_you` for a second approval by the same operator.
 */
export async function approvePayout(
  { db }: Deps,
  operator: Operator,
  payoutId: string,
  now: Date,
): Promise<PayoutStatus> {
  requireFinance(operator);
  return db.transaction(async (tx) => {
    const payout = await lockForeign(tx, payoutId, operator);
    if (payout.status !== "requested") throw new Refusal(reviewRefusals.notWaiting);
    if (await isShopHeld(tx, payoutId)) throw new Refusal(reviewRefusals.shopHeld);
    if (!(await insertPayoutEvent(tx, { payoutId, kind: "approval", actorId: operator.userId, now })))
      throw new Refusal(reviewRefusals.approvedByYou);
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.payout_approved",
      subject: { kind: "payout", id: payoutId },
      after: { amount: payout.amount },
    });
    if ((await countApprovals(tx, payoutId)) < payout.needed_approvals) return payout.status;
    return (await approve(tx, payoutId, now)).status;
  });
}

/**
 * Rejects a payout that was not sent: a withdrawal returns to the balance, and its seller reads the reason. Refuses
 * with `payouts.not_finance`, `payouts.not_found`, `payouts.not_waiting` and `payouts.own_payout`.
 */
export async function rejectPayout(
  { db }: Deps,
  operator: Operator,
  payoutId: string,
  reason: string,
  now: Date,
): Promise<PayoutStatus> {
  requireFinance(operator);
  return db.transaction(async (tx) => {
    await lockForeign(tx, payoutId, operator);
    const cancelled = await markCancelled(tx, payoutId, now, "unsent");
    if (!cancelled) throw new Refusal(reviewRefusals.notWaiting);
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.payout_rejected",
      subject: { kind: "payout", id: payoutId },
      reason,
    });
    await insertPayoutEvent(tx, { payoutId, kind: "cancelled", actorId: operator.userId, note: reason, now });
    await bookUnpaid(tx, cancelled, now);
    if (cancelled.refund_id !== null) await refundNeedsAccount(tx, cancelled.refund_id, now);
    await notifyRejected(tx, cancelled, reason, now);
    return cancelled.status;
  });
}

async function notifyRejected(tx: Tx, payout: PayoutRow, reason: string, now: Date): Promise<void> {
  if (payout.purpose !== "withdrawal") return;
  const { title, text } = requireNotification(payoutTemplates.rejected, "seller", {
    jumlah: formatRupiah(payout.amount),
    diterima: formatRupiah(payout.amount - payout.fee),
    rekening: `${bankName(payout.bank_code)} ${maskedNumber(payout.last4)}`,
    sebab: "",
    alasan: reason,
  });
  const dedupeKey = `payout ${payout.id} rejected`;
  const userId = payout.user_id;
  await notify(tx, { userId, type: "user", userType: "seller", title, description: text, dedupeKey, now });
  const to = await findRecipient(tx, userId);
  if (to)
    await queueMail(tx, {
      to: to.email,
      subject: `${title}: ${formatRupiah(payout.amount)}`,
      title,
      paragraphs: [greeting(to.name), text],
      button: { label: "Buka Saldo", path: hrefs.manageMerchant("balance") },
      dedupeKey,
    });
}

/**
 * Enters how a transfer ended: of a manual payout that is in a file, or of one that a provider left to an operator. It
 * changes nothing until another operator confirms it; a newer entry replaces it. Refuses with `payouts.not_finance`,
 * `payouts.not_found`, `payouts.not_waiting` and `payouts.own_payout`.
 */
export async function enterResult(
  tx: Tx,
  operator: Operator,
  payoutId: string,
  result: Result,
  now: Date,
): Promise<void> {
  requireFinance(operator);
  await lockForeign(tx, payoutId, operator);
  if (!(await saveEnteredResult(tx, payoutId, { ...result, operatorId: operator.userId })))
    throw new Refusal(reviewRefusals.notWaiting);
  appendAuditEntry(tx, {
    actor: { ...operator, type: "operator" },
    action: "payments.payout_result_entered",
    subject: { kind: "payout", id: payoutId },
    after: { outcome: result.outcome },
  });
  const note = [result.outcome, result.bankReference].filter(Boolean).join(" ");
  await insertPayoutEvent(tx, { payoutId, kind: "result_entered", actorId: operator.userId, note, now });
}

/**
 * Confirms the result that another operator entered, and books it; or refuses it, and it has to be entered again.
 * `shown` is what the operator saw: a result that was replaced meanwhile is not confirmed. Returns the payout's status.
 * Refuses with `payouts.not_finance`, `payouts.not_found`, `payouts.not_waiting`, `payouts.own_payout`,
 * `payouts.result_changed` and `payouts.entered_by_you`.
 */
export async function confirmResult(
  { db }: Deps,
  operator: Operator,
  payoutId: string,
  { shown, isAccepted }: { shown: Result; isAccepted: boolean },
  now: Date,
): Promise<PayoutStatus> {
  requireFinance(operator);
  return db.transaction(async (tx) => {
    const payout = await lockForeign(tx, payoutId, operator);
    const entered = await lockEnteredResult(tx, payoutId);
    if (!entered?.entered_outcome) throw new Refusal(reviewRefusals.notWaiting);
    if (entered.entered_by === operator.userId) throw new Refusal(reviewRefusals.enteredByYou);
    if (entered.entered_outcome !== shown.outcome || entered.entered_reference !== shown.bankReference)
      throw new Refusal(reviewRefusals.resultChanged);
    await clearEnteredResult(tx, payoutId, isAccepted);
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.payout_result_decided",
      subject: { kind: "payout", id: payoutId },
      after: { outcome: entered.entered_outcome, decision: isAccepted ? "accepted" : "refused" },
    });
    if (!isAccepted) {
      await insertPayoutEvent(tx, { payoutId, kind: "result_rejected", actorId: operator.userId, now });
      return payout.status;
    }
    const end = { paid: endPaid, failed: endFailed, returned: endReturned }[entered.entered_outcome];
    const ended = await end(tx, payoutId, { bankReference: entered.entered_reference, failure: "bank", now });
    if (!ended) throw new Refusal(reviewRefusals.notWaiting);
    return ended.status;
  });
}
