import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import type { Tx } from "#lib/database.ts";
import { addDuration, day, formatDate, span } from "#lib/time.ts";
import { requireNotification, type SentTexts } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { endVerification } from "./decide-application.ts";
import { verificationTemplates as templates } from "./notification-texts.ts";
import {
  claimEndingSoon,
  claimReturned,
  deleteOldDrafts,
  deleteEndedData,
  listExpired,
  listForgotten,
  listShopsWithout,
  lockVerification,
} from "./queries.ts";
import {
  documentRetentionDuration,
  maxUnverifiedProducts,
  renewalReminderDuration,
  returnedDuration,
  verificationDuration,
  verificationReminderDuration,
} from "./rules.ts";

type Parts = Pick<Context, "db" | "pages">;
const batch = 200;

/** Ends verifications whose time is over, reminds sellers, and deletes what its retention does not cover any more. */
export async function maintainVerifications(context: Parts, now: Date): Promise<void> {
  await expireVerifications(context, now);
  await endForgotten(context, now);
  await remindSellers(context, now);
  const before = addDuration(now, -documentRetentionDuration);
  await inBatches(context, (tx) => deleteEndedData(tx, before, batch));
  await inBatches(context, (tx) => deleteOldDrafts(tx, before, batch));
}

async function inBatches(
  { db }: Parts,
  remove: (tx: Tx) => Promise<{ deleted: number; keys: string[] }>,
): Promise<void> {
  for (let deleted = batch; deleted === batch;) {
    deleted = await db.transaction(async (tx) => {
      const found = await remove(tx);
      for (const key of found.keys) await queueJob(tx, "media.remove_private", { key });
      return found.deleted;
    });
  }
}

async function expireVerifications({ db, pages }: Parts, now: Date): Promise<void> {
  for (let found = batch; found === batch;) {
    const due = await listExpired(db, now, batch);
    found = due.length;
    for (const { id, shopId } of due) {
      await db.transaction(async (tx) => {
        const locked = await lockVerification(tx, id);
        if (locked?.status !== "verified") return;
        await endVerification(tx, locked, { to: "expired", reasons: {} }, now);
        const texts = requireNotification(templates.expired, "seller", {});
        await remind(tx, locked.ownerId, `verification:${id}:expired`, now, texts);
      });
      pages.purge([`shop:${shopId}`]);
    }
  }
}

async function endForgotten({ db }: Parts, now: Date): Promise<void> {
  for (let found = batch; found === batch;) {
    const due = await listForgotten(db, addDuration(now, -returnedDuration), batch);
    found = due.length;
    for (const { id } of due)
      await db.transaction(async (tx) => {
        const locked = await lockVerification(tx, id);
        if (locked?.status !== "returned") return;
        await endVerification(tx, locked, { to: "expired", reasons: {} }, now);
        const texts = requireNotification(templates.forgotten, "seller", { waktu: span(returnedDuration) });
        await remind(tx, locked.ownerId, `verification:${id}:forgotten`, now, texts);
      });
  }
}

async function remindSellers({ db }: Parts, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const one of await claimEndingSoon(tx, now, addDuration(now, renewalReminderDuration), batch)) {
      const texts = requireNotification(templates.ending, "seller", { akhir: formatDate(one.validUntil ?? now) });
      await remind(tx, one.ownerId, `verification:${one.id}:ending`, now, texts);
    }
    const waiting = requireNotification(templates.waiting, "seller", { periksa: span(verificationDuration) });
    for (const one of await claimReturned(tx, now, addDuration(now, -verificationReminderDuration), batch))
      await remind(tx, one.ownerId, `verification:${one.id}:returned`, now, waiting);
    const to = addDuration(now, -verificationReminderDuration);
    const max = maxUnverifiedProducts();
    const limit = max === null ? "" : `Tanpa verifikasi, toko bisa memuat paling banyak ${max} produk.`;
    const begin = requireNotification(templates.begin, "seller", { batas_produk: limit });
    // Two days, so that a night without this job does not leave anybody out. A notification is stored once.
    for (const shop of await listShopsWithout(tx, addDuration(to, -2 * day), to, 1000))
      await remind(tx, shop.ownerId, `verification:${shop.id}:begin`, now, begin);
  });
}

async function remind(
  tx: Tx,
  userId: string,
  dedupeKey: string,
  now: Date,
  { title, text: description }: SentTexts,
): Promise<void> {
  const opens = sellerHrefs.verification();
  await notify(tx, { userId, type: "user", userType: "seller", opens, title, description, dedupeKey, now });
}
