import { hrefs } from "#hrefs.ts";
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
 * Sends news by the other channels that their people want: mails to confirmed addresses, and a push to each browser. Twice
 * is once: mails and pushes carry the notification's id as their key. News that are too old are left alone. One that fails
 * does not delay the others.
 */
export async function queueMailAndPush(
  context: Pick<Context, "db" | "clock" | "secret">,
  ids: readonly string[],
): Promise<void> {
  const since = addDuration(context.clock.now(), -maxMailAndPushAge);
  const recipients = await recipientsOf(context.db, ids, since);
  await runEach(recipients, (news) => context.db.transaction((tx) => queueForUser(tx, context.secret, news)));
}

async function queueForUser(tx: Tx, secret: Buffer, news: Recipient): Promise<void> {
  const chosen = news.wants_email === null ? undefined : { email: news.wants_email, push: news.wants_push === true };
  // These notifications are not marketing, so they need no consent.
  const wants = channelsOf(news.type, chosen, false);
  if (news.confirmed && wants.email) await queueMail(tx, mailOf(secret, news), "news");
  if (!wants.push) return;
  for (const subscriptionId of news.subscriptions) {
    const payload = { notificationId: news.id, subscriptionId };
    await queueJob(tx, "notifications.push", payload, { key: `push ${news.id} ${subscriptionId}`, priority: "news" });
  }
}

// A mail is read apart from its order and among others like it, so it says which one it is about.
function orderOf({ invoice, first_line, more_lines }: Recipient): string[] {
  if (invoice === null || first_line === null) return [];
  return [`${first_line}${more_lines > 0 ? ` dan ${more_lines} barang lain` : ""}\n${invoice}`];
}

function mailOf(secret: Buffer, news: Recipient) {
  return {
    to: news.to,
    subject: news.first_line === null ? news.title : `${news.title}: ${news.first_line}`,
    title: news.title,
    paragraphs: [news.description, ...orderOf(news)],
    button: { label: notificationButton(news), path: notificationHref(news) },
    note: `Anda menerima email ini karena memilih kabar ${notificationKinds[news.type].name.toLowerCase()} lewat email. Ubah pilihan di Profil › Notifikasi › Atur notifikasi.`,
    unsubscribe: { path: hrefs.unsubscribe(unsubscribeToken(secret, news.user_id, news.type)) },
    dedupeKey: `news ${news.id}`,
  };
}
