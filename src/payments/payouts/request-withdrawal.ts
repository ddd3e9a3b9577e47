import { confirmPresence } from "#accounts/pin/confirm-presence.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable, Tx } from "#lib/database.ts";
import { findRepeated, runOnce } from "#lib/idempotency.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { addDuration } from "#lib/time.ts";
import { paymentRefusals } from "../contract.ts";
import { findUsableBankAccount, type UsableBankAccount } from "./bank-accounts/find-usable-bank-account.ts";
import { lockOwner } from "./bank-accounts/queries.ts";
import { digestNumber } from "./bank-accounts/seal-number.ts";
import { bookUnpaid } from "./book-payout.ts";
import { payoutRefusals, type WithdrawalAnswer, type WithdrawalPreview } from "./contract.ts";
import { createPayout } from "./create-payout.ts";
import {
  findEqualWithdrawal,
  findOpenWithdrawals,
  findPayoutOfShop,
  findShopFunds,
  insertPayoutEvent,
  wasPaidBefore,
} from "./queries.ts";
import { markCancelled } from "./sending-queries.ts";
import {
  equalWithdrawalDuration,
  feeOf,
  isLastWithdrawal,
  maxOpenWithdrawals,
  minWithdrawal,
  neededApprovals,
} from "./rules.ts";
import { withdrawalJson } from "./withdrawal-json.ts";

type Owner = { userId: string; shopId: string };

/** What the rules say about a withdrawal of this amount now. Refuses like {@link requestWithdrawal}. */
async function checkAmount(
  db: Queryable,
  { shopId }: Owner,
  amount: Rupiah,
): Promise<{ fee: Rupiah; isLast: boolean }> {
  const funds = await findShopFunds(db, shopId);
  if (!funds) throw new Refusal(sessionRefusals.forbidden);
  if (funds.is_held) throw new Refusal(payoutRefusals.shopHeld);
  if (funds.debt > 0) throw new Refusal(payoutRefusals.inDebt);
  if (amount > funds.balance) throw new Refusal(paymentRefusals.balanceTooLow);
  const isLast = isLastWithdrawal(amount, { balance: funds.balance, isOnVacation: funds.is_on_vacation });
  if (amount < minWithdrawal() && !isLast) throw new Refusal(payoutRefusals.tooSmall);
  return { fee: feeOf(amount, isLast), isLast };
}

/**
 * Withdraws part of a shop's balance to a bank account of its owner, once for each idempotency key: a repeated request
 * gets the stored response, without asking for the PIN again. The amount leaves the balance at once; the ledger refuses
 * more than the balance, also when requests come at the same moment. Refuses with those of confirmPresence,
 * `payments.balance_too_low`, `payouts.too_small`, `payouts.too_many_open`, `payouts.in_debt`, `payouts.held`,
 * `payouts.shop_held`, `payouts.bank_account_waiting`, and `request.not_found` for an account that is not the owner's.
 */
export async function requestWithdrawal(
  context: Context,
  owner: Owner,
  wanted: { amount: Rupiah; bankAccountId: string; pin?: string | undefined; code?: string | undefined },
  idempotencyKey: string,
  now: Date,
): Promise<WithdrawalAnswer> {
  const { amount, bankAccountId } = wanted;
  // Without the PIN: its six digits could be found from a digest of the body.
  const request = {
    userId: owner.userId,
    route: "POST /v1/seller/withdrawals",
    key: idempotencyKey,
    body: { amount, bankAccountId },
    now,
  };
  const repeated = await findRepeated<WithdrawalAnswer>(context.db, request);
  if (repeated) return repeated;
  await confirmPresence(context, owner.userId, wanted, now);
  const { response } = await runOnce(context.db, request, async (tx) => {
    if (!(await lockOwner(tx, owner.userId))) throw new Refusal(sessionRefusals.required);
    const account = await findUsableBankAccount(tx, context, { userId: owner.userId, accountId: bankAccountId, now });
    return withdrawalJson(await withdraw(tx, context, owner, { amount, account, isAutomatic: false, now }));
  });
  return response;
}

/** The part of a withdrawal that is the same for a seller's request and an automatic one. The owner's row is locked. */
export async function withdraw(
  tx: Tx,
  context: Pick<Context, "secret">,
  owner: Owner,
  wanted: { amount: Rupiah; account: UsableBankAccount; isAutomatic: boolean; now: Date },
) {
  if ((await findOpenWithdrawals(tx, owner.shopId)).count >= maxOpenWithdrawals)
    throw new Refusal(payoutRefusals.tooManyOpen);
  const { fee, isLast } = await checkAmount(tx, owner, wanted.amount);
  return createPayout(tx, context, { purpose: "withdrawal", ...owner, ...wanted, fee, isLast });
}

/**
 * What a withdrawal would cost, how many operators would approve it, and whether it would be the second equal one.
 * Refuses like {@link requestWithdrawal}.
 */
export async function previewWithdrawal(
  context: Pick<Context, "db" | "secret">,
  owner: Owner,
  { amount, bankAccountId }: { amount: Rupiah; bankAccountId: string },
  now: Date,
): Promise<WithdrawalPreview> {
  const { db, secret } = context;
  const account = await findUsableBankAccount(db, context, { userId: owner.userId, accountId: bankAccountId, now });
  const { fee, isLast } = await checkAmount(db, owner, amount);
  const numberDigest = digestNumber(secret, owner.userId, account.bankCode, account.number);
  const isNewAccount = !(await wasPaidBefore(db, owner.userId, numberDigest));
  const approvals = neededApprovals({ purpose: "withdrawal", amount, isNewAccount, isLast });
  const since = addDuration(now, -equalWithdrawalDuration);
  const equal = await findEqualWithdrawal(db, owner.shopId, { amount, bankAccountId, since });
  return {
    amount,
    fee,
    received: amount - fee,
    approvals,
    equal: equal ? { id: equal.id, requested_at: equal.requested_at.toISOString() } : null,
  };
}

/**
 * The seller cancels a withdrawal that no operator has approved yet; it returns to the balance. Refuses with
 * `payouts.not_found` and `payouts.not_cancellable`.
 */
export async function cancelWithdrawal(
  { db }: Pick<Context, "db">,
  { userId, shopId }: Owner,
  payoutId: string,
  now: Date,
): Promise<WithdrawalAnswer> {
  return db.transaction(async (tx) => {
    if (!(await findPayoutOfShop(tx, shopId, payoutId))) throw new Refusal(payoutRefusals.notFound);
    const cancelled = await markCancelled(tx, payoutId, now, "requested");
    if (!cancelled) throw new Refusal(payoutRefusals.notCancellable);
    await insertPayoutEvent(tx, { payoutId, kind: "cancelled", actorId: userId, now });
    await bookUnpaid(tx, cancelled, now);
    return withdrawalJson(cancelled);
  });
}
