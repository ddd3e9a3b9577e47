/**
 * Design note. A provider's reports arrive by poll and after notifications, in any order, more than once, and may
 * change their mind: paid and then returned, or failed and then paid. Each change is one conditional update with its
 * booking, so of two reports at the same moment one wins and the other finds the status changed. A payout that was
 * returned stays so. A report with another amount is not booked; an operator is asked to look.
 */
import { greeting } from "#accounts/recovery/rules.ts";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { endRefundPaid, refundNeedsAccount } from "../refunds/pay-to-account.ts";
import { bankName, maskedNumber } from "./bank-accounts/rules.ts";
import { bookPaid, bookPaidLate, bookReturned, bookUnpaid } from "./book-payout.ts";
import type { PayoutReport } from "./provider.ts";
import { findRecipient, insertPayoutEvent, type PayoutRow } from "./queries.ts";
import { markAttention, markFailed, markPaid, markPaidLate, markReturned } from "./sending-queries.ts";
import { payoutFailures, watchPollAt, type PayoutAttention, type PayoutFailure } from "./rules.ts";
import { payoutTemplates } from "./notification-texts.ts";

type Deps = Pick<Context, "db" | "log">;
export type Ended = "paid" | "failed" | "returned";

/**
 * Books what a provider reports about a payout, once. Returns what the payout became by this report, or null when
 * nothing changed. A report with another amount books nothing.
 */
export async function applyReport(
  { db, log }: Deps,
  payout: PayoutRow,
  report: Pick<PayoutReport, "status" | "amount" | "failure">,
  now: Date,
): Promise<Ended | null> {
  const notice = async (attention: PayoutAttention): Promise<null> => {
    if (await markAttention(db, payout.id, attention)) {
      await insertPayoutEvent(db, { payoutId: payout.id, kind: "noticed", note: attention, now });
      log.error({ payout: payout.id, reference: payout.reference, attention }, "a payout needs an operator");
    }
    return null;
  };
  if (report.status !== "paid" && report.status !== "failed" && report.status !== "returned") return null;
  if (report.amount !== null && report.amount !== payout.amount - payout.fee) return notice("amount_differs");
  // The buyer has named an account again, and another payout may be on its way.
  if (report.status === "paid" && payout.status === "failed" && payout.purpose === "refund")
    return notice("paid_after_failed");
  const end = { bankReference: null, failure: report.failure ?? "bank", now } as const;
  return db.transaction(async (tx) => {
    if (report.status === "paid")
      return ((await endPaid(tx, payout.id, end)) ?? (await endPaidLate(tx, payout.id, end))) ? "paid" : null;
    if (await endFailed(tx, payout.id, end)) return "failed";
    return (await endReturned(tx, payout.id, end)) ? "returned" : null;
  });
}

type End = { bankReference: string | null; failure: PayoutFailure; now: Date };

/** sent → paid, with its booking. Undefined when it is not sent. */
export async function endPaid(tx: Tx, payoutId: string, { bankReference, now }: End): Promise<PayoutRow | undefined> {
  const paid = await markPaid(tx, payoutId, { now, pollAt: watchPollAt(now, now), bankReference });
  if (!paid) return undefined;
  await bookPaid(tx, paid, now);
  await announce(tx, paid, "paid", now);
  return paid;
}

/** failed → paid: the withdrawal is taken from the balance again. Undefined when it has not failed. */
async function endPaidLate(tx: Tx, payoutId: string, { now }: End): Promise<PayoutRow | undefined> {
  const paid = await markPaidLate(tx, payoutId, { now, pollAt: watchPollAt(now, now) });
  if (!paid) return undefined;
  await bookPaidLate(tx, paid, now);
  await announce(tx, paid, "paid", now, { isLate: true });
  return paid;
}

/** sent → failed: a withdrawal returns to the balance. Undefined when it is not sent. */
export async function endFailed(tx: Tx, payoutId: string, { failure, now }: End): Promise<PayoutRow | undefined> {
  const failed = await markFailed(tx, payoutId, { failure, now, pollAt: watchPollAt(now, now) });
  if (!failed) return undefined;
  await bookUnpaid(tx, failed, now);
  await announce(tx, failed, "failed", now);
  return failed;
}

/** paid → returned: the bank has sent the money back. Undefined when it is not paid. */
export async function endReturned(tx: Tx, payoutId: string, { failure, now }: End): Promise<PayoutRow | undefined> {
  const returned = await markReturned(tx, payoutId, failure, now);
  if (!returned) return undefined;
  await bookReturned(tx, returned, now);
  await announce(tx, returned, "returned", now);
  return returned;
}

/** Records the end of a payout and informs its owner. */
async function announce(
  tx: Tx,
  payout: PayoutRow,
  ended: Ended,
  now: Date,
  { isLate = false }: { isLate?: boolean } = {},
): Promise<void> {
  await insertPayoutEvent(tx, { payoutId: payout.id, kind: ended, note: payout.failure ?? "", now });
  if (payout.refund_id !== null) {
    if (ended === "paid") await endRefundPaid(tx, payout.refund_id, now);
    else await refundNeedsAccount(tx, payout.refund_id, now);
  }
  if (payout.purpose !== "withdrawal") return;
  const template = payoutTemplates[ended === "paid" && isLate ? "paidLate" : ended];
  const { title, text } = requireNotification(template, "seller", {
    jumlah: formatRupiah(payout.amount),
    diterima: formatRupiah(payout.amount - payout.fee),
    rekening: `${bankName(payout.bank_code)} ${maskedNumber(payout.last4)}`,
    sebab: payoutFailures[payout.failure ?? "bank"],
    alasan: "",
  });
  const dedupeKey = `payout ${payout.id} ${ended}`;
  // A bank may return money after the account of its owner was deleted.
  const to = await findRecipient(tx, payout.user_id);
  if (!to) return;
  await notify(tx, {
    userId: payout.user_id,
    type: "user",
    userType: "seller",
    title,
    description: text,
    dedupeKey,
    now,
  });
  await queueMail(tx, {
    to: to.email,
    subject: `${title}: ${formatRupiah(payout.amount)}`,
    title,
    paragraphs: [greeting(to.name), text, `Nomor penarikan: ${payout.reference}`],
    button: { label: "Buka Saldo", path: hrefs.manageMerchant("balance") },
    dedupeKey,
  });
}
