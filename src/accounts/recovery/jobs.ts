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
 * Mails with secret links. A retried job makes a new token, and the earlier one stops working, even if it was mailed.
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

/** Mails the owner of an account about many failed logins, at most once a day. */
export async function notifyUnfamiliarLogins(context: Context, email: string, at: Date): Promise<void> {
  const owner = await findRecipientByEmail(context.db, email);
  if (owner)
    await deliverMail(context, unfamiliarLoginsMail(owner, at, `strange logins ${owner.id} ${jakartaDay(at)}`));
}

/** Mails the owner of an address that another user wants, at most once a day. */
async function notifyEmailOwner(context: Context, email: string): Promise<void> {
  const owner = await findRecipientByEmail(context.db, email);
  const today = jakartaDay(context.clock.now());
  if (owner) await deliverMail(context, emailTakenMail(owner, `taken ${owner.id} ${today}`));
}

/** Deletes expired links and devices that have not been used for long. */
export async function deleteExpiredLinks({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await deleteOldLinks(db, now, addDuration(now, -knownDeviceDuration));
}
