import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { updateProductCounts } from "#shops/update-shop-counts.ts";
import { productApprovedTemplate } from "../notification-texts.ts";
import { screeningRefusals } from "./contract.ts";
import { closeHoldOf, lockHeldProduct, releaseHeldProduct } from "./queries.ts";

/**
 * Puts a held product on sale and notifies its seller. Its reasons do not hold it again. Refuses with
 * `screening.decided` when it is not held any more.
 */
export async function approveHold(
  { db, pages }: Pick<Context, "db" | "pages">,
  by: NonNullable<AuditActor>,
  holdId: string,
  now: Date,
): Promise<void> {
  const product = await db.transaction(async (tx) => {
    const found = await lockHeldProduct(tx, holdId);
    if (!found) throw new Refusal(screeningRefusals.decided);
    await releaseHeldProduct(tx, found.product_id, now);
    await closeHoldOf(tx, found.product_id, { outcome: "approved", by: by.userId, now });
    await updateProductCounts(tx, [found.shop_id]);
    appendAuditEntry(tx, {
      actor: by,
      action: "catalog.product_approved",
      subject: { kind: "product", id: found.product_id },
      after: { hold: holdId },
    });
    const { title, text } = requireNotification(productApprovedTemplate, "seller", { barang: found.name });
    await notify(tx, {
      userId: found.owner_id,
      type: "user",
      userType: "seller",
      opens: sellerHrefs.sellerProducts(),
      title,
      description: text,
      dedupeKey: `hold:${holdId}:approved`,
      now,
    });
    return found;
  });
  pages.purge([`product:${product.product_id}`, `shop:${product.shop_id}`, "catalog", "shops"]);
}
