import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { lockOrder } from "#orders/change-order.ts";
import { findOrderMoney } from "#orders/settlement/settle-dispute.ts";
import { bookClaimReturn } from "#payments/claims/book-claim.ts";
import { claimTemplates } from "../notification-texts.ts";
import { findInsuredOrder, listClaimsToShop, updateClaimToShop } from "./queries.ts";
import { shopLossOf } from "./rules.ts";

/**
 * @rule A shop is not paid twice: when a chargeback is won, the shop returns what claims of the order paid it beyond
 * what it still lost.
 *
 * Takes from the shop what its claims paid above its loss of now, and tells the seller. Safe to repeat. Locks: order →
 * ledger accounts by id.
 */
export async function returnClaims({ db }: Pick<Context, "db">, orderId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId, "anyone");
    const insured = await findInsuredOrder(tx, orderId);
    if (!insured || insured.to_shop === 0) return;
    let excess = insured.to_shop - shopLossOf(await findOrderMoney(tx, orderId), insured.earned);
    for (const claim of await listClaimsToShop(tx, orderId)) {
      const amount = Math.min(excess, claim.to_shop);
      if (amount <= 0) return;
      excess -= amount;
      const toShop = claim.to_shop - amount;
      await updateClaimToShop(tx, claim.id, toShop);
      await bookClaimReturn(tx, { claimId: claim.id, orderId, shopId: order.shop_id, amount, toShop, now });
      appendAuditEntry(tx, {
        actor: null,
        action: "complaints.claim_returned",
        subject: { kind: "complaint", id: claim.complaint_id },
        before: { to_shop: claim.to_shop },
        after: { to_shop: toShop },
      });
      const values = { pesanan: order.invoice, jumlah: formatRupiah(amount) };
      const { title, text } = requireNotification(claimTemplates.returned, "seller", values);
      await notify(tx, {
        userId: order.seller_id,
        userType: "seller",
        type: "complaint",
        transactionId: orderId,
        dedupeKey: `claim ${claim.id} returned ${toShop}`,
        title,
        description: text,
        now,
      });
    }
  });
}
