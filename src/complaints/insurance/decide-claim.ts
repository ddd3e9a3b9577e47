import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { violates, type Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { findOrderMoney } from "#orders/settlement/settle-dispute.ts";
import { bookClaim } from "#payments/claims/book-claim.ts";
import { complaintRefusals } from "../contract.ts";
import { lockCase } from "../lock-case.ts";
import { listCaseLines } from "../queries.ts";
import { claimTemplates } from "../notification-texts.ts";
import { claimRefusals } from "./contract.ts";
import { findClaim, findInsuredOrder, insertClaim, updateClaim } from "./queries.ts";
import {
  claimAnswerDuration,
  claimShares,
  insuredProblems,
  mayEnterPayment,
  shopLossOf,
  type ClaimState,
} from "./rules.ts";

export type ClaimEntry = {
  complaintId: string;
  state: ClaimState;
  amount: Rupiah;
  reference: string;
  note: string;
};

/**
 * Enters what was asked of a courier for an insured parcel, or what it answered. What it paid the marketplace is booked
 * in the same transaction: the shop gets what the case took from it, the marketplace the rest. Both only once, and
 * never by a side of the order. Refuses with `request.not_found`, `complaints.conflict_of_interest`,
 * `complaints.not_insured`, `complaints.claim_closed`, `complaints.claim_case_open`, `complaints.claim_above_insured`,
 * `complaints.claim_reference_used`, and `complaints.claim_second_operator` for the operator who asked. Locks: order →
 * case → ledger accounts by id.
 */
export async function decideClaim(
  { db }: Pick<Context, "db">,
  operator: { userId: string; operatorRole: string | null },
  entry: ClaimEntry,
  now: Date,
): Promise<void> {
  const { complaintId, state, amount, reference, note } = entry;
  await db.transaction(async (tx) => {
    const { case: one, order } = await lockCase(tx, complaintId);
    if (one.buyer_id === operator.userId || one.seller_id === operator.userId)
      throw new Refusal(complaintRefusals.conflictOfInterest);
    const insured = await findInsuredOrder(tx, order.id);
    const lines = await listCaseLines(tx, complaintId);
    if (!insured || !lines.some(({ problem }) => insuredProblems.includes(problem)))
      throw new Refusal(claimRefusals.notInsured);
    const claim = await findClaim(tx, complaintId);
    const audit = {
      actor: { ...operator, type: "operator" },
      subject: { kind: "complaint", id: complaintId },
    } as const;
    if (state === "asked") {
      if (claim) throw new Refusal(claimRefusals.claimClosed);
      const { claimant } = insured;
      const made = { complaintId, orderId: order.id, claimant, insured: insured.insured, note };
      await insertClaim(tx, {
        ...made,
        operatorId: operator.userId,
        dueAt: addDuration(now, claimAnswerDuration()),
        now,
      });
      appendAuditEntry(tx, {
        ...audit,
        action: "complaints.claim_asked",
        after: { claimant, insured: insured.insured },
      });
      return;
    }
    if (claim?.state !== "asked") throw new Refusal(claimRefusals.claimClosed);
    // A case that is withdrawn while the goods are under way ends before its order's money is divided.
    if (state === "paid" && (one.state !== "closed" || !insured.is_settled)) throw new Refusal(claimRefusals.caseOpen);
    const left = claim.insured - insured.paid;
    if (amount > left)
      throw new Refusal(claimRefusals.aboveInsured, {
        amount: [`Paling banyak ${formatRupiah(left)}, yang belum dibayar dari nilai yang diasuransikan.`],
      });
    const isOurs = claim.claimant === "marketplace";
    if (state === "paid" && !mayEnterPayment({ claimant: claim.claimant, askedBy: claim.asked_by }, operator.userId))
      throw new Refusal(claimRefusals.secondOperator);
    const loss = isOurs ? shopLossOf(await findOrderMoney(tx, order.id), insured.earned) - insured.to_shop : 0;
    const toShop = isOurs ? claimShares(amount, loss).toShop : 0;
    const answer = { state, paid: amount, toShop, reference, note, operatorId: operator.userId, now };
    if (!(await storeAnswer(tx, claim.id, answer))) throw new Error(`claim ${claim.id} changed under its lock`);
    appendAuditEntry(tx, {
      ...audit,
      action: "complaints.claim_decided",
      before: { state: "asked" },
      after: { state, paid: amount, to_shop: toShop },
    });
    if (state === "paid" && isOurs)
      await bookClaim(tx, { claimId: claim.id, orderId: order.id, shopId: one.shop_id, paid: amount, toShop, now });
    const about = { pesanan: order.invoice, kurir: insured.courier_name };
    const saldo = isOurs ? `${formatRupiah(toShop)} masuk ke saldo Anda.` : "";
    const { title, text } =
      state === "paid"
        ? requireNotification(claimTemplates.paid, "seller", { ...about, jumlah: formatRupiah(amount), saldo })
        : requireNotification(claimTemplates.refused, "seller", { ...about, alasan: note });
    await notify(tx, {
      userId: one.seller_id,
      userType: "seller",
      type: "complaint",
      transactionId: order.id,
      dedupeKey: `claim ${claim.id} ${state}`,
      title,
      description: text,
      now,
    });
  });
}

async function storeAnswer(tx: Tx, claimId: string, answer: Parameters<typeof updateClaim>[2]): Promise<boolean> {
  try {
    return await updateClaim(tx, claimId, answer);
  } catch (error) {
    throw violates(error, "insurance_claims_reference")
      ? new Refusal(claimRefusals.referenceUsed, {
          reference: ["Bila satu transfer membayar beberapa klaim, tulis nomor klaimnya di belakang nomor transfer."],
        })
      : error;
  }
}
