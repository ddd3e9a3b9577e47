import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { storeSealedFile } from "#media/sealed-files.ts";
import { listingReportRefusals } from "./contract.ts";
import {
  awaitsDocument,
  deleteOldDocuments,
  deleteReportsOf,
  findSubject,
  insertListingReport,
  updateDocument,
} from "./queries.ts";
import { listingReportKinds, reportDocumentDuration, type ListingReportKind } from "./rules.ts";

/**
 * Stores a person's report of a product or a shop. It changes nothing else: an operator decides. Refuses with
 * `request.not_found`, `listing_reports.own` and `listing_reports.reported`.
 */
export async function reportListing(
  { db }: Pick<Context, "db">,
  userId: string,
  report: { product: string | null; shop: string | null; kind: ListingReportKind; text: string },
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const subject = await findSubject(tx, report);
    if (!subject) throw new Refusal(requestRefusals.notFound);
    if (subject.ownerId === userId) throw new Refusal(listingReportRefusals.own);
    const { kind, text } = report;
    const dueAt = addDuration(now, listingReportKinds[kind].duration);
    const id = await insertListingReport(tx, { ...subject, userId, kind, text, now, dueAt });
    if (id === undefined) throw new Refusal(listingReportRefusals.reported);
    return id;
  });
}

/** Refuses with `request.not_found` before a document is read, unless this person can add one to the report. */
export async function assertAwaitsDocument(
  { db }: Pick<Context, "db">,
  of: { reportId: string; userId: string },
): Promise<void> {
  if (!(await awaitsDocument(db, of))) throw new Refusal(requestRefusals.notFound);
}

/**
 * Adds the document that proves a right to an own report. Refuses with `request.not_found` and like `storeSealedFile`.
 */
export async function addReportDocument(
  context: Pick<Context, "db" | "config" | "secret">,
  of: { reportId: string; userId: string },
  bytes: Buffer,
): Promise<void> {
  await storeSealedFile(context, bytes, (file) =>
    context.db.transaction(async (tx) => {
      if (!(await updateDocument(tx, { ...of, ...file }))) throw new Refusal(requestRefusals.notFound);
    }),
  );
}

const documentsPerRound = 200;

/** Deletes the documents of reports that were decided long ago. */
export async function deleteReportDocuments({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  const before = addDuration(now, -reportDocumentDuration);
  for (let deleted = documentsPerRound; deleted === documentsPerRound;)
    deleted = await db.transaction(async (tx) => {
      const keys = await deleteOldDocuments(tx, before, documentsPerRound);
      for (const key of keys) await queueJob(tx, "media.remove_private", { key });
      return keys.length;
    });
}

/** Deletes the reports of a person whose account is deleted. */
export async function deleteListingReports(tx: Tx, userId: string): Promise<void> {
  for (const key of await deleteReportsOf(tx, userId)) await queueJob(tx, "media.remove_private", { key });
}
