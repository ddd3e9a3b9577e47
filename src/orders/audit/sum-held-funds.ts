import type { Rupiah } from "#lib/rupiah.ts";
import type { AccountKind } from "#payments/ledger/rules.ts";

/** The sums of the ledger's accounts by kind; a kind without accounts is missing. */
export type Balances = Partial<Record<AccountKind, Rupiah>>;

export type HeldFunds = {
  /** What buyers paid for orders that have not ended. */
  escrow: Rupiah;
  /** All that belongs to others: escrow, balances and withdrawals of sellers, refunds, and withheld tax. */
  held: Rupiah;
  /** What providers and banks hold for the marketplace, by its books. */
  cash: Rupiah;
  isCovered: boolean;
};

/**
 * What the marketplace holds for others, and whether its cash covers that.
 *
 * @rule The page of held funds shows what the first audit of a day read, because current amounts would show what one
 * person has just paid. It does not show the marketplace's own income.
 */
export function sumHeldFunds(balances: Balances): HeldFunds {
  const of = (...kinds: AccountKind[]) => kinds.reduce((sum, kind) => sum + (balances[kind] ?? 0), 0);
  const escrow = of("escrow", "unapplied_payment");
  // Tax that the state owes, after refunds of what was already paid to it, covers nothing that belongs to others.
  const tax = Math.max(0, of("tax_withheld"));
  const held = escrow + of("seller_balance", "withdrawal_payable", "refund_payable") + tax;
  // Cash is negative in the ledger, because it is the other side of what is owed.
  const cash = 0 - of("cash");
  return { escrow, held, cash, isCovered: cash >= held };
}
