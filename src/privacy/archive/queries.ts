/**
 * Design note. This is the list of what the copy of a user's data contains, part by part, with Indonesian names. The
 * list makes both the file for machines and the page for people. `covers` names the columns that lead to a user. A test
 * compares them with the database's own catalogue, so that a table which a later migration adds cannot be forgotten.
 * `omittedColumns` lists what is left out, with the reason. Other people's data is left out too: a seller's copy
 * contains no buyer's name or address.
 */
import type { Queryable } from "#lib/database.ts";
import { accountParts } from "./account-queries.ts";
import type { ArchivePart } from "./archive-part.ts";
import { operatorParts } from "./operator-queries.ts";
import { purchaseParts } from "./purchase-queries.ts";
import { shopParts } from "./shop-queries.ts";

/** All parts, in the order of the page. */
export const archiveParts: readonly ArchivePart[] = [...accountParts, ...purchaseParts, ...shopParts, ...operatorParts];

/** Columns that lead to a user and are not in the copy, with the reason. */
export const omittedColumns: Readonly<Record<string, string>> = {
  "fraud_signals.closed_by": "the operator who decided; the marketplace's record of its own work",
  "data_breaches.recorded_by": "the operator who recorded a breach; the marketplace's record of its own work",
  "data_breaches.reported_by": "the operator who reported a breach; the marketplace's record of its own work",
  "data_requests.answered_by": "the operator who answered; the marketplace's record of its own work",
  "data_requests.entered_by": "the operator who entered a letter; the marketplace's record of its own work",
  "exports.operator_id": "the operator who asked for a file; the marketplace's record of its own work",
  "incident_updates.written_by": "the operator who wrote about an incident; the marketplace's record of its own work",
  "forbidden_rules.changed_by": "the operator who changed a rule; the marketplace's record of its own work",
  "listing_reports.closed_by": "the operator who decided about a report; the marketplace's record of its own work",
  "product_holds.closed_by": "the operator who decided about a product; the marketplace's record of its own work",
  "seller_verifications.decided_by": "the operator who verified a seller; the marketplace's record of its own work",
  "verification_readings.operator_id": "the operator who read documents; the marketplace's record of its own work",
  "information_page_versions.saved_by": "who wrote a page; the marketplace's record of its own work",
  "information_page_versions.withdrawn_by": "who withdrew a page; the marketplace's record of its own work",
  "information_page_versions.published_by": "who published a page; the marketplace's record of its own work",
  "setting_plans.announced_by": "who announced a change of a setting; the marketplace's record of its own work",
  "settings.changed_by": "who changed a setting; the marketplace's record of its own work",
  "setting_changes.changed_by": "who changed a setting; the marketplace's record of its own work",
  "audit_entries.actor_id":
    "what operators did at work; the marketplace's record of its own work, without personal data",
  "review_hidings.decided_by": "the operator who decided about an objection; the marketplace's record of its own work",
  "review_hidings.hidden_by": "the operator who hid an item; the marketplace's record of its own work",
  "review_reports.closed_by": "the operator who decided on a report; the marketplace's record of its own work",
  "payouts.entered_by": "the operator who entered a bank's result; the marketplace's record of its own work",
  "payout_batches.created_by": "the operator who made a file for the bank; the marketplace's record of its own work",
  "data_archives.user_id": "is the copy itself",
  "login_steps.user_id": "a login that lacks its second step, for minutes; holds a digest and nothing else",
  "passkey_challenges.user_id":
    "a question that waits for a device's answer, for minutes; holds a digest and nothing else",
  "recovery_codes.user_id": "digests of codes that only the person has",
  "idempotency_keys.user_id": "repeats answers about orders that are in the copy; forgotten after a day",
};

/** All parts of one user's copy, in the order of the list. */
export async function readArchive(
  db: Queryable,
  userId: string,
): Promise<{ name: string; title: string; rows: Record<string, unknown>[] }[]> {
  const read: { name: string; title: string; rows: Record<string, unknown>[] }[] = [];
  for (const { name, title, rows } of archiveParts)
    read.push({ name, title, rows: await db.rows<Record<string, unknown>>(rows(userId)) });
  return read;
}
