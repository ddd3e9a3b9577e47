/**
 * Design note. Orders and payments must stay for ten years (rules.ts), and their rows lead to the person; so the row in
 * users stays as a nameless party, and everything that says who it was goes. Rows that belong to the person alone are
 * found through the database's own catalogue (`on delete cascade`); rows that other people need too are masked by the
 * slice that owns them, called here one after the other in one transaction: a person is erased whole or not at all. A test
 * looks for the person's name, e-mail, phone and street in every text of every table afterwards.
 * Not chosen: deleting the row in users (orders would lose their party), and keeping a digest of the e-mail to refuse a
 * new account (docs/decisions/0015).
 */
import { anonymiseUser as eraseAccount } from "#accounts/anonymise-user.ts";
import { removeShopProducts } from "#catalog/selling/remove-shop-products.ts";
import { marketName } from "#lib/brand.ts";
import type { Context } from "#lib/context.ts";
import { deleteIdempotencyKeys } from "#lib/idempotency.ts";
import { runEach } from "#lib/run-each.ts";
import { removeAvatar, removePicture } from "#media/change-avatar.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { anonymiseNotifications } from "#notifications/anonymise-notifications.ts";
import { notify } from "#notifications/notify.ts";
import { anonymiseOrders } from "#orders/anonymise-orders.ts";
import { anonymiseReviews } from "#reviews/anonymise-reviews.ts";
import { closeShop } from "#shops/close-shop.ts";
import { findBlockers } from "./find-blockers.ts";
import {
  findDeletion,
  deletePersonalRows,
  postponeDeletion,
  listDueDeletions,
  lockUser,
  markDeletionDone,
} from "./queries.ts";
import { orderRetentionText } from "./rules.ts";

/**
 * Carries out the deletion whose day has come. Something that began meanwhile holds it until it is finished; the person is
 * told once. Says whether the person is gone now.
 */
export async function deleteAccount(
  { db, pages }: Pick<Context, "db" | "pages">,
  userId: string,
  now: Date,
): Promise<boolean> {
  const deleted = await db.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) return undefined;
    const deletion = await findDeletion(tx, userId);
    if (!deletion || deletion.due_at > now) return undefined;
    const { blockers, person } = await findBlockers(tx, userId);
    if (blockers.length > 0) {
      if (await postponeDeletion(tx, userId, now))
        await notify(tx, {
          userId,
          type: "user",
          userType: "buyer",
          title: "Penghapusan akun Anda menunggu",
          description: `${blockers.map(({ text }) => text).join(" ")} Akun dihapus setelah selesai.`,
          dedupeKey: `deletion-held:${deletion.requested_at.getTime()}`,
          now,
        });
      return undefined;
    }
    await removeAvatar(tx, userId);
    // What others were told about these orders quotes reasons and shop names, so it goes before the orders are masked.
    await anonymiseNotifications(tx, { buyerId: userId, shopId: person.shop_id });
    await anonymiseOrders(tx, userId);
    await anonymiseReviews(tx, { authorId: userId, shopId: person.shop_id });
    if (person.shop_id) {
      await removePicture(tx, await closeShop(tx, person.shop_id, now));
      await removeShopProducts(tx, person.shop_id, now);
    }
    await deleteIdempotencyKeys(tx, userId);
    await deletePersonalRows(tx, userId);
    await eraseAccount(tx, userId, now);
    await markDeletionDone(tx, userId, now);
    await queueMail(tx, {
      to: person.email,
      subject: `Akun ${marketName} Anda sudah dihapus`,
      title: "Akun Anda sudah dihapus",
      paragraphs: [
        `Nama, email, telepon, alamat, dan foto Anda sudah dihapus. Catatan pesanan disimpan ${orderRetentionText} tanpa identitas Anda, sesuai PP 80/2019.`,
        "Terima kasih sudah pernah bersama kami.",
      ],
      dedupeKey: `deleted:${userId}`,
    });
    return { shopId: person.shop_id };
  });
  if (deleted) pages.purge(deleted.shopId ? [`shop:${deleted.shopId}`, "catalog", "shops"] : ["catalog"]);
  return deleted !== undefined;
}

/**
 * Carries out every deletion that is due, each once. A deletion that fails or has to wait does not delay the others. `batch`
 * are read at once. Throws the first failure at the end.
 */
export async function deleteDueAccounts(context: Pick<Context, "db" | "pages">, now: Date, batch = 500): Promise<void> {
  const due: string[] = [];
  for (let read = batch; read === batch;) {
    const next = await listDueDeletions(context.db, now, batch, due.at(-1));
    due.push(...next);
    read = next.length;
  }
  await runEach(due, (userId) => deleteAccount(context, userId, now));
}
