import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { bookByBalance, platform, type Account, type Movement } from "../ledger/ledger.ts";
import { insertWithheldTax } from "../tax/withholding/queries.ts";
import { escrowOf, exemptBases, settlementOf, taxedBase, type Settlement, type SettlementOrder } from "./rules.ts";

/**
 * What happens to the order's escrow. `keep`: a part is refunded, and escrow keeps holding the rest. `empty`: the order
 * ends, and everything is paid out. `emptied`: the order ended before, so a refund comes from the shop's balance.
 */
export type EscrowChange = "keep" | "empty" | "emptied";

/** The kind of the event that books a settlement. */
export function settlementEvent(escrow: EscrowChange): "order_settled" | "settlement_changed" {
  return escrow === "empty" ? "order_settled" : "settlement_changed";
}

export type SettledOrder = {
  orderId: string;
  shopId: string;
  buyerId: string;
  escrow: EscrowChange;
  /** The order as it was booked so far. */
  before: SettlementOrder;
  after: SettlementOrder;
  /** Identifies the event: the order when its escrow is emptied, otherwise the refund's cause. */
  reference: string;
  now: Date;
};

// While escrow holds the money, only refunds have been booked.
function refundsOnly({ buyer, promotion }: Settlement): Settlement {
  return { buyer, promotion, seller: 0, commission: 0, serviceFee: 0, tax: 0, courier: 0 };
}

/**
 * Books who gets an order's money, as the difference between two settlements. Once for each reference. Returns what the
 * event owes the buyer, and what the order has earned the shop in all; null when it was booked before.
 * @rule A refund after the payout is taken from the shop's balance. What is missing becomes a debt, which the shop's
 * next income pays off first.
 */
export async function bookSettlement(
  tx: Tx,
  { orderId, shopId, buyerId, escrow, before, after, reference, now }: SettledOrder,
): Promise<{ owed: Rupiah; earned: Rupiah } | null> {
  const old = escrow === "emptied" ? settlementOf(before) : refundsOnly(settlementOf(before));
  const settlement = escrow === "keep" ? refundsOnly(settlementOf(after)) : settlementOf(after);
  const held = escrow === "emptied" ? 0 : escrowOf(before) - old.buyer - old.promotion;
  const left = escrow === "keep" ? escrowOf(after) - settlement.buyer - settlement.promotion : 0;
  const balance: Account = { kind: "seller_balance", owner: shopId };
  const debt: Account = { kind: "seller_debt", owner: shopId };
  const changes: Movement[] = [
    { kind: "escrow", owner: orderId, amount: left - held },
    { kind: "refund_payable", owner: buyerId, amount: settlement.buyer - old.buyer },
    { kind: "commission", owner: platform, amount: settlement.commission - old.commission },
    { kind: "service_fee", owner: platform, amount: settlement.serviceFee - old.serviceFee },
    { kind: "tax_withheld", owner: platform, amount: settlement.tax - old.tax },
    { kind: "courier_cost", owner: platform, amount: settlement.courier - old.courier },
    { kind: "promotion_cost", owner: platform, amount: settlement.promotion - old.promotion },
  ];
  const moved = changes.filter(({ amount }) => amount !== 0);
  const income = settlement.seller - old.seller;
  const booked = await bookByBalance(tx, {
    kind: settlementEvent(escrow),
    reference,
    now,
    accounts: income === 0 ? moved : [...moved, balance, debt],
    movementsFor: (balanceOf) =>
      income === 0 ? moved : [...moved, ...splitIncome(income, balance, balanceOf(balance), debt, balanceOf(debt))],
  });
  if (booked && escrow !== "keep")
    await recordTax(tx, { orderId, shopId, before: escrow === "emptied" ? before : null, after, reference, now });
  return booked ? { owed: settlement.buyer - old.buyer, earned: settlement.seller } : null;
}

/**
 * Records for the monthly files what the settlement withheld or gave back, and from what it withheld nothing for which
 * reason. Nothing for an order of a shop without withholding.
 */
async function recordTax(
  tx: Tx,
  {
    before,
    after,
    ...order
  }: Pick<SettledOrder, "orderId" | "shopId" | "reference" | "now"> & {
    before: SettlementOrder | null;
    after: SettlementOrder;
  },
): Promise<void> {
  const exemptBefore = before && exemptBases(before);
  for (const [exemption, kept] of exemptBases(after)) {
    const base = kept - (exemptBefore?.get(exemption) ?? 0);
    if (base !== 0) await insertWithheldTax(tx, { ...order, base, amount: 0, perMille: 0, exemption });
  }
  const taxed = taxedBase(after);
  if (!taxed) return;
  const base = taxed.base - (before ? (taxedBase(before)?.base ?? 0) : 0);
  const amount = settlementOf(after).tax - (before ? settlementOf(before).tax : 0);
  if (base !== 0 || amount !== 0)
    await insertWithheldTax(tx, { ...order, base, amount, perMille: taxed.perMille, exemption: null });
}

/** Income pays off the debt first; a loss takes the balance first. A debt is a negative balance. */
export function splitIncome(income: Rupiah, balance: Account, held: Rupiah, debt: Account, owed: Rupiah): Movement[] {
  const toDebt = income > 0 ? Math.min(income, -owed) : Math.min(0, income + held);
  return [
    { ...debt, amount: toDebt },
    { ...balance, amount: income - toDebt },
  ];
}
