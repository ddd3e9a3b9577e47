/**
 * Design note. A stranger can register with another person's address, add credentials, and wait until the owner of the
 * address uses the account. So the first verification of an address, by a mailed link, revokes all earlier credentials.
 * Only a verification from the browser that registered revokes nothing: its cookie and the mail show that the same
 * person has both (docs/decisions/0033).
 */
import type { Tx } from "#lib/database.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { deletePassword, deletePhoneVerification, deleteCredentials } from "./earlier-credentials-queries.ts";
import { deleteSessionsOf } from "../session/queries.ts";
import { credentialsRevokedMail } from "../mails.ts";
import { findRecipient } from "../recovery/queries.ts";

/**
 * Revokes the sessions, passkeys, provider accounts, second factor, mailed links and password of an account whose
 * address was just confirmed for the first time, and mails its owner. `keepSession` is a session that stays, together
 * with the password, because its user has just typed that password. Returns whether anything but sessions and links was
 * revoked. The caller has locked the user's row (`lockCredentials`).
 */
export async function revokeEarlierCredentials(
  tx: Tx,
  userId: string,
  now: Date,
  { keepSession = null, passwordIsNew = false }: { keepSession?: string | null; passwordIsNew?: boolean } = {},
): Promise<boolean> {
  await deleteSessionsOf(tx, userId, keepSession);
  const hadCredentials = await deleteCredentials(tx, userId);
  await deletePhoneVerification(tx, userId);
  const keepsPassword = keepSession !== null || passwordIsNew;
  if (!keepsPassword) await deletePassword(tx, userId, now);
  const to = await findRecipient(tx, userId);
  if (to && (hadCredentials || !keepsPassword))
    await queueMail(
      tx,
      credentialsRevokedMail(to, { keepsPassword }, now, `older ways in ${userId} ${now.toISOString()}`),
    );
  return hadCredentials || !keepsPassword;
}
