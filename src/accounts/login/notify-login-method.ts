import { randomUUID } from "node:crypto";
import type { Tx } from "#lib/database.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { loginMethodMail, type LoginMethodChange } from "../mails.ts";
import { findRecipient } from "../recovery/queries.ts";

/** Mails a user that the ways to log in to their account have changed. */
export async function notifyLoginMethodChange(
  tx: Tx,
  userId: string,
  change: LoginMethodChange,
  now: Date,
): Promise<void> {
  const to = await findRecipient(tx, userId);
  if (to) await queueMail(tx, loginMethodMail(to, change, now, `way in ${randomUUID()}`));
}
