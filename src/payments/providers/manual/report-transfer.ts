import type { Context } from "#lib/context.ts";
import type { Queryable, Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { storePrivatePicture } from "#media/private-pictures.ts";
import { lockOpenAttempt } from "../../attempts/queries.ts";
import { paymentRefusals } from "../../contract.ts";
import { findPaymentOfBuyer, lockPayment } from "../../queries.ts";
import { transferRefusals } from "./contract.ts";
import { clearOldProofs, deleteReportsOfBuyer, saveTransferReport } from "./queries.ts";
import { maxTransferReports, proofLimits } from "./rules.ts";

type Report = { paymentId: string; buyerId: string; senderName: string; picture: Buffer | undefined };

/**
 * Stores what a buyer says about the open transfer of a payment, in place of what was said before. Without a new
 * picture the earlier one stays. Refuses with `payments.not_found`, not_payable, too_many_reports and those of
 * pictures.
 */
export async function reportTransfer(
  context: Pick<Context, "db" | "config">,
  report: Report,
  now: Date,
): Promise<{ reported_at: Date; has_proof: boolean }> {
  await assertReportable(context, report);
  const store = (proofKey: string | null) => context.db.transaction((tx) => save(tx, report, proofKey, now));
  return report.picture ? storePrivatePicture(context, report.picture, store) : store(null);
}

/** Refuses with `payments.not_found` and not_payable, before a picture is read. */
export async function assertReportable(
  { db }: Pick<Context, "db">,
  { paymentId, buyerId }: Pick<Report, "paymentId" | "buyerId">,
): Promise<void> {
  const payment = await findPaymentOfBuyer(db, paymentId, buyerId);
  if (!payment) throw new Refusal(paymentRefusals.notFound);
  if (payment.status !== "pending") throw new Refusal(paymentRefusals.notPayable);
}

async function save(tx: Tx, { paymentId, senderName }: Report, proofKey: string | null, now: Date) {
  const payment = await lockPayment(tx, paymentId);
  const attempt = payment?.status === "pending" ? await lockOpenAttempt(tx, paymentId) : undefined;
  if (attempt?.provider !== "manual") throw new Refusal(paymentRefusals.notPayable);
  const saved = await saveTransferReport(tx, {
    attemptId: attempt.id,
    senderName,
    proofKey,
    max: maxTransferReports,
    now,
  });
  if (!saved) throw new Refusal(transferRefusals.tooManyReports);
  if (saved.replaced_key) await queueJob(tx, "media.remove_private", { key: saved.replaced_key });
  return { reported_at: saved.reported_at, has_proof: saved.has_proof };
}

/** Deletes what a buyer has said about transfers, with the pictures. */
export async function deleteTransferReports(tx: Tx, buyerId: string): Promise<void> {
  for (const key of await deleteReportsOfBuyer(tx, buyerId)) await queueJob(tx, "media.remove_private", { key });
}

/** Deletes proofs that are older than they are needed. */
export async function removeOldProofs({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  await db.transaction((tx) => removeBatch(tx, addDuration(now, -proofLimits.ttl)));
}

async function removeBatch(tx: Queryable, before: Date): Promise<void> {
  for (const key of await clearOldProofs(tx, before)) await queueJob(tx, "media.remove_private", { key });
}
