import { randomBytes } from "node:crypto";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { UsableBankAccount } from "./bank-accounts/find-usable-bank-account.ts";
import { digestNumber, sealNumber } from "./bank-accounts/seal-number.ts";
import { bookRequested } from "./book-payout.ts";
import { payoutRefusals } from "./contract.ts";
import { findPayoutHold, insertPayout, insertPayoutEvent, type PayoutRow, wasPaidBefore } from "./queries.ts";
import { markApproved } from "./sending-queries.ts";
import { neededApprovals } from "./rules.ts";

export type PayoutWanted = {
  /** Whose money it is, and whose bank account. */
  userId: string;
  account: UsableBankAccount;
  /** Taken from the owner, in rupiah. `fee` is a part of it, so `amount - fee` arrives. */
  amount: Rupiah;
  now: Date;
} & (
  | { purpose: "withdrawal"; shopId: string; fee: Rupiah; isLast: boolean; isAutomatic: boolean }
  | { purpose: "refund"; refundId: string }
);

/**
 * Stores a payout with the bank account as it is now, and books a withdrawal out of the balance. Without needed
 * approvals it is approved at once and a job sends it. A refund has at most one payout under way (unique in the
 * database): the caller holds the refund's row. Call it in the transaction that decides on the payout. Refuses with
 * `payouts.held` while payouts are on hold, and `payments.balance_too_low`.
 */
export async function createPayout(
  tx: Tx,
  { secret }: Pick<Context, "secret">,
  wanted: PayoutWanted,
): Promise<PayoutRow> {
  const { userId, account, amount, purpose, now } = wanted;
  if (purpose === "withdrawal" && (await findPayoutHold(tx))) throw new Refusal(payoutRefusals.held);
  const reference = `KWP-${randomBytes(10).toString("hex").toUpperCase()}`;
  const numberDigest = digestNumber(secret, userId, account.bankCode, account.number);
  const isWithdrawal = purpose === "withdrawal";
  const payout = await insertPayout(tx, {
    reference,
    purpose,
    userId,
    shopId: isWithdrawal ? wanted.shopId : null,
    refundId: isWithdrawal ? null : wanted.refundId,
    amount,
    fee: isWithdrawal ? wanted.fee : 0,
    bankAccountId: account.id,
    bankCode: account.bankCode,
    numberSealed: sealNumber(secret, reference, account.number),
    numberDigest,
    last4: account.last4,
    holderName: account.holderName,
    neededApprovals: neededApprovals({
      purpose,
      amount,
      isNewAccount: !(await wasPaidBefore(tx, userId, numberDigest)),
      isLast: isWithdrawal && wanted.isLast,
    }),
    isAutomatic: isWithdrawal && wanted.isAutomatic,
    now,
  });
  await insertPayoutEvent(tx, { payoutId: payout.id, kind: "requested", actorId: userId, now });
  if (isWithdrawal) await bookRequested(tx, payout, now);
  return payout.needed_approvals === 0 ? approve(tx, payout.id, now) : payout;
}

/** Approves a requested payout and queues its sending. Throws when it is not requested any more. */
export async function approve(tx: Tx, payoutId: string, now: Date): Promise<PayoutRow> {
  const approved = await markApproved(tx, payoutId, now);
  if (!approved) throw new Error(`payout ${payoutId} is not requested any more`);
  await insertPayoutEvent(tx, { payoutId, kind: "approved", now });
  await queueJob(tx, "payments.advance_payout", { payoutId });
  return approved;
}
