import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { bookByBalance, platform, type Account, type Movement } from "../ledger/ledger.ts";
import { splitIncome } from "../settlement/book-settlement.ts";

/**
 * Books what a courier paid the marketplace for an insured parcel: the shop gets its part, which pays off a debt first,
 * and the rest makes up for losses of the marketplace. Once for each claim.
 */
export async function bookClaim(
  tx: Tx,
  claim: { claimId: string; orderId: string; shopId: string; paid: Rupiah; toShop: Rupiah; now: Date },
): Promise<void> {
  const { claimId, orderId, shopId, paid, toShop, now } = claim;
  const balance: Account = { kind: "seller_balance", owner: shopId };
  const debt: Account = { kind: "seller_debt", owner: shopId };
  const own: Movement[] = [
    { kind: "cash", owner: "manual", amount: -paid },
    { kind: "losses", owner: platform, amount: paid - toShop },
  ];
  const isBooked = await bookByBalance(tx, {
    kind: "claim_paid",
    reference: `${claimId} ${orderId}`,
    now,
    accounts: [...own, balance, debt],
    movementsFor: (balanceOf) => [...own, ...splitIncome(toShop, balance, balanceOf(balance), debt, balanceOf(debt))],
  });
  if (!isBooked) throw new Error(`claim ${claimId} was booked before`);
}

/**
 * Books that a shop returns `amount` of what a claim had paid it, so that `toShop` is left to it. What its balance does
 * not hold becomes a debt. Once for each `toShop` of a claim.
 */
export async function bookClaimReturn(
  tx: Tx,
  claim: { claimId: string; orderId: string; shopId: string; amount: Rupiah; toShop: Rupiah; now: Date },
): Promise<void> {
  const { claimId, orderId, shopId, amount, toShop, now } = claim;
  const balance: Account = { kind: "seller_balance", owner: shopId };
  const debt: Account = { kind: "seller_debt", owner: shopId };
  const own: Movement[] = [{ kind: "losses", owner: platform, amount }];
  const isBooked = await bookByBalance(tx, {
    kind: "claim_returned",
    reference: `${claimId} ${orderId} ${toShop}`,
    now,
    accounts: [...own, balance, debt],
    movementsFor: (balanceOf) => [...own, ...splitIncome(-amount, balance, balanceOf(balance), debt, balanceOf(debt))],
  });
  if (!isBooked) throw new Error(`claim ${claimId} returned to ${toShop} before`);
}
