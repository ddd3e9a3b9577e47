import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import { queueJob, type JobPayloads } from "#lib/jobs.ts";
import { formatLongDate } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { termTemplates } from "./notification-texts.ts";
import { findVersion, listUsersAfter } from "./queries.ts";
import { placeOf, usersPerNotification } from "./rules.ts";

/**
 * Notifies the next users of clauses that were announced or withdrawn, and queues itself for those after them. Each
 * user is notified once of each announcement and of each withdrawal.
 */
export async function notifyOfText(
  context: Context,
  { slug, version, event, withdrawnAt, afterUserId }: JobPayloads["site.notify_of_text"],
  now: Date,
): Promise<void> {
  const place = placeOf(slug);
  if (!place) return;
  await context.db.transaction(async (tx) => {
    const row = await findVersion(tx, slug, version);
    // Clauses that were withdrawn before their users were notified need no notification of their announcement.
    if (!row || (event === "announced" && row.effective_at === null)) return;
    const name = place.purpose === "terms" ? "Syarat dan ketentuan" : "Kebijakan privasi";
    const from = row.effective_at ? formatLongDate(row.effective_at) : "";
    const { title, text } =
      event === "announced"
        ? requireNotification(termTemplates.announced, "buyer", { teks: name, mulai: from })
        : requireNotification(termTemplates.withdrawn, "buyer", { teks: name.toLowerCase() });
    const moment = event === "announced" ? row.published_at?.getTime() : `withdrawn ${withdrawnAt}`;
    const users = await listUsersAfter(tx, afterUserId, usersPerNotification);
    for (const userId of users)
      await notify(tx, {
        userId,
        type: "user",
        userType: "buyer",
        opens: place.path,
        title,
        description: text,
        dedupeKey: `text:${slug}:${version}:${moment}:${userId}`,
        now,
      });
    const last = users.at(-1);
    if (last !== undefined && users.length === usersPerNotification)
      await queueJob(
        tx,
        "site.notify_of_text",
        { slug, version, event, withdrawnAt, afterUserId: last },
        { priority: "notification" },
      );
  });
}

/** Notifies the next users of a deadline whose change was announced or withdrawn. Each user gets one of each. */
export async function notifyOfSetting(
  context: Context,
  payload: JobPayloads["site.notify_of_setting"],
  now: Date,
): Promise<void> {
  const { key, label, before, after, from, event, at, afterUserId } = payload;
  const { title, text } =
    event === "announced"
      ? requireNotification(termTemplates.deadline, "buyer", {
          nama: label,
          lama: before,
          baru: after,
          mulai: formatLongDate(new Date(from)),
        })
      : requireNotification(termTemplates.deadlineWithdrawn, "buyer", { nama: label, lama: before });
  await context.db.transaction(async (tx) => {
    const users = await listUsersAfter(tx, afterUserId, usersPerNotification);
    for (const userId of users)
      await notify(tx, {
        userId,
        type: "user",
        userType: "buyer",
        opens: hrefs.termCondition(),
        title,
        description: text,
        dedupeKey: `setting:${key}:${event}:${at}:${userId}`,
        now,
      });
    const last = users.at(-1);
    if (last !== undefined && users.length === usersPerNotification)
      await queueJob(tx, "site.notify_of_setting", { ...payload, afterUserId: last }, { priority: "notification" });
  });
}
