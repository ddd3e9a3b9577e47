import { accountHrefs } from "#account-hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { runEach } from "#lib/run-each.ts";
import { addDuration } from "#lib/time.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { recipientsOf, type Recipient } from "./queries.ts";
import { channelsOf, notificationButton, notificationHref, notificationKinds, maxMailAndPushAge } from "../rules.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

/**
 * Queues mails and pushes of notifications by the channels that their users chose. A mail goes only to a verified
 * address, a push to each subscribed browser. A repeated run queues nothing twice, because the notification's id is
 * part of the key. Notifications that are too old are skipped. One that fails does not delay the others.
 */
export async function queueMailAndPush(
  context: Pick<Context, "db" | "clock" | "secret">,
  ids: readonly string[],
): Promise<void> {
  const since = addDuration(context.clock.now(), -maxMailAndPushAge);
  const recipients = await recipientsOf(context.db, ids, since);
  await runEach(recipients, (notification) =>
    context.db.transaction((tx) => queueForUser(tx, context.secret, notification)),
  );
}

async function queueForUser(tx: Tx, secret: Buffer, notification: Recipient): Promise<void> {
  const chosen =
    notification.wants_email === null
      ? undefined
      : { email: notification.wants_email, push: notification.wants_push === true };
  // These notifications are not marketing, so they need no consent.
  const wants = channelsOf(notification.type, chosen, false);
  if (notification.confirmed && wants.email) await queueMail(tx, mailOf(secret, notification), "notification");
  if (!wants.push) return;
  for (const subscriptionId of notification.subscriptions) {
    const payload = { notificationId: notification.id, subscriptionId };
    await queueJob(tx, "notifications.push", payload, {
      key: `push ${notification.id} ${subscriptionId}`,
      priority: "notification",
    });
  }
}

// Users read a mail among others like it, so it names its order.
function orderOf({ invoice, first_line, more_lines }: Recipient): string[] {
  if (invoice === null || first_line === null) return [];
  return [`${first_line}${more_lines > 0 ? ` dan ${more_lines} barang lain` : ""}\n${invoice}`];
}

function mailOf(secret: Buffer, notification: Recipient) {
  return {
    to: notification.to,
    subject:
      notification.first_line === null ? notification.title : `${notification.title}: ${notification.first_line}`,
    title: notification.title,
    paragraphs: [notification.description, ...orderOf(notification)],
    button: { label: notificationButton(notification), path: notificationHref(notification) },
    note: `Anda menerima email ini karena memilih kabar ${notificationKinds[notification.type].name.toLowerCase()} lewat email. Ubah pilihan di Profil › Notifikasi › Atur notifikasi.`,
    unsubscribe: { path: accountHrefs.unsubscribe(unsubscribeToken(secret, notification.user_id, notification.type)) },
    dedupeKey: `news ${notification.id}`,
  };
}
