import type { Queryable } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { payoutRefusals } from "../contract.ts";
import { findBalancesOfMonth, findShopName, listEntriesBetween } from "./queries.ts";
import { balanceEntryLabel, maxStatementEntries, monthBounds, monthLabel } from "./rules.ts";

/** A line of a statement. `amount` changes the balance to `balance`; both are negative for a debt. */
export type StatementEntry = {
  at: Date;
  label: string;
  /** The invoice of an order or the number of a withdrawal; empty when there is neither. */
  number: string;
  /** What came or went before commission, withheld tax and the fee of a withdrawal. */
  gross: Rupiah;
  commission: Rupiah;
  tax: Rupiah;
  withdrawalFee: Rupiah;
  amount: Rupiah;
  balance: Rupiah;
};

export type Statement = {
  /** `2026-11`. */
  month: string;
  /** `November 2026`. */
  label: string;
  shopName: string;
  opening: Rupiah;
  entries: StatementEntry[];
  closing: Rupiah;
};

/**
 * A shop's statement of one month (Jakarta), for every form in which it is given out: `opening` plus all amounts is
 * `closing`, which is the next month's `opening`. Of more than `maxStatementEntries` entries it has the first ones,
 * whose sum is not `closing`. A commission or tax that was given back, because its order was refunded, is negative.
 * Refuses with `payouts.not_found` for a missing shop.
 */
export async function readStatement(db: Queryable, shopId: string, month: string): Promise<Statement> {
  const shopName = await findShopName(db, shopId);
  if (shopName === undefined) throw new Refusal(payoutRefusals.notFound);
  const { from, to } = monthBounds(month);
  const { opening, closing } = await findBalancesOfMonth(db, shopId, month);
  const rows = await listEntriesBetween(db, shopId, { from, to, limit: maxStatementEntries });
  let balance = opening;
  const entries = rows.map((row) => {
    balance += row.amount;
    const withdrawalFee = row.kind === "withdrawal_requested" ? (row.payout_fee ?? 0) : 0;
    return {
      at: row.at,
      label: balanceEntryLabel(row.kind),
      number: row.invoice ?? row.payout ?? "",
      gross: row.amount + row.commission + row.tax + withdrawalFee,
      commission: row.commission,
      tax: row.tax,
      withdrawalFee,
      amount: row.amount,
      balance,
    };
  });
  // Beyond the limit the last entries are missing. Below it `balance` is right even if something was booked in between.
  const isWhole = rows.length < maxStatementEntries;
  return { month, label: monthLabel(month), shopName, opening, entries, closing: isWhole ? balance : closing };
}
