import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { queueMail } from "#messages/send-mail.ts";
import { hashPassword } from "./password-hash.ts";
import { deleteSessionsOf, findCredentialsOf, updatePassword } from "./queries.ts";
import { passwordChangedMail } from "./recovery-mails.ts";
import { deleteLinks, findLink, findRecipient, markEmailVerified, takeLink } from "./recovery-queries.ts";
import { forgetLoginTries } from "./login-tries.ts";
import { deleteUnprovenWaysIn } from "./oauth-queries.ts";
import { passwordProblems } from "./rules.ts";
import { deleteLoginSteps } from "./second-factor-queries.ts";
import { hashToken } from "./session.ts";

/**
 * Sets a new password with a mailed link, which is used up by it; ends all sessions and tells by mail. Following the link
 * also proves the e-mail. When that was never proven before, somebody else may have opened the account in this address's
 * name: passkeys and providers' accounts, by which they could still come in, go. Refuses with accounts.link_over, or request.invalid for a password that is too easy: then the
 * link stays good.
 */
export async function resetPassword(
  context: Pick<Context, "db">,
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<void> {
  const tokenHash = hashToken(token);
  const link = await findLink(context.db, tokenHash, now);
  if (link?.purpose !== "reset") throw new Refusal("accounts.link_over");
  const problems = passwordProblems(password, await findCredentialsOf(context.db, link.user_id));
  if (problems.length > 0) throw new Refusal("request.invalid", { password: problems });
  const passwordHash = await hashPassword(password);
  await context.db.transaction(async (tx) => {
    const taken = await takeLink(tx, { tokenHash, purpose: "reset", userId: null, now });
    if (!taken) throw new Refusal("accounts.link_over");
    await updatePassword(tx, taken.user_id, passwordHash, now);
    if (await markEmailVerified(tx, taken.user_id, taken.email, now)) await deleteUnprovenWaysIn(tx, taken.user_id);
    await deleteSessionsOf(tx, taken.user_id, null);
    await afterPasswordChange(tx, taken.user_id, now);
  });
}

/** Whatever way the password changed: links mailed before it and half logins end, and the person is told. */
export async function afterPasswordChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteLinks(tx, userId, ["reset", "change"]);
  await deleteLoginSteps(tx, userId);
  const to = await findRecipient(tx, userId);
  if (!to) return;
  await forgetLoginTries(tx, to.email);
  await queueMail(tx, passwordChangedMail(to, now, `password ${userId} ${now.toISOString()}`));
}
