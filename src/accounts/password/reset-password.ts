import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { revokeEarlierCredentials } from "../email/revoke-earlier-credentials.ts";
import { recoveryRefusals } from "../recovery/contract.ts";
import { hashPassword } from "./hash-password.ts";
import { deleteSessionsOf } from "../session/queries.ts";
import { findCredentialsOf, lockCredentials, updatePassword } from "../queries.ts";
import { passwordChangedMail } from "../mails.ts";
import { deleteLinks, findLink, findRecipient, markEmailVerified, consumeLink } from "../recovery/queries.ts";
import { clearLoginAttempts } from "../login/throttle-login.ts";
import { passwordProblems } from "./rules.ts";
import { deleteLoginSteps } from "../second-factor/queries.ts";
import { hashToken } from "../session/session.ts";

/**
 * Sets a new password with a mailed link and uses the link up, ends all sessions and mails the user. Following the link
 * also confirms the e-mail. A first verification from another browser than the one that registered
 * (`isRegisteringBrowser`) also revokes all earlier credentials: `revoked` says whether there were any. Refuses with
 * `accounts.link_over`. Refuses with `request.invalid` for a password that is too easy; the link then stays valid.
 */
export async function resetPassword(
  context: Pick<Context, "db">,
  {
    token,
    password,
    isRegisteringBrowser,
  }: { token: string; password: string; isRegisteringBrowser: (userId: string) => boolean },
  now: Date,
): Promise<{ userId: string; passwordHash: string; revoked: boolean }> {
  const tokenHash = hashToken(token);
  const link = await findLink(context.db, tokenHash, now);
  if (link?.purpose !== "reset") throw new Refusal(recoveryRefusals.linkOver);
  const userId = link.user_id;
  const problems = passwordProblems(password, await findCredentialsOf(context.db, userId));
  if (problems.length > 0) throw new Refusal(requestRefusals.invalid, { password: problems });
  const passwordHash = await hashPassword(password, link.user_id);
  return context.db.transaction(async (tx) => {
    await lockCredentials(tx, userId);
    const taken = await consumeLink(tx, { tokenHash, purpose: "reset", userId, now });
    if (!taken) throw new Refusal(recoveryRefusals.linkOver);
    await updatePassword(tx, userId, passwordHash, now);
    const isFirst = await markEmailVerified(tx, userId, taken.email, now);
    const revoked =
      isFirst &&
      !isRegisteringBrowser(userId) &&
      (await revokeEarlierCredentials(tx, userId, now, { passwordIsNew: true }));
    await deleteSessionsOf(tx, userId, null);
    await afterPasswordChange(tx, userId, now);
    return { userId, passwordHash, revoked };
  });
}

/**
 * After any change of the password: deletes earlier mailed links, unfinished logins and counted attempts, and mails the
 * user.
 */
export async function afterPasswordChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteLinks(tx, userId, ["reset", "change"]);
  await deleteLoginSteps(tx, userId);
  const to = await findRecipient(tx, userId);
  if (!to) return;
  await clearLoginAttempts(tx, to.email);
  await queueMail(tx, passwordChangedMail(to, now, `password ${userId} ${now.toISOString()}`));
}
