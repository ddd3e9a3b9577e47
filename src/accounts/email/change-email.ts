import { randomBytes, randomUUID } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { violates } from "#lib/database.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { recoveryRefusals } from "../recovery/contract.ts";
import { revokeEarlierCredentials } from "./revoke-earlier-credentials.ts";
import { requireOpenSession } from "../session/require-open-session.ts";
import { verifyPassword } from "../password/hash-password.ts";
import { findCredentialsOf } from "../queries.ts";
import { emailChangeRequestedMail, emailChangedMail } from "../mails.ts";
import { deleteLinks, findRecipient, replaceLink, consumeLink, updateEmail } from "../recovery/queries.ts";
import { linkTtls } from "../recovery/rules.ts";
import { freshLoginDuration } from "../session/rules.ts";
import { hashToken } from "../session/session.ts";

/**
 * Requests another e-mail. Nothing changes until the user follows the link that is mailed to the new address; the
 * present address gets a mail at once. The answer is the same when the new address already has an account: only its
 * owner is notified. Refuses with `accounts.email_needs_password` without the password, `accounts.email_needs_login`
 * when an account without a password has no fresh login, and `request.invalid` for a wrong password or the present
 * e-mail.
 */
export async function requestEmailChange(
  context: Pick<Context, "db">,
  actor: Actor,
  input: { email: string; current_password?: string | undefined },
  now: Date,
): Promise<void> {
  const credentials = await findCredentialsOf(context.db, actor.userId);
  if (!credentials) throw new Refusal(sessionRefusals.required);
  if (credentials.password_hash === null) {
    if (addDuration(actor.authenticatedAt, freshLoginDuration) < now)
      throw new Refusal(recoveryRefusals.emailNeedsLogin);
  } else if (input.current_password === undefined) {
    throw new Refusal(recoveryRefusals.emailNeedsPassword, { current_password: ["Masukkan kata sandi Anda."] });
  } else if (!(await verifyPassword(credentials.password_hash, input.current_password, actor.userId))) {
    throw new Refusal(requestRefusals.invalid, { current_password: ["Kata sandi salah."] });
  }
  if (input.email === credentials.email)
    throw new Refusal(requestRefusals.invalid, { email: ["Ini email Anda sekarang."] });
  const requestId = randomUUID();
  await context.db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    const to = await findRecipient(tx, actor.userId);
    if (!to) throw new Refusal(sessionRefusals.required);
    // The request is stored now, whether or not the address has an account. The job decides later whether to make a
    // link, and only the reader of the mailbox sees the result.
    const link = { userId: actor.userId, purpose: "change", email: input.email } as const;
    const unknown = { tokenHash: randomBytes(32), asked: now, expires: addDuration(now, linkTtls.change) };
    await replaceLink(tx, { ...link, ...unknown });
    await queueMail(tx, emailChangeRequestedMail(to, input.email, now, `change-asked ${requestId}`));
    const payload = { requestId, userId: actor.userId, email: input.email, askedAt: now.toISOString() };
    await queueJob(tx, "accounts.mail_change_link", payload, { priority: "awaited" });
  });
}

/**
 * Changes the account's e-mail to the one whose link was followed, and mails the former one. Only the user who
 * requested it can do this, while logged in. Refuses with `accounts.link_not_yours` for a used or late link or another
 * user's, and `accounts.email_not_free` when another account took the address in the meantime. When the account had no
 * confirmed e-mail before and this browser did not register it (`isRegisteringBrowser`), all earlier credentials except
 * this session and the password are revoked.
 */
export async function confirmEmailChange(
  context: Pick<Context, "db">,
  actor: Actor,
  { token, isRegisteringBrowser }: { token: string; isRegisteringBrowser: (userId: string) => boolean },
  now: Date,
): Promise<void> {
  try {
    await context.db.transaction(async (tx) => {
      await requireOpenSession(tx, actor);
      const before = await findRecipient(tx, actor.userId);
      const link = await consumeLink(tx, {
        tokenHash: hashToken(token),
        purpose: "change",
        userId: actor.userId,
        now,
      });
      if (!link || !before) throw new Refusal(recoveryRefusals.linkNotYours);
      await updateEmail(tx, actor.userId, link.email, now);
      // Links that were mailed to the former address stop working.
      await deleteLinks(tx, actor.userId, ["reset", "verify"]);
      if (!before.verified && !isRegisteringBrowser(actor.userId))
        await revokeEarlierCredentials(tx, actor.userId, now, { keepSession: actor.sessionId });
      await queueMail(tx, emailChangedMail(before, link.email, now, `changed ${actor.userId} ${now.toISOString()}`));
    });
  } catch (error) {
    throw violates(error, "users_email") ? new Refusal(recoveryRefusals.emailNotFree) : error;
  }
}
