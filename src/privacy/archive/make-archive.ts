import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { formatDateTime, hour, addDuration } from "#lib/time.ts";
import { readMaster } from "#media/serve-picture.ts";
import { mailOf } from "#messages/mail-template.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { readArchive } from "./queries.ts";
import { privacyRefusals } from "../contract.ts";
import { archiveMailTemplate } from "../mail-texts.ts";
import { privacyTemplates } from "../notification-texts.ts";
import { findArchivePicture, lockArchive, storeArchiveFile, replaceArchive } from "../queries.ts";
import { archiveHtml } from "./archive-html.ts";
import { answerWithCopy } from "../requests/grant-requests.ts";
import { archiveTtl } from "../rules.ts";
import { writeZip } from "./write-zip.ts";

/** Requests a copy of the user's data; the former one is deleted. Refuses with `privacy.archive_in_progress`. */
export async function requestArchive(context: Pick<Context, "db">, userId: string, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    const archiveId = await replaceArchive(tx, userId, now, addDuration(now, -hour));
    if (!archiveId) throw new Refusal(privacyRefusals.archiveInProgress);
    await queueJob(tx, "privacy.make_archive", { archiveId });
  });
}

/** Makes a requested copy and notifies the user; does nothing when it is made already. */
export async function makeArchive(
  context: Pick<Context, "db" | "config">,
  archiveId: string,
  now: Date,
): Promise<void> {
  // The store of files may be slow, so it is asked before the transaction.
  const imageKey = await findArchivePicture(context.db, archiveId);
  const picture = imageKey === null ? undefined : await readMaster(context.config, imageKey);
  await context.db.transaction(async (tx) => {
    const wanted = await lockArchive(tx, archiveId);
    if (!wanted) return;
    const { user_id: userId, name, email } = wanted;
    const parts = await readArchive(tx, userId);
    const data = { dibuat: now.toISOString(), ...Object.fromEntries(parts.map((part) => [part.name, part.rows])) };
    const entries = [
      { name: "baca-saya.html", bytes: Buffer.from(archiveHtml(parts, name, now)) },
      { name: "data.json", bytes: Buffer.from(JSON.stringify(data, null, 2)) },
    ];
    if (picture) entries.push({ name: "foto-profil.webp", bytes: picture });
    const expires = addDuration(now, archiveTtl);
    await storeArchiveFile(tx, archiveId, writeZip(entries, now), now, expires);
    const until = formatDateTime(expires);
    await answerWithCopy(tx, userId, until, now);
    const { title, text } = requireNotification(privacyTemplates.archiveReady, "buyer", { akhir: until });
    await notify(tx, {
      userId,
      type: "user",
      userType: "buyer",
      title,
      description: text,
      dedupeKey: `archive:${archiveId}`,
      now,
    });
    const mail = mailOf(archiveMailTemplate, { akhir: until }, { to: email, path: hrefs.profile("privacy") });
    await queueMail(tx, { ...mail, dedupeKey: `archive:${archiveId}` });
  });
}
