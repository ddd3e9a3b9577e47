import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { hashPassword } from "../../src/accounts/password/hash-password.ts";
import { pepperedPin } from "../../src/accounts/pin/hash-pin.ts";
import { book } from "../../src/payments/ledger/ledger.ts";
import { payoutInvariants } from "../../src/payments/payouts/invariants.ts";
import { makeBankAccount, makeShop } from "./rows.ts";

/** The PIN of every seller that {@link makeRichShop} makes. */
export const testPin = "482913";

export type RichShop = { shopId: string; ownerId: string; accountId: string };

let sales = 0;

/**
 * A shop with this balance in rupiah, whose owner has a PIN and a usable bank account. The balance comes from an
 * order's escrow that no order has, so tests that run the invariants of orders earn it by real orders instead.
 */
export async function makeRichShop(
  context: Context,
  { balance = 0, isKnownAccount = true, number }: { balance?: number; isKnownAccount?: boolean; number?: string } = {},
): Promise<RichShop> {
  const { shopId, ownerId } = await makeShop(context);
  const accountId = await makeBankAccount(context, ownerId, number);
  const pinHash = await hashPassword(pepperedPin(context.secret, ownerId, testPin));
  await context.db.run(sql`insert into pins (user_id, pin_hash, set_at) values (${ownerId}, ${pinHash}, now())`);
  if (balance > 0) await addBalance(context, shopId, balance);
  if (isKnownAccount) await markAccountKnown(context, { shopId, ownerId, accountId });
  return { shopId, ownerId, accountId };
}

/** Adds to a shop's balance, as a sale would. */
export async function addBalance(context: Context, shopId: string, amount: number): Promise<void> {
  sales += 1;
  await context.db.transaction((tx) =>
    book(tx, {
      kind: "order_released",
      reference: `uji ${process.pid} ${sales} ${shopId}`,
      now: context.clock.now(),
      movements: [
        { kind: "cash", owner: "simulator", amount: -amount },
        { kind: "seller_balance", owner: shopId, amount },
      ],
    }),
  );
}

/**
 * Makes a bank account one that a payout has reached before, so that withdrawals to it need no approval: a withdrawal
 * of one rupiah was paid a month ago.
 */
export async function markAccountKnown(context: Context, { shopId, ownerId, accountId }: RichShop): Promise<void> {
  await addBalance(context, shopId, 1);
  await context.db.transaction(async (tx) => {
    const payout = await tx.row<{ id: string }>(sql`
      insert into payouts (reference, purpose, user_id, shop_id, amount, fee, bank_account_id, bank_code, number_digest, last4, status,
        needed_approvals, provider, requested_at, approved_at, sent_at, paid_at)
      select 'KWP-' || upper(substr(replace(a.id::text, '-', ''), 13)), 'withdrawal', ${ownerId}, ${shopId}, 1, 0, a.id, a.bank_code, a.number_digest, a.last4,
        'paid', 0, 'simulator', now() - interval '30 days', now() - interval '30 days', now() - interval '30 days', now() - interval '30 days'
      from bank_accounts a where a.id = ${accountId} returning id`);
    const event = { reference: payout?.id ?? "", now: context.clock.now() };
    await book(tx, {
      ...event,
      kind: "withdrawal_requested",
      movements: [
        { kind: "seller_balance", owner: shopId, amount: -1 },
        { kind: "withdrawal_payable", owner: shopId, amount: 1 },
      ],
    });
    await book(tx, {
      ...event,
      kind: "withdrawal_paid",
      movements: [
        { kind: "withdrawal_payable", owner: shopId, amount: -1 },
        { kind: "cash", owner: "simulator", amount: 1 },
      ],
    });
  });
}

/** A cancelled withdrawal of one rupiah, which moved no money. Returns its id. */
export async function makeCancelledPayout(context: Context, { shopId, ownerId, accountId }: RichShop): Promise<string> {
  return context.db.transaction(async (tx) => {
    const payout = await tx.row<{ id: string }>(sql`
      insert into payouts (reference, purpose, user_id, shop_id, amount, fee, bank_account_id, bank_code, number_digest, last4, holder_name, status,
        needed_approvals, requested_at, closed_at)
      select 'KWP-' || upper(substr(replace(a.id::text, '-', ''), 13)), 'withdrawal', ${ownerId}, ${shopId}, 1, 0, a.id, a.bank_code, a.number_digest, a.last4,
        a.holder_name, 'cancelled', 0, now(), now()
      from bank_accounts a where a.id = ${accountId} returning id`);
    if (!payout) throw new Error("no payout");
    for (const kind of ["withdrawal_requested", "withdrawal_failed"] as const)
      await book(tx, { kind, reference: payout.id, now: context.clock.now(), movements: [] });
    return payout.id;
  });
}

/** What of the ledger and of payouts is not as it must be, as `name: what`. */
export async function brokenMoney({ db }: Pick<Context, "db">): Promise<string[]> {
  const ledger = {
    "all ledger balances sum to zero": sql`select 'ledger' as what from ledger_accounts having sum(balance) <> 0`,
    "each ledger balance is the sum of its entries": sql`
      select a.id::text as what from ledger_accounts a
      where a.balance <> (select coalesce(sum(amount), 0) from ledger_entries e where e.account_id = a.id)`,
  };
  const breaches: string[] = [];
  for (const [name, query] of Object.entries({ ...payoutInvariants, ...ledger }))
    for (const { what } of await db.rows<{ what: string }>(query)) breaches.push(`${name}: ${what}`);
  return breaches;
}

/** Balance and payable of a shop, in rupiah. */
export async function fundsOf(context: Context, shopId: string): Promise<{ balance: number; payable: number }> {
  const rows = await context.db.rows<{ kind: string; balance: number }>(
    sql`select kind, balance from ledger_accounts where owner = ${shopId} and kind in ('seller_balance', 'withdrawal_payable')`,
  );
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0;
  return { balance: of("seller_balance"), payable: of("withdrawal_payable") };
}
