/**
 * Design note. A file is uploaded before the message that shows it, because the form that opens a complaint has no
 * complaint yet, and because a message is one transaction while a video takes minutes to arrive. So a file belongs to
 * an order and to the user who sent it. A message takes over such files by their ids. What no message takes over is
 * deleted: at once by a form that was refused, and after a day by a job.
 */
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { storePrivateFile } from "#media/private-files.ts";
import { evidenceRetentionDuration } from "../rules.ts";
import { evidenceRefusals, type EvidenceFile } from "./contract.ts";
import {
  claimEvidence,
  clearSentToOfClosedCases,
  deleteEvidenceOfClosedCases,
  deleteOldUnusedEvidence,
  deleteOwnEvidence,
  deleteUnusedEvidence,
  findOrderOfParty,
  insertEvidence,
  lockUploads,
  sumEvidence,
} from "./queries.ts";
import { evidencePerSide, evidenceStatuses, unusedEvidenceTtl } from "./rules.ts";

type Owner = { orderId: string; userId: string };

/**
 * Refuses with `request.not_found` unless the user is buyer or seller of the order, with `complaints.evidence_closed`
 * when the order can have no complaint any more, and with `complaints.evidence_too_much`.
 */
export async function assertMayAddEvidence({ db }: Pick<Context, "db">, { orderId, userId }: Owner): Promise<void> {
  const order = await findOrderOfParty(db, orderId, userId);
  if (!order) throw new Refusal(requestRefusals.notFound);
  if (!evidenceStatuses.some((status) => status === order.status)) throw new Refusal(evidenceRefusals.closed);
  assertWithin(await sumEvidence(db, orderId, userId), 0);
}

function assertWithin(stored: { files: number; bytes: number }, bytes: number): void {
  if (stored.files >= evidencePerSide.files || stored.bytes + bytes > evidencePerSide.bytes)
    throw new Refusal(evidenceRefusals.tooMuch);
}

/** Stores a picture or video of a party. Refuses like {@link assertMayAddEvidence} and `storePrivateFile`. */
export async function addEvidence(
  context: Pick<Context, "db" | "config">,
  owner: Owner,
  source: AsyncIterable<Buffer>,
  now: Date,
): Promise<EvidenceFile> {
  await assertMayAddEvidence(context, owner);
  return storePrivateFile(context, source, (file) =>
    context.db.transaction(async (tx) => {
      await lockUploads(tx, owner.orderId, owner.userId);
      assertWithin(await sumEvidence(tx, owner.orderId, owner.userId), file.bytes);
      const id = await insertEvidence(tx, { ...file, ...owner, now });
      return { id, type: file.type, bytes: file.bytes };
    }),
  );
}

/**
 * Gives uploaded files to a message of the order's complaint. Refuses with `complaints.evidence_unknown` unless all of
 * them are the user's own, for this order, and not used by another message.
 */
export async function attachEvidence(
  tx: Tx,
  { ids, ...owner }: Owner & { messageId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  if ((await claimEvidence(tx, { ...owner, ids })) !== ids.length)
    throw new Refusal(evidenceRefusals.unknown, { evidence: [evidenceRefusals.unknown.message] });
}

/** Deletes a file that no message uses. Refuses with `request.not_found`. */
export async function removeEvidence(
  { db }: Pick<Context, "db">,
  { evidenceId, userId }: { evidenceId: string; userId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const key = await deleteUnusedEvidence(tx, evidenceId, userId);
    if (key === undefined) throw new Refusal(requestRefusals.notFound);
    await queueJob(tx, "media.remove_private", { key });
  });
}

/** Deletes all files of a user whose account is deleted. No open complaint needs them, because it postpones that. */
export async function deleteEvidenceOfUser(tx: Tx, userId: string): Promise<void> {
  for (const key of await deleteOwnEvidence(tx, userId)) await queueJob(tx, "media.remove_private", { key });
}

/**
 * Deletes the files of cases that were closed long ago, and where their goods were sent back to. Their texts and
 * decisions stay.
 */
export async function removeOldEvidence({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  const before = addDuration(now, -evidenceRetentionDuration);
  await clearSentToOfClosedCases(db, before);
  let found: number;
  do {
    found = await db.transaction(async (tx) => {
      const keys = await deleteEvidenceOfClosedCases(tx, before);
      for (const key of keys) await queueJob(tx, "media.remove_private", { key });
      return keys.length;
    });
  } while (found > 0);
}

/** Deletes files that no message took over in time. */
export async function removeUnusedEvidence({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  const before = addDuration(now, -unusedEvidenceTtl);
  let found: number;
  do {
    found = await db.transaction(async (tx) => {
      const keys = await deleteOldUnusedEvidence(tx, before);
      for (const key of keys) await queueJob(tx, "media.remove_private", { key });
      return keys.length;
    });
  } while (found > 0);
}
