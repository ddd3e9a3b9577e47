/**
 * Design note. Double entry: each business event is one ledger transaction, unique by (kind, reference), so it is never
 * booked twice, even by two processes at once. Its entries sum to 0. The balance of each account is updated in the same
 * statement and cannot go below 0 (CHECK), except where the marketplace is owed money or has spent it: cash that
 * providers hold, promotions, debts of sellers, provider fees. Accounts are locked by ascending id, so that two events
 * never deadlock. The tables are append-only.
 * Not chosen: balances computed from entries at each read (slow for an old seller), and a queue that books later (a
 * payout could happen before it).
 */
import type { Queryable, Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { paymentRefusals } from "../contract.ts";
import {
  findPaymentOfCheckout,
  findSellerBalance,
  insertLedgerEntries,
  insertLedgerTransaction,
  insertRefund,
  lockLedgerAccounts,
} from "../queries.ts";

/** The business events that move money. `order_released` and `order_refunded` exist only in old entries. */
export type LedgerKind =
  | "payment_received"
  | "late_payment_received"
  | "payment_returned"
  | "order_released"
  | "order_refunded"
  | "order_settled"
  | "settlement_changed"
  | "refund_paid"
  | "refund_failed"
  | "withdrawal_requested"
  | "withdrawal_paid"
  | "withdrawal_failed"
  | "chargeback"
  | "provider_settled";
/** Accounts, and whose they are: README.md explains each. */
export type AccountKind =
  | "cash"
  | "escrow"
  | "seller_balance"
  | "seller_debt"
  | "commission"
  | "service_fee"
  | "promotion_cost"
  | "refund_payable"
  | "unapplied_payment"
  | "withdrawal_payable"
  | "tax_withheld"
  | "provider_fees";
/**
 * A positive amount means that the account's owner is owed more. Cash has the opposite sign: received money is
 * negative.
 */
export type Movement = { kind: AccountKind; owner: string; amount: Rupiah };

/**
 * Books one event. Returns false when (kind, reference) was booked before; nothing happens then. Movements of 0 are
 * left out. Throws when the movements do not sum to 0 (a bug), and `payments.balance_too_low` when an account would go
 * below 0. Must be called in the transaction of the event itself.
 */
export async function book(
  tx: Tx,
  event: { kind: LedgerKind; reference: string; now: Date; movements: readonly Movement[] },
): Promise<boolean> {
  const movements = event.movements.filter((movement) => movement.amount !== 0);
  const sum = movements.reduce((all, movement) => all + BigInt(movement.amount), 0n);
  if (sum !== 0n) throw new Error(`ledger event ${event.kind} ${event.reference} does not balance: ${sum}`);
  const transactionId = await insertLedgerTransaction(tx, event);
  if (!transactionId) return false;
  const accounts = await lockLedgerAccounts(tx, movements);
  try {
    await insertLedgerEntries(tx, transactionId, accounts);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "ledger_accounts_check")
      throw new Refusal(paymentRefusals.balanceTooLow);
    throw error;
  }
  return true;
}

export type ReleasedOrder = {
  orderId: string;
  shopId: string;
  goodsTotal: Rupiah;
  shippingCost: Rupiah;
  serviceFeeShare: Rupiah;
  commission: Rupiah;
  now: Date;
};

/**
 * Pays out a completed order's escrow: goods and shipping minus commission to the seller, fees to the marketplace.
 * Books it once.
 */
export async function releaseOrder(tx: Tx, order: ReleasedOrder): Promise<void> {
  const total = order.goodsTotal + order.shippingCost + order.serviceFeeShare;
  await book(tx, {
    kind: "order_released",
    reference: order.orderId,
    now: order.now,
    movements: [
      { kind: "escrow", owner: order.orderId, amount: -total },
      { kind: "seller_balance", owner: order.shopId, amount: order.goodsTotal + order.shippingCost - order.commission },
      { kind: "commission", owner: "platform", amount: order.commission },
      { kind: "service_fee", owner: "platform", amount: order.serviceFeeShare },
    ],
  });
}

/** Turns the whole escrow of a paid order into a refund to the buyer and queues the refund. Safe to repeat. */
export async function refundOrder(
  tx: Tx,
  order: {
    orderId: string;
    checkoutId: string;
    amount: Rupiah;
    now: Date;
    reason: "order_cancelled" | "order_refunded";
  },
): Promise<void> {
  const payment = await findPaymentOfCheckout(tx, order.checkoutId);
  if (!payment) throw new Error(`checkout ${order.checkoutId} has no payment`);
  const booked = await book(tx, {
    kind: "order_refunded",
    reference: order.orderId,
    now: order.now,
    movements: [
      { kind: "escrow", owner: order.orderId, amount: -order.amount },
      { kind: "refund_payable", owner: payment.buyer_id, amount: order.amount },
    ],
  });
  if (!booked) return;
  const refundId = await insertRefund(tx, {
    paymentId: payment.id,
    orderId: order.orderId,
    reason: order.reason,
    amount: order.amount,
    now: order.now,
  });
  await queueJob(tx, "payments.refund", { refundId });
}

/** The amount that a shop may withdraw, in rupiah. */
export function sellerBalance(db: Queryable, shopId: string): Promise<Rupiah> {
  return findSellerBalance(db, shopId);
}
