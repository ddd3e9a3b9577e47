import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { readCsv } from "#lib/csv.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { findPayoutByReference } from "../queries.ts";
import { reviewRefusals } from "./contract.ts";
import { enterResult, requireFinance } from "./decide-payout.ts";
import { readResults, resultFileLimits } from "./rules.ts";

/**
 * Enters the results of a file. A row about a payout that does not wait for a result is skipped and named; a file with
 * any row that cannot be read changes nothing. Refuses with `payouts.not_finance`, `payouts.bad_file` and
 * `request.invalid`.
 */
export async function enterResults(
  { db }: Pick<Context, "db">,
  operator: { userId: string; operatorRole: string | null },
  content: string,
  now: Date,
): Promise<{ entered: number; skipped: string[] }> {
  requireFinance(operator);
  const rows = readCsv(content, resultFileLimits);
  if (!rows) throw new Refusal(reviewRefusals.badFile);
  const read = readResults(rows);
  if ("problem" in read) throw new Refusal(requestRefusals.invalid, { content: [read.problem] });
  return db.transaction(async (tx) => {
    const skipped: string[] = [];
    // In the order of ids, so that two files at the same moment do not wait for each other in a circle.
    const found = [];
    for (const result of read.results)
      found.push({ result, payout: await findPayoutByReference(tx, result.reference) });
    found.sort((a, b) => ((a.payout?.id ?? "") < (b.payout?.id ?? "") ? -1 : 1));
    for (const { result, payout } of found) {
      const bankReference = result.bankReference === "" ? null : result.bankReference;
      try {
        if (!payout) throw new Refusal(reviewRefusals.notWaiting);
        await enterResult(tx, operator, payout.id, { outcome: result.outcome, bankReference }, now);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        skipped.push(result.reference);
      }
    }
    const entered = read.results.length - skipped.length;
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.payout_results_uploaded",
      subject: { kind: "payout_batch", id: "file" },
      after: { entered, skipped: skipped.length },
    });
    return { entered, skipped };
  });
}
