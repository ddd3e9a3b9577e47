import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { runEach } from "#lib/run-each.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { chargeOf } from "../attempts/charge-attempt.ts";
import { findAttempt } from "../attempts/queries.ts";
import { applyStatus } from "../attempts/settle-attempt.ts";
import { callProvider } from "../providers/call-provider.ts";
import { listStuckStatements, listUnbooked } from "./queries.ts";

/** Books the matched movements of a statement as payments. Safe to repeat: each movement is one receipt. */
export async function bookTransfers(context: Context, statementId: string, now: Date): Promise<void> {
  await runEach(await listUnbooked(context.db, statementId), async (attemptId) => {
    const attempt = await findAttempt(context.db, attemptId);
    if (!attempt) throw new Error(`attempt ${attemptId} is matched but missing`);
    const reported = await callProvider(context, attempt.provider, (provider) => provider.status(chargeOf(attempt)));
    await applyStatus(context, attempt, reported, now);
  });
}

const bookingTimeout = hour;
const retriedFor = 30 * day;

/** Queues the booking again of movements that were matched long ago, because their job failed for good. */
export async function retryTransfers({ db, log }: Pick<Context, "db" | "log">, now: Date): Promise<void> {
  const stuck = await listStuckStatements(db, addDuration(now, -retriedFor), addDuration(now, -bookingTimeout));
  for (const statementId of stuck)
    await queueJob(db, "payments.book_transfers", { statementId }, { key: `book transfers ${statementId}` });
  if (stuck.length > 0) log.error({ count: stuck.length }, "matched bank transfers wait to be booked for over an hour");
}
