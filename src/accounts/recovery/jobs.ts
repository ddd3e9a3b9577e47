import type { Context } from "#lib/context.ts";
import type { JobHandlers } from "#lib/jobs.ts";
import { jakartaDay, addDuration } from "#lib/time.ts";
import { deliverMail, deliverSecretMail } from "#messages/deliver-mail.ts";
import { isEmailTaken } from "../queries.ts";
import { createLink, createResetLink } from "./make-link.ts";
import { emailChangeMail, emailTakenMail, resetMail, unfamiliarLoginsMail, verifyMail } from "../mails.ts";
import { deleteOldLinks, findRecipient, findRecipientByEmail } from "./queries.ts";
import { knownDeviceDuration } from "./rules.ts";

/**
 * Mails with secret links. A job that is tried again makes a new token: the earlier one, should it have been mailed after
 * all, is over.
 */
export const recoveryJobs: JobHandlers = {
  "accounts.mail_reset_link": async ({ requestId, ...asked }, context) => {
    await deliverSecretMail(context, `reset ${requestId}`, async () => {
      const to = await findRecipientByEmail(context.db, asked.email);
      const token = to && (await createResetLink(context, { userId: to.id, ...asked }));
      return to && token ? resetMail(to, token) : null;
    });
  },
  "accounts.mail_verify_link": async ({ requestId, userId, askedAt }, context) => {
    await deliverSecretMail(context, `verify ${requestId}`, async () => {
      const to = await findRecipient(context.db, userId);
      if (!to || to.verified) return null;
      const token = await createLink(context, { userId, purpose: "verify", email: to.email, askedAt });
      return token ? verifyMail(to, token) : null;
    });
  },
  "accounts.mail_change_link": async ({ requestId, userId, email, askedAt }, context) => {
    if (await isEmailTaken(context.db, email)) return notifyEmailOwner(context, email);
    await deliverSecretMail(context, `change ${requestId}`, async () => {
      const to = await findRecipient(context.db, userId);
      const token = to && (await createLink(context, { userId, purpose: "change", email, askedAt }));
      return to && token ? emailChangeMail(to, email, token) : null;
    });
  },
};

/** Notifies the owner of an account of many wrong passwords, at most once a day. */
export async function notifyUnfamiliarLogins(context: Context, email: string, at: Date): Promise<void> {
  const owner = await findRecipientByEmail(context.db, email);
  if (owner)
    await deliverMail(context, unfamiliarLoginsMail(owner, at, `strange logins ${owner.id} ${jakartaDay(at)}`));
}

/** The owner of an address that somebody else wants is told, once a day at most. */
async function notifyEmailOwner(context: Context, email: string): Promise<void> {
  const owner = await findRecipientByEmail(context.db, email);
  const today = jakartaDay(context.clock.now());
  if (owner) await deliverMail(context, emailTakenMail(owner, `taken ${owner.id} ${today}`));
}

/** Links and devices that no longer matter are forgotten. */
export async function deleteExpiredLinks({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await deleteOldLinks(db, now, addDuration(now, -knownDeviceDuration));
}
