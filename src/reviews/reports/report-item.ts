import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { reportRefusals } from "./contract.ts";
import { insertReport, lockItem } from "./queries.ts";
import type { ReportedKind } from "./rules.ts";

/**
 * Stores a person's report of an item that is shown. It changes nothing else: an operator decides. Refuses with
 * `reports.own` its author, with `reports.reported` a second report of the item by this person, and with
 * `request.not_found` for an item that is not shown.
 */
export async function reportItem(
  context: Pick<Context, "db">,
  report: { kind: ReportedKind; itemId: string; userId: string; reason: string; text: string },
  now: Date,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const item = await lockItem(tx, report);
    if (!item || item.state === "hidden" || item.state === "removed") throw new Refusal(requestRefusals.notFound);
    if (item.author_id === report.userId) throw new Refusal(reportRefusals.ownItem);
    if (!(await insertReport(tx, { ...report, now }))) throw new Refusal(reportRefusals.reported);
  });
}
