import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { workQueueRefusals } from "./contract.ts";
import { retryFailedJobs } from "./queries.ts";

/**
 * Lets the failed jobs of one kind run again and returns how many. Every job is safe to repeat. Refuses with
 * `jobs.nothing_failed`.
 */
export async function retryJobs(
  { db }: Pick<Context, "db">,
  actor: AuditActor,
  { name, reason }: { name: string; reason: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const count = await retryFailedJobs(tx, name);
    if (count === 0) throw new Refusal(workQueueRefusals.nothingFailed);
    appendAuditEntry(tx, {
      actor,
      action: "operator.jobs_retried",
      subject: { kind: "job", id: name },
      after: { count },
      reason,
    });
    return count;
  });
}
