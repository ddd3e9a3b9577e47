import { randomUUID } from "node:crypto";
import type { Tx } from "#lib/database.ts";
import { queueMail } from "#messages/send-mail.ts";
import { wayInMail, type WayInChange } from "../mails.ts";
import { findRecipient } from "../recovery/queries.ts";

/** Tells a person by mail that the ways into their account are others than before, whoever changed them. */
export async function tellWayInChanged(tx: Tx, userId: string, change: WayInChange, now: Date): Promise<void> {
  const to = await findRecipient(tx, userId);
  if (to) await queueMail(tx, wayInMail(to, change, now, `way in ${randomUUID()}`));
}
