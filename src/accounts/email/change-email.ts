import { randomBytes, randomUUID } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { violates } from "#lib/database.ts";
import type { Actor } from "#lib/endpoint.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { recoveryRefusals } from "../recovery/contract.ts";
import { revokeEarlierCredentials, requireOpenSession } from "./revoke-earlier-credentials.ts";
import { verifyPassword } from "../password/hash-password.ts";
import { findCredentialsOf } from "../queries.ts";
import { emailChangeRequestedMail, emailChangedMail } from "../mails.ts";
import { deleteLinks, findRecipient, replaceLink, useLink, updateEmail } from "../recovery/queries.ts";
import { linkTtls } from "../recovery/rules.ts";
import { freshLoginDuration } from "../session/rules.ts";
import { hashToken } from "../session/session.ts";

/**
 * Asks for another e-mail: nothing changes until the link that goes there is followed; the present address is told at
 * once. Answers the same when the new address has an account already: its owner is told, nobody else. Refuses with
 * accounts.email_needs_password without the password (who has none needs a fresh login: accounts.email_needs_login) and
 * request.invalid for a wrong one or the present e-mail.
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
    // Waits from now on, whoever has the address: its link is made, or not, where only its reader learns of it.
    const link = { userId: actor.userId, purpose: "change", email: input.email } as const;
    const unknown = { tokenHash: randomBytes(32), asked: now, expires: addDuration(now, linkTtls.change) };
    await replaceLink(tx, { ...link, ...unknown });
    await queueMail(tx, emailChangeRequestedMail(to, input.email, now, `change-asked ${requestId}`));
    const payload = { requestId, userId: actor.userId, email: input.email, askedAt: now.toISOString() };
    await queueJob(tx, "accounts.mail_change_link", payload, { priority: "awaited" });
  });
}

/**
 * Gives the account the e-mail whose link was followed, and tells the former one. Only for the person who asked, while
 * logged in: refuses with accounts.link_not_yours for anybody else's, used or late links, and accounts.email_not_free when
 * another account took the address meanwhile. When the account had no proven e-mail before, and this browser did not
 * register it (`isRegisteringBrowser`), all earlier credentials except this session and the password are revoked.
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
      const link = await useLink(tx, {
        tokenHash: hashToken(token),
        purpose: "change",
        userId: actor.userId,
        now,
      });
      if (!link || !before) throw new Refusal(recoveryRefusals.linkNotYours);
      await updateEmail(tx, actor.userId, link.email, now);
      // Links that went to the former address end with it.
      await deleteLinks(tx, actor.userId, ["reset", "verify"]);
      if (!before.verified && !isRegisteringBrowser(actor.userId))
        await revokeEarlierCredentials(tx, actor.userId, now, { keepSession: actor.sessionId });
      await queueMail(tx, emailChangedMail(before, link.email, now, `changed ${actor.userId} ${now.toISOString()}`));
    });
  } catch (error) {
    throw violates(error, "users_email") ? new Refusal(recoveryRefusals.emailNotFree) : error;
  }
}
