/**
 * Design note. Anybody can register with somebody else's address, add ways in, and wait until its owner uses the account.
 * So the first proof of an address, a mailed link, ends what was made before it. Only the browser that registered keeps
 * everything: its cookie and the mail together show that one person did both (docs/decisions/0033).
 */
import type { Tx } from "#lib/database.ts";
import type { Actor } from "#lib/endpoint.ts";
import { Refusal } from "#lib/refusal.ts";
import { queueMail } from "#messages/send-mail.ts";
import { deletePassword, deletePhoneProof, deleteWaysIn, isSessionOpen } from "./older-ways-in-queries.ts";
import { deleteSessionsOf, lockCredentials } from "./queries.ts";
import { olderWaysEndedMail } from "./recovery-mails.ts";
import { findRecipient } from "./recovery-queries.ts";

/**
 * Ends what logs in to an account whose address was just proven for the first time, and tells its owner by mail: sessions,
 * passkeys, providers, second factor, mailed links and the password. `keepSession` is a session that stays, and the password
 * with it: its person typed that password a moment ago. Answers whether anything but sessions and links ended. The caller
 * holds the person's row (`lockCredentials`).
 */
export async function endOlderWaysIn(
  tx: Tx,
  userId: string,
  now: Date,
  { keepSession = null, passwordIsNew = false }: { keepSession?: string | null; passwordIsNew?: boolean } = {},
): Promise<boolean> {
  await deleteSessionsOf(tx, userId, keepSession);
  const hadWaysIn = await deleteWaysIn(tx, userId);
  await deletePhoneProof(tx, userId);
  const keepsPassword = keepSession !== null || passwordIsNew;
  if (!keepsPassword) await deletePassword(tx, userId, now);
  const to = await findRecipient(tx, userId);
  if (to && (hadWaysIn || !keepsPassword))
    await queueMail(tx, olderWaysEndedMail(to, { keepsPassword }, now, `older ways in ${userId} ${now.toISOString()}`));
  return hadWaysIn || !keepsPassword;
}

/**
 * Holds the person's row, so that nobody changes how they log in until the transaction ends. Refuses with session.required
 * when the session ended while its request was on the way.
 */
export async function holdSession(tx: Tx, actor: Pick<Actor, "userId" | "sessionId">): Promise<void> {
  await lockCredentials(tx, actor.userId);
  if (!(await isSessionOpen(tx, actor.sessionId))) throw new Refusal("session.required");
}
