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
): Promise<OwnVoucherRow> {
  const wasActive = await updateVoucherStopped(context.db, owner, voucherId, now);
  const voucher = await findOwnVoucher(context.db, owner, voucherId);
  if (!voucher) throw new Refusal(requestRefusals.notFound);
  if (!wasActive) throw new Refusal(voucherRefusals.alreadyStopped);
  purgeOffers(context, owner);
  return voucher;
}
