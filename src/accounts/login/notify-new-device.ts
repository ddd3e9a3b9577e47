import type { Queryable } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { newDeviceMail } from "../mails.ts";
import { findRecipient, rememberDevice } from "../recovery/queries.ts";
import { knownDeviceDuration } from "../recovery/rules.ts";
import { deviceName } from "../session/rules.ts";

/**
 * Stores from what kind of device a user logs in, and mails them when it is a new one. The first login of an account
 * sends no mail. The caller calls it in the transaction that opens the session.
 */
export async function notifyNewDevice(
  tx: Queryable,
  { userId, userAgent, now }: { userId: string; userAgent: string; now: Date },
): Promise<void> {
  const device = deviceName(userAgent);
  const { isNew } = await rememberDevice(tx, { userId, device, now, since: addDuration(now, -knownDeviceDuration) });
  if (!isNew) return;
  const to = await findRecipient(tx, userId);
  if (to) await queueMail(tx, newDeviceMail(to, device, now, `device ${userId} ${device} ${now.toISOString()}`));
}
