import { sql, type Queryable } from "#lib/database.ts";

/** Records a notification with its verdict. */
export async function insertNotification(
  db: Queryable,
  notification: { provider: string; attemptId: string | null; verdict: string; bodyHash: Buffer; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into payment_notifications (provider, attempt_id, verdict, body_hash, received_at)
    values (${notification.provider}, ${notification.attemptId}, ${notification.verdict}, ${notification.bodyHash}, ${notification.now})`);
}

/**
 * Records a notification without a valid signature, at most `limit` a minute for each provider: anyone can send them,
 * and they must not fill the table.
 */
export async function insertForgedNotification(
  db: Queryable,
  notification: { provider: string; bodyHash: Buffer; now: Date },
  limit: number,
): Promise<void> {
  await db.run(sql`
    insert into payment_notifications (provider, verdict, body_hash, received_at)
    select ${notification.provider}, 'bad_signature', ${notification.bodyHash}, ${notification.now}
    where (select count(*) from payment_notifications
           where verdict = 'bad_signature' and provider = ${notification.provider} and received_at > ${notification.now}::timestamptz - interval '1 minute') < ${limit}`);
}
