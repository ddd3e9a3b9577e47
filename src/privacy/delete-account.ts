/**
 * Design note. Orders and payments must be stored for ten years (rules.ts), and their rows refer to the user. So the
 * row in users stays without a name, and everything that identifies the user is removed. Rows that belong to the user
 * alone are found through the database's own catalogue (`on delete cascade`). Rows that other users need too are
 * anonymised by the slices that own them. All of them are called here in one transaction, so a user is anonymised
 * completely or not at all. A test then looks for the user's name, e-mail, phone and street in every text of every
 * table.
 *
 * Not chosen: deleting the row in users, because orders would lose their party; and storing a digest of the e-mail to
 * refuse a new account (docs/decisions/0015).
 */
import { anonymiseUser } from "#accounts/anonymise-user.ts";
import { deleteListingReports } from "#catalog/reports/report-listing.ts";
import { removeShopProducts } from "#catalog/selling/remove-shop-products.ts";
import { anonymiseComplaints } from "#complaints/anonymise-complaints.ts";
import { deleteEvidenceOfUser } from "#complaints/evidence/add-evidence.ts";
import type { Context } from "#lib/context.ts";
import { deleteIdempotencyKeys } from "#lib/idempotency.ts";
import { runEach } from "#lib/run-each.ts";
import { removeAvatar, removePicture } from "#media/change-avatar.ts";
import { mailOf } from "#messages/mail-template.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { anonymiseNotifications } from "#notifications/anonymise-notifications.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { anonymiseOrders } from "#orders/anonymise-orders.ts";
import { deleteTransferReports } from "#payments/providers/manual/report-transfer.ts";
import { anonymiseVouchers } from "#promotions/vouchers/anonymise-vouchers.ts";
import { anonymisePayouts } from "#payments/payouts/anonymise-payouts.ts";
import { anonymiseTax } from "#payments/tax/sellers/anonymise-tax.ts";
import { anonymiseReviews } from "#reviews/anonymise-reviews.ts";
import { closeShop } from "#shops/close-shop.ts";
import { deleteVerifications } from "#shops/verification/send-application.ts";
import { findBlockers } from "./find-blockers.ts";
import { deletedMailTemplate } from "./mail-texts.ts";
import { privacyTemplates } from "./notification-texts.ts";
import {
  findDeletion,
  deletePersonalRows,
  postponeDeletion,
  listDueDeletions,
  lockUser,
  markDeletionDone,
} from "./queries.ts";
import { anonymiseRequests } from "./requests/answer-request.ts";
import { orderRetentionText } from "./rules.ts";

/**
 * Carries out a deletion that is due. Obligations that began in the meantime postpone it until they are finished; the
 * user is notified once. Returns whether the account is deleted now.
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
      if (await postponeDeletion(tx, userId, now)) {
        const { title, text } = requireNotification(privacyTemplates.deletionHeld, "buyer", {
          halangan: blockers.map((blocker) => blocker.text).join(" "),
        });
        await notify(tx, {
          userId,
          type: "user",
          userType: "buyer",
          title,
          description: text,
          dedupeKey: `deletion-held:${deletion.requested_at.getTime()}`,
          now,
        });
      }
      return undefined;
    }
    await removeAvatar(tx, userId);
    // Notifications to others quote reasons and shop names of these orders, so they are anonymised before the orders.
    await anonymiseNotifications(tx, { buyerId: userId, shopId: person.shop_id });
    await deleteTransferReports(tx, userId);
    await deleteEvidenceOfUser(tx, userId);
    await deleteListingReports(tx, userId);
    await anonymiseOrders(tx, userId);
    await anonymiseComplaints(tx, userId);
    await anonymisePayouts(tx, userId);
    await anonymiseVouchers(tx, { userId, shopId: person.shop_id, now });
    await anonymiseReviews(tx, { authorId: userId, shopId: person.shop_id });
    if (person.shop_id) {
      await anonymiseTax(tx, person.shop_id);
      await deleteVerifications(tx, person.shop_id);
      await removePicture(tx, await closeShop(tx, person.shop_id, now));
      await removeShopProducts(tx, person.shop_id, now);
    }
    await anonymiseRequests(tx, userId, now);
    await deleteIdempotencyKeys(tx, userId);
    await deletePersonalRows(tx, userId);
    await anonymiseUser(tx, userId, now);
    await markDeletionDone(tx, userId, now);
    const pajak = person.shop_id
      ? "NPWP atau NIK yang Anda nyatakan untuk pajak toko disimpan tersegel selama itu juga, sebagai bukti pajak."
      : "";
    const values = { simpan: orderRetentionText, pajak };
    const mail = mailOf(deletedMailTemplate, values, { to: person.email });
    await queueMail(tx, { ...mail, dedupeKey: `deleted:${userId}` });
    return { shopId: person.shop_id };
  });
  if (deleted) pages.purge(deleted.shopId ? [`shop:${deleted.shopId}`, "catalog", "shops"] : ["catalog"]);
  return deleted !== undefined;
}

/**
 * Carries out every deletion that is due. One that fails or is postponed does not delay the others. Reads `batch` at a
 * time. Throws the first failure at the end.
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
