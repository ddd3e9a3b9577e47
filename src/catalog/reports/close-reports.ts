import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { readSealedFile } from "#media/sealed-files.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { reportActedTemplate, reportDismissedTemplate } from "../notification-texts.ts";
import { listingReportRefusals } from "./contract.ts";
import { closeReportsOf, findListingReport } from "./queries.ts";

type Operator = NonNullable<AuditActor>;

/**
 * Closes all open reports about a product, or about a shop itself, and notifies who sent them. For a takedown or a
 * suspension, in its transaction; the audit entry is that of the measure.
 */
export async function closeReports(
  tx: Tx,
  of: { shopId: string; productId: string | null },
  outcome: { state: "acted" | "dismissed"; answer: string | null; by: string; now: Date },
): Promise<number> {
  const closed = await closeReportsOf(tx, of, outcome);
  for (const { id, userId, name } of closed) {
    const { title, text } =
      outcome.state === "acted"
        ? requireNotification(reportActedTemplate, "buyer", { dilaporkan: name })
        : requireNotification(reportDismissedTemplate, "buyer", { dilaporkan: name, jawaban: outcome.answer ?? "" });
    await notify(tx, {
      userId,
      type: "user",
      userType: "buyer",
      opens: reviewHrefs.listingReports(),
      title,
      description: text,
      dedupeKey: `listing-report:${id}:${outcome.state}`,
      now: outcome.now,
    });
  }
  return closed.length;
}

/**
 * Closes a report, and the other open ones about the same thing, with an answer. Refuses with `request.not_found` and
 * `listing_reports.closed`.
 */
export async function dismissReports(
  { db }: Pick<Context, "db">,
  by: Operator,
  reportId: string,
  answer: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findListingReport(tx, reportId);
    if (!found) throw new Refusal(requestRefusals.notFound);
    const closed = await closeReports(tx, found, { state: "dismissed", answer, by: by.userId, now });
    if (closed === 0) throw new Refusal(listingReportRefusals.closed);
    appendAuditEntry(tx, {
      actor: by,
      action: "catalog.reports_dismissed",
      subject: found.productId ? { kind: "product", id: found.productId } : { kind: "shop", id: found.shopId },
      after: { report: reportId, closed },
    });
  });
}

/** The document of a report, whose reading leaves an entry in the audit log. Refuses with `request.not_found`. */
export async function readReportDocument(
  context: Pick<Context, "db" | "config" | "secret">,
  by: Operator,
  reportId: string,
): Promise<{ bytes: Buffer; type: string }> {
  const found = await findListingReport(context.db, reportId);
  if (!found?.documentKey || !found.documentType) throw new Refusal(requestRefusals.notFound);
  const bytes = await readSealedFile(context, found.documentKey);
  await context.db.transaction(async (tx) => {
    appendAuditEntry(tx, {
      actor: by,
      action: "catalog.report_document_read",
      subject: { kind: "shop", id: found.shopId },
      after: { report: reportId },
    });
  });
  return { bytes, type: found.documentType };
}
