import { randomUUID } from "node:crypto";
import type { Tx } from "#lib/database.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { loginMethodMail, type LoginMethodChange } from "../mails.ts";
import { findRecipient } from "../recovery/queries.ts";

/** Tells a person by mail that the ways into their account are others than before, whoever changed them. */
export async function notifyLoginMethodChange(
  tx: Tx,
  userId: string,
  change: LoginMethodChange,
  now: Date,
): Promise<void> {
  const to = await findRecipient(tx, userId);
  if (to) await queueMail(tx, loginMethodMail(to, change, now, `way in ${randomUUID()}`));
}
