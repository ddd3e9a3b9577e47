import { randomInt } from "node:crypto";
import type { Tx } from "#lib/database.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { addDuration, formatDate } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { cashbackTemplates } from "./notification-texts.ts";
import { insertVoucher } from "./queries.ts";
import { cashbackTtl, stackingGroupOf, voucherAmountLimits } from "./rules.ts";
import { lockOpenCashbacks, updateCashbackIssued, updateIssuedCashbacks } from "./use-queries.ts";

/**
 * @rule A cashback counts only the goods that the buyer keeps. It becomes a voucher, which the shop or the platform
 * that offered it bears. A cashback below Rp100 is not issued.
 *
 * Gives the buyer of a completed order the vouchers of its cashbacks, once. Must be called in the transaction that
 * completes the order.
 */
export async function issueCashback(tx: Tx, orderId: string, now: Date): Promise<void> {
  for (const cashback of await lockOpenCashbacks(tx, orderId)) {
    const { goods, refunded } = cashback;
    const amount = goods === 0 ? 0 : Number((BigInt(cashback.amount) * BigInt(goods - refunded)) / BigInt(goods));
    if (amount < voucherAmountLimits.min) continue;
    const endsAt = addDuration(now, cashbackTtl);
    const voucherId = await insertVoucher(tx, {
      owner: cashback.shopId,
      buyerId: cashback.buyerId,
      code: randomCode(),
      kind: "fixed",
      perMille: null,
      maxAmount: amount,
      minGoods: 0,
      categoryId: null,
      quota: 1,
      perBuyer: 1,
      startsAt: now,
      endsAt,
      stackingGroup: stackingGroupOf({ ofShop: cashback.shopId !== null, kind: "fixed", isAlone: false }),
      isListed: false,
      createdBy: null,
      now,
    });
    await updateCashbackIssued(tx, { useId: cashback.useId, orderId, voucherId });
    const { title, text } = requireNotification(cashbackTemplates.issued, "buyer", {
      jumlah: formatRupiah(amount),
      di_toko: cashback.shopName === null ? "" : `di ${cashback.shopName}`,
      akhir: formatDate(endsAt),
    });
    await notify(tx, {
      userId: cashback.buyerId,
      type: "order",
      userType: "buyer",
      transactionId: orderId,
      title,
      description: text,
      dedupeKey: `cashback:${cashback.useId}:${orderId}`,
      now,
    });
  }
}

/**
 * @rule A refund after completion lowers the voucher of a cashback in proportion to the goods that the buyer still
 * keeps. Below Rp100, or while a purchase holds it, the voucher ends. What was used already is not taken back.
 *
 * Changes the vouchers of an order whose refunds have changed after it was completed. Safe to repeat.
 */
export async function adjustCashback(tx: Tx, orderId: string, now: Date): Promise<void> {
  for (const { id, buyerId, before, amount } of await updateIssuedCashbacks(tx, orderId, {
    min: voucherAmountLimits.min,
    now,
  })) {
    const semula = formatRupiah(before);
    const { title, text } =
      amount === 0
        ? requireNotification(cashbackTemplates.ended, "buyer", { semula })
        : requireNotification(cashbackTemplates.changed, "buyer", { semula, jumlah: formatRupiah(amount) });
    await notify(tx, {
      userId: buyerId,
      type: "order",
      userType: "buyer",
      transactionId: orderId,
      title,
      description: text,
      dedupeKey: `cashback:${id}:${before}:${amount}`,
      now,
    });
  }
}

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A code of 16 random characters, which nobody guesses. */
function randomCode(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join("");
}
