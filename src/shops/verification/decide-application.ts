import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { readSealedFile } from "#media/sealed-files.ts";
import { requireNotification, type SentTexts } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { verificationRefusals } from "./contract.ts";
import { verificationTemplates } from "./notification-texts.ts";
import {
  findReading,
  findVerification,
  findVerified,
  insertVerificationReading,
  listDocuments,
  lockVerification,
  releaseNumbers,
  replaceWaitingNumbers,
  takeNumbers,
  updateIdentityOfShop,
  updateVerificationDecided,
  updateVerificationEnded,
  type StoredReasons,
  type VerificationRow,
} from "./queries.ts";
import {
  readingDuration,
  verificationActions,
  verificationFields,
  verificationTtl,
  type DocumentKind,
  type VerificationField,
} from "./rules.ts";
import { digestsOf, openSellerData } from "./seal-data.ts";

type Operator = NonNullable<AuditActor>;
type Decision =
  | { decision: "accept"; version: number }
  | { decision: "return"; version: number; reasons: readonly { field: VerificationField; text: string }[] }
  | { decision: "refuse"; version: number; reason: string };

/**
 * Opens an application to an operator for a while, and records who did it and why. Refuses with `request.not_found`.
 */
export async function openApplication(
  { db }: Pick<Context, "db">,
  by: Operator,
  verificationId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findVerification(tx, verificationId);
    if (!found) throw new Refusal(requestRefusals.notFound);
    const reading = await insertVerificationReading(tx, { verificationId, operatorId: by.userId, reason, now });
    appendAuditEntry(tx, {
      actor: by,
      action: "shops.documents_opened",
      subject: { kind: "shop", id: found.shopId },
      after: { verification: verificationId, reading },
      reason,
    });
  });
}

/** Whether this operator has the application open, and until when. */
export async function findOpenReading(
  { db }: Pick<Context, "db">,
  by: Operator,
  verificationId: string,
  now: Date,
): Promise<{ id: string; until: Date } | undefined> {
  const since = addDuration(now, -readingDuration);
  const found = await findReading(db, { verificationId, operatorId: by.userId, since });
  return found && { id: found.id, until: addDuration(found.readAt, readingDuration) };
}

/**
 * A document of an application that the operator has open. Each reading leaves an entry in the audit log. Refuses with
 * `request.not_found` for a missing document, and `verification.not_read`.
 */
export async function readDocument(
  context: Pick<Context, "db" | "config" | "secret">,
  by: Operator,
  { verificationId, kind }: { verificationId: string; kind: DocumentKind },
  now: Date,
): Promise<{ bytes: Buffer; type: string }> {
  const reading = await findOpenReading(context, by, verificationId, now);
  if (!reading) throw new Refusal(verificationRefusals.notRead);
  const found = await findVerification(context.db, verificationId);
  const document = (await listDocuments(context.db, verificationId)).find((one) => one.kind === kind);
  if (!found || !document) throw new Refusal(requestRefusals.notFound);
  const bytes = await readSealedFile(context, document.key);
  await context.db.transaction(async (tx) => {
    appendAuditEntry(tx, {
      actor: by,
      action: "shops.document_read",
      subject: { kind: "shop", id: found.shopId },
      after: { verification: verificationId, document: kind, reading: reading.id },
    });
  });
  return { bytes, type: document.type };
}

/**
 * Decides about a sent application that the operator has open. Accepting shows the seller's name to buyers and replaces
 * an earlier verification of the shop. Refuses with `request.not_found`, and the refusals of verifications.
 */
