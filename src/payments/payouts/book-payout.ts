/**
 * The ledger's side of payouts. A withdrawal leaves the balance when it is requested and waits as owed to the shop, so
 * it cannot be spent twice. It either reaches the bank or returns to the balance. Each booking is unique by the payout,
 * so neither happens twice. A refund is owed to its buyer already, so only its payment is booked.
 */
import type { Tx } from "#lib/database.ts";
import { book, bookByBalance, platform, type Account, type Movement } from "../ledger/ledger.ts";
import type { PayoutRow } from "./queries.ts";

type Booked = Pick<PayoutRow, "id" | "purpose" | "user_id" | "shop_id" | "amount" | "fee" | "provider">;

function shopOf({ id, shop_id: shopId }: Booked): string {
  if (shopId === null) throw new Error(`payout ${id} has no shop`);
  return shopId;
}

/** What leaves the marketplace's cash at the provider, and what the fee covers of its costs. */
function outlay({ id, amount, fee, provider }: Booked, direction: 1 | -1): Movement[] {
  if (provider === null) throw new Error(`payout ${id} has no provider`);
  return [
    { kind: "cash", owner: provider, amount: direction * (amount - fee) },
    { kind: "provider_fees", owner: platform, amount: direction * fee },
  ];
}

/** Takes a withdrawal from the shop's balance. Refuses with `payments.balance_too_low`. */
export async function bookRequested(tx: Tx, payout: Booked, now: Date): Promise<void> {
  const owner = shopOf(payout);
  await book(tx, {
    kind: "withdrawal_requested",
    reference: payout.id,
    now,
    movements: [
      { kind: "seller_balance", owner, amount: -payout.amount },
      { kind: "withdrawal_payable", owner, amount: payout.amount },
    ],
  });
}

/** The money has reached the bank account. */
export async function bookPaid(tx: Tx, payout: Booked, now: Date): Promise<void> {
  const owed: Movement =
    payout.purpose === "withdrawal"
      ? { kind: "withdrawal_payable", owner: shopOf(payout), amount: -payout.amount }
      : { kind: "refund_payable", owner: payout.user_id, amount: -payout.amount };
  await book(tx, {
    kind: payout.purpose === "withdrawal" ? "withdrawal_paid" : "refund_paid",
    reference: payout.id,
    now,
    movements: [owed, ...outlay(payout, 1)],
  });
}

/**
 * The provider reports that a withdrawal was paid after it had returned to the balance. It is taken from the balance
 * again; what is missing there becomes a debt, which the shop's next income pays off.
 */
export async function bookPaidLate(tx: Tx, payout: Booked, now: Date): Promise<void> {
  const owner = shopOf(payout);
  const balance: Account = { kind: "seller_balance", owner };
  const debt: Account = { kind: "seller_debt", owner };
  const paid = outlay(payout, 1);
  await bookByBalance(tx, {
    kind: "withdrawal_paid",
    reference: payout.id,
    now,
    accounts: [...paid, balance, debt],
    movementsFor: (balanceOf) => {
      const fromBalance = Math.min(payout.amount, balanceOf(balance));
      return [...paid, { ...balance, amount: -fromBalance }, { ...debt, amount: fromBalance - payout.amount }];
    },
  });
}

/** A withdrawal that was not paid returns to the balance, once. A refund that was not paid is still owed. */
export async function bookUnpaid(tx: Tx, payout: Booked, now: Date): Promise<void> {
  if (payout.purpose === "refund") return;
  const payable: Movement = { kind: "withdrawal_payable", owner: shopOf(payout), amount: -payout.amount };
  await giveBack(tx, payout, payout.id, [payable], now);
}

/** The bank has sent a paid payout back: the cash is here again, and its owner is owed it. */
export async function bookReturned(tx: Tx, payout: Booked, now: Date): Promise<void> {
  if (payout.purpose === "withdrawal")
    return giveBack(tx, payout, returnedReference(payout.id), outlay(payout, -1), now);
  await book(tx, {
    kind: "refund_failed",
    reference: payout.id,
    now,
    movements: [{ kind: "refund_payable", owner: payout.user_id, amount: payout.amount }, ...outlay(payout, -1)],
  });
}

/** A payout can fail, be paid after all, and be returned: the last one is another event than the first. */
const returnedReference = (payoutId: string) => `${payoutId} returned`;

/** Books a withdrawal back to the shop. A debt that the shop has had since is paid off first. */
async function giveBack(
  tx: Tx,
  payout: Booked,
  reference: string,
  taken: readonly Movement[],
  now: Date,
): Promise<void> {
  const owner = shopOf(payout);
  const balance: Account = { kind: "seller_balance", owner };
  const debt: Account = { kind: "seller_debt", owner };
  await bookByBalance(tx, {
    kind: "withdrawal_failed",
    reference,
    now,
    accounts: [...taken, balance, debt],
    movementsFor: (balanceOf) => {
      const toDebt = Math.min(payout.amount, -balanceOf(debt));
      return [...taken, { ...debt, amount: toDebt }, { ...balance, amount: payout.amount - toDebt }];
    },
  });
}
