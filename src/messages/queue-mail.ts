import type { Queryable } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import type { Mail } from "./contract.ts";

export type { Mail } from "./contract.ts";

/**
 * Queues one mail in the caller's transaction. It is sent only if that commits, once for each `dedupeKey`, and is
 * retried when the mail server fails. The queue stores the whole mail, so a mail with a secret link is sent with
 * `deliverSecretMail` by the job that makes the secret. Notification mails have a lower priority than mails that a user
 * waits for.
 */
export async function queueMail(
  tx: Queryable,
  mail: Mail,
  priority: "awaited" | "notification" = "awaited",
): Promise<void> {
  await queueJob(tx, "messages.send_mail", mail, { key: `mail ${mail.dedupeKey}`, priority });
}