export async function decideApplication(
  context: Pick<Context, "db" | "pages" | "secret">,
  by: Operator,
  verificationId: string,
  decision: Decision,
  now: Date,
): Promise<void> {
  if (!(await findOpenReading(context, by, verificationId, now))) throw new Refusal(verificationRefusals.notRead);
  const shopId = await context.db.transaction(async (tx) => {
    const found = await lockVerification(tx, verificationId);
    if (!found) throw new Refusal(requestRefusals.notFound);
    const reasons = reasonsOf(decision);
    if (decision.decision === "return" && Object.keys(reasons).length === 0)
      throw new Refusal(verificationRefusals.nothingToCorrect);
    const status = verificationActions[decision.decision].to;
    const former = decision.decision === "accept" ? await findVerified(tx, found.shopId) : undefined;
    // The shop has one verification at a time, so the former one ends first.
    if (former) await endVerification(tx, former, { to: "replaced", reasons: {} }, now);
    const isDecided = await updateVerificationDecided(tx, verificationId, {
      version: decision.version,
      status,
      reasons,
      decidedBy: by.userId,
      validUntil: status === "verified" ? addDuration(now, verificationTtl) : null,
      now,
    });
    if (!isDecided) throw new Refusal(verificationRefusals.decided);
    await replaceWaitingNumbers(tx, verificationId, []);
    if (status === "verified") await acceptSeller(tx, context, found, now);
    appendAuditEntry(tx, {
      actor: by,
      action: `shops.verification_${status === "verified" ? "accepted" : status}`,
      subject: { kind: "shop", id: found.shopId },
      after: { verification: verificationId, fields: Object.keys(reasons).join(", ") },
    });
    const { title, text } = textsOf(decision, reasons);
    await notify(tx, {
      userId: found.ownerId,
      type: "user",
      userType: "seller",
      opens: sellerHrefs.verification(),
      title,
      description: text,
      dedupeKey: `verification:${verificationId}:${decision.version}:${status}`,
      now,
    });
    return found.shopId;
  });
  if (decision.decision === "accept") context.pages.purge([`shop:${shopId}`]);
}

// The shop gets the seller's numbers, and buyers see the name.
async function acceptSeller(tx: Tx, parts: Pick<Context, "secret">, found: VerificationRow, now: Date): Promise<void> {
  const data = openSellerData(parts, found);
  if (!data) throw new Error("a sent application has no data");
  const { name, nib } = data;
  if (!(await takeNumbers(tx, found.shopId, digestsOf(parts.secret, data))))
    throw new Refusal(verificationRefusals.numberVerified);
  await updateIdentityOfShop(tx, found.shopId, { name, kind: found.kind, nib: nib || null, verifiedAt: now });
}

function reasonsOf(decision: Decision): StoredReasons {
  if (decision.decision === "refuse") return { note: decision.reason };
  if (decision.decision === "return")
    return Object.fromEntries(decision.reasons.map(({ field, text }) => [field, text]));
  return {};
}

function textsOf({ decision }: Decision, reasons: StoredReasons): SentTexts {
  const { accept, refuse, return: returned } = verificationTemplates;
  if (decision === "accept") return requireNotification(accept, "seller", {});
  if (decision === "refuse") return requireNotification(refuse, "seller", { alasan: reasons.note ?? "" });
  const fields = Object.keys(reasons).map((field) => verificationFields[field as VerificationField]);
  return requireNotification(returned, "seller", { bagian: fields.join(", ") });
}

/**
 * Ends the verification of a seller, who reads the reason. Refuses with `request.not_found`, and `verification.decided`
 * when it does not count any more.
 */
export async function endSellerVerification(
  context: Pick<Context, "db" | "pages">,
  by: Operator,
  verificationId: string,
  reason: string,
  now: Date,
): Promise<void> {
  const shopId = await context.db.transaction(async (tx) => {
    const found = await lockVerification(tx, verificationId);
    if (!found) throw new Refusal(requestRefusals.notFound);
    if (found.status !== "verified") throw new Refusal(verificationRefusals.decided);
    await endVerification(tx, found, { to: "withdrawn", reasons: { note: reason } }, now);
    appendAuditEntry(tx, {
      actor: by,
      action: "shops.verification_ended",
      subject: { kind: "shop", id: found.shopId },
      after: { verification: verificationId },
    });
    const { title, text } = requireNotification(verificationTemplates.withdrawn, "seller", { alasan: reason });
    await notify(tx, {
      userId: found.ownerId,
      type: "user",
      userType: "seller",
      opens: sellerHrefs.verification(),
      title,
      description: text,
      dedupeKey: `verification:${verificationId}:ended`,
      now,
    });
    return found.shopId;
  });
  context.pages.purge([`shop:${shopId}`]);
}

/**
 * Ends a locked application or verification. The end of a verification hides the seller's identity from buyers and
 * releases the numbers; the caller purges the shop's pages after the commit.
 */
export async function endVerification(
  tx: Tx,
  { id, shopId, status }: Pick<VerificationRow, "id" | "shopId" | "status">,
  { to, reasons }: { to: "withdrawn" | "expired" | "replaced"; reasons: StoredReasons },
  now: Date,
): Promise<void> {
  if (!(await updateVerificationEnded(tx, id, { from: [status], to, reasons, now })))
    throw new Refusal(verificationRefusals.decided);
  await replaceWaitingNumbers(tx, id, []);
  if (status !== "verified") return;
  await releaseNumbers(tx, shopId);
  await updateIdentityOfShop(tx, shopId, null);
}
