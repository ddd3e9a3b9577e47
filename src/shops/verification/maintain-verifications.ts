import type { Context } from "#lib/context.ts";
import { queueJob } from "#lib/jobs.ts";
import type { Tx } from "#lib/database.ts";
import { addDuration, day, span } from "#lib/time.ts";
import { notify } from "#notifications/notify.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { endingText, endVerification } from "./decide-application.ts";
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
        await remind(tx, locked.ownerId, `verification:${id}:expired`, now, {
          title: "Verifikasi toko Anda berakhir",
          description: "Pembeli tidak melihat tanda terverifikasi lagi. Kirim data Anda untuk diperiksa kembali.",
        });
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
        await remind(tx, locked.ownerId, `verification:${id}:forgotten`, now, {
          title: "Pengajuan verifikasi Anda berakhir",
          description: `Data yang perlu diperbaiki tidak dikirim lagi dalam ${span(returnedDuration)}. Anda bisa mengajukan lagi kapan saja.`,
        });
      });
  }
}

async function remindSellers({ db }: Parts, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const one of await claimEndingSoon(tx, now, addDuration(now, renewalReminderDuration), batch))
      await remind(tx, one.ownerId, `verification:${one.id}:ending`, now, {
        title: "Verifikasi toko Anda segera berakhir",
        description: endingText(one.validUntil ?? now),
      });
    for (const one of await claimReturned(tx, now, addDuration(now, -verificationReminderDuration), batch))
      await remind(tx, one.ownerId, `verification:${one.id}:returned`, now, {
        title: "Data verifikasi menunggu perbaikan",
        description: `Perbaiki yang ditandai, lalu kirim lagi. Kami memeriksanya dalam ${span(verificationDuration)}.`,
      });
    const to = addDuration(now, -verificationReminderDuration);
    const max = maxUnverifiedProducts();
    const limit = max === null ? "" : ` Tanpa verifikasi, toko bisa memuat paling banyak ${max} produk.`;
    // Two days, so that a night without this job does not leave anybody out. A notification is stored once.
    for (const shop of await listShopsWithout(tx, addDuration(to, -2 * day), to, 1000))
      await remind(tx, shop.ownerId, `verification:${shop.id}:begin`, now, {
        title: "Verifikasi toko Anda",
        description: `Pembeli lebih percaya kepada toko yang identitasnya sudah diperiksa.${limit}`,
      });
  });
}

async function remind(
  tx: Tx,
  userId: string,
  dedupeKey: string,
  now: Date,
  text: { title: string; description: string },
): Promise<void> {
  const opens = sellerHrefs.verification();
  await notify(tx, { userId, type: "user", userType: "seller", opens, ...text, dedupeKey, now });
}
