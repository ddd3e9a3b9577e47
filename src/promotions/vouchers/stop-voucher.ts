import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { voucherRefusals } from "./contract.ts";
import { purgeOffers } from "./create-voucher.ts";
import { findOwnVoucher, updateVoucherStopped, type OwnVoucherRow, type VoucherOwner } from "./queries.ts";

/**
 * Stops a voucher of this owner. Purchases that have it already keep it. Refuses another owner's voucher with
 * `request.not_found`, and a stopped one with `vouchers.already_stopped`.
 */
export async function stopVoucher(
  context: Pick<Context, "db" | "pages">,
  owner: VoucherOwner,
  voucherId: string,
  now: Date,
  actor: AuditActor = null,
): Promise<OwnVoucherRow> {
  const voucher = await context.db.transaction(async (tx) => {
    const wasActive = await updateVoucherStopped(tx, owner, voucherId, now);
    const found = await findOwnVoucher(tx, owner, voucherId);
    if (!found) throw new Refusal(requestRefusals.notFound);
    if (!wasActive) throw new Refusal(voucherRefusals.alreadyStopped);
    if (owner === null && actor !== null)
      appendAuditEntry(tx, {
        actor,
        action: "promotions.voucher_stopped",
        subject: { kind: "voucher", id: voucherId },
      });
    return found;
  });
  purgeOffers(context, owner);
  return voucher;
}
