import type { Queryable } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import type { Mail } from "./contract.ts";

export type { Mail } from "./contract.ts";

/**
 * Queues one mail in the caller's transaction: it goes out exactly if that commits, once for each `dedupeKey`, and is
 * tried again when the mail server fails. It waits in the queue as it is: a mail that carries a secret link is better
 * sent with `deliverSecretMail` by the job that makes the secret. Notification mails have a lower priority than mails that a person waits for.
 */
export async function queueMail(tx: Queryable, mail: Mail, priority: "awaited" | "news" = "awaited"): Promise<void> {
  await queueJob(tx, "messages.send_mail", mail, { key: `mail ${mail.dedupeKey}`, priority });
}
