/**
 * Design note. Double entry: each business event is one ledger transaction, unique by (kind, reference), so it is never
 * booked twice, even by two processes at once. Its entries sum to 0. The balance of each account is updated in the same
 * statement and cannot go below 0 (CHECK), except where the marketplace is owed money or has spent it: cash that
 * providers hold, cash that couriers collected, losses, corrections, promotions, debts of sellers, provider fees, tax
 * of refunded orders that the state has already.
 * Accounts are locked by ascending id, so that two events never deadlock. The tables are append-only.
 * Not chosen: balances computed from entries at each read (slow for an old seller), and a queue that books later (a
 * payout could happen before it).
 */
import type { Queryable, Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { paymentRefusals } from "../contract.ts";
import type { AccountKind, LedgerKind } from "./rules.ts";
import {
  findBalance,
  hasLedgerTransaction,
  insertLedgerEntries,
  insertLedgerTransaction,
  lockLedgerAccounts,
} from "./queries.ts";

export type Account = { kind: AccountKind; owner: string };
/**
 * A positive amount means that the account's owner is owed more. Cash has the opposite sign: received money is
 * negative.
 */
export type Movement = Account & { amount: Rupiah };

/** The owner of the marketplace's own accounts. */
export const platform = "platform";

/**
 * Books one event. Returns false when (kind, reference) was booked before; nothing happens then. Movements of 0 are
 * left out, and those of one account are added up. Throws when the movements do not sum to 0 (a bug). Refuses with
 * `payments.balance_too_low` when an account would go below 0. Must be called in the transaction of the event itself.
 */
export async function book(
  tx: Tx,
  event: { kind: LedgerKind; reference: string; now: Date; movements: readonly Movement[] },
): Promise<boolean> {
  return bookByBalance(tx, { ...event, accounts: event.movements, movementsFor: () => event.movements });
}

/**
 * Books one event like `book`, with movements that depend on balances: `accounts` are locked first, and `movementsFor`
 * gets the balance of each.
 */
export async function bookByBalance(
  tx: Tx,
  event: {
    kind: LedgerKind;
    reference: string;
    now: Date;
    accounts: readonly Account[];
    movementsFor: (balanceOf: (account: Account) => Rupiah) => readonly Movement[];
  },
): Promise<boolean> {
  const transactionId = await insertLedgerTransaction(tx, event);
  if (transactionId === undefined) return false;
  const locked = await lockLedgerAccounts(tx, event.accounts);
  const find = ({ kind, owner }: Account) => locked.find((one) => one.kind === kind && one.owner === owner);
  const movements = event.movementsFor((account) => find(account)?.balance ?? 0);
  const sum = movements.reduce((all, movement) => all + BigInt(movement.amount), 0n);
  if (sum !== 0n) throw new Error(`ledger event ${event.kind} ${event.reference} does not balance: ${sum}`);
  const amounts = new Map<string, Rupiah>();
  for (const movement of movements) {
    const account = find(movement);
    if (!account) throw new Error(`ledger event ${event.kind} moves an account that it has not locked`);
    amounts.set(account.id, (amounts.get(account.id) ?? 0) + movement.amount);
  }
  const entries = [...amounts].filter(([, amount]) => amount !== 0).map(([id, amount]) => ({ id, amount }));
  try {
    if (entries.length > 0) await insertLedgerEntries(tx, transactionId, entries);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "ledger_accounts_check")
      throw new Refusal(paymentRefusals.balanceTooLow);
    throw error;
  }
  return true;
}

/** Whether this event was booked. */
export function wasBooked(db: Queryable, event: { kind: LedgerKind; reference: string }): Promise<boolean> {
  return hasLedgerTransaction(db, event);
}

/** The amount that a shop may withdraw, in rupiah. */
export function sellerBalance(db: Queryable, shopId: string): Promise<Rupiah> {
  return findBalance(db, "seller_balance", shopId);
}

/** What a shop owes because a refund exceeded its balance, in rupiah. */
export async function sellerDebt(db: Queryable, shopId: string): Promise<Rupiah> {
  return Math.abs(await findBalance(db, "seller_debt", shopId));
}
