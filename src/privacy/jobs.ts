import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { runEach } from "#lib/run-each.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { deleteDueAccounts, deleteAccount } from "./delete-account.ts";
import { anonymiseOldOrders } from "./anonymise-old-orders.ts";
import { sendLetters } from "./breaches/send-letters.ts";
import { makeArchive } from "./archive/make-archive.ts";
import { privacyTemplates } from "./notification-texts.ts";
import { deleteExpiredArchives } from "./queries.ts";
import { anonymiseOldRequests } from "./requests/answer-request.ts";

/** Background work of privacy. */
export const privacyJobs: JobHandlers = {
  "privacy.make_archive": ({ archiveId }, context) => makeArchive(context, archiveId, context.clock.now()),
  "privacy.send_breach_letters": ({ breachId }, context) => sendLetters(context, breachId, context.clock.now()),
  "privacy.delete_account": async ({ userId }, context) => {
    await deleteAccount(context, userId, context.clock.now());
  },
  "privacy.delete_due_accounts": async (_payload, context) => {
    const now = context.clock.now();
    await runEach([deleteExpiredArchives, () => deleteDueAccounts(context, now)], (step) => step(context.db, now));
  },
  "privacy.anonymise_old_orders": async (_payload, context) => {
    const now = context.clock.now();
    await runEach([anonymiseOldOrders, anonymiseOldRequests], (step) => step(context, now));
  },
  "accounts.phone_taken_over": async ({ userId }, { db, clock }) => {
    const now = clock.now();
    const { title, text } = requireNotification(privacyTemplates.phoneTaken, "buyer", {});
    await notify(db, {
      userId,
      type: "user",
      userType: "buyer",
      title,
      description: text,
      dedupeKey: `phone-taken:${now.getTime()}`,
      now,
    });
  },
};

export const privacySchedules: readonly Schedule[] = [
  { name: "privacy.delete_due_accounts", match: "23 * * * *" },
  // 03:41 in Jakarta.
  { name: "privacy.anonymise_old_orders", match: "41 20 * * *" },
];
