import { sql, type Queryable } from "#lib/database.ts";
import { inBatches } from "#lib/run-each.ts";
import { messageRetentionDays, deliveryLeaseDuration } from "./rules.ts";

export type Channel = "mail" | "phone";

/**
 * Claims the message for this process, for as long as one delivery may last. `done`: it was sent or given up. `busy`:
 * another delivery of it is under way.
 */
export async function claimMessage(db: Queryable, channel: Channel, key: string): Promise<"taken" | "done" | "busy"> {
  const taken = await db.row(sql`
    insert into outgoing_messages as m (dedupe_key, channel, claimed_until)
    values (${`${channel} ${key}`}, ${channel}, now() + make_interval(secs => ${deliveryLeaseDuration / 1000}))
    on conflict (dedupe_key) do update set claimed_until = excluded.claimed_until
    where m.sent_at is null and m.failed_at is null and (m.claimed_until is null or m.claimed_until < now())
    returning 1`);
  if (taken) return "taken";
  const open = await db.row(sql`
    select from outgoing_messages where dedupe_key = ${`${channel} ${key}`} and sent_at is null and failed_at is null`);
  return open ? "busy" : "done";
}

/** Records that the message was sent. */
export async function markSent(db: Queryable, channel: Channel, key: string): Promise<void> {
  await db.run(sql`
    update outgoing_messages set sent_at = now(), claimed_until = null where dedupe_key = ${`${channel} ${key}`}`);
}

/** Records that the message will never be sent; `failure` says why, without the recipient. */
export async function markFailed(db: Queryable, channel: Channel, key: string, failure: string): Promise<void> {
  await db.run(sql`
    update outgoing_messages set failed_at = now(), claimed_until = null, failure = ${failure.slice(0, 300)}
    where dedupe_key = ${`${channel} ${key}`}`);
}

/** Releases the claim after a temporary failure, so that the message can be retried at once. */
export async function releaseMessage(db: Queryable, channel: Channel, key: string): Promise<void> {
  await db.run(sql`update outgoing_messages set claimed_until = null where dedupe_key = ${`${channel} ${key}`}`);
}

/** Deletes the keys of old messages, and jobs that were given up, because their payloads contain personal data. */
export async function deleteOldMessages(db: Queryable): Promise<void> {
  await inBatches((limit) =>
    db.run(
      sql`delete from outgoing_messages where ctid = any(array(select ctid from outgoing_messages where created_at < now() - make_interval(days => ${messageRetentionDays}) limit ${limit}))`,
    ),
  );
  await db.run(sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where task_identifier = 'messages.send_mail' and attempts >= max_attempts))`);
}
