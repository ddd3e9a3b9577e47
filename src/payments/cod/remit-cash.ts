/**
 * Design note. A courier hands over the cash of many orders at once, with a list. A remittance is unique by courier and
 * reference, and each collected order belongs to one remittance at most: its row is locked, and updated only while no
 * other has it. So the same list twice, or two operators at once, book an order once. Only a line with exactly the sum
 * that its order owes is booked; every other line is stored as a difference for the operator to clear with the courier.
 * Locks: collections by order id → ledger accounts by id.
 */
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { book, platform } from "../ledger/ledger.ts";
import { requireFinance, type Operator } from "../statements/decide-line.ts";
import { codRefusals, type RemittanceDifference } from "./contract.ts";
import { insertRemittance, listCodParcels, lockOwed, markRemitted, type CodParcel } from "./queries.ts";
import type { RemittanceLine } from "./read-list.ts";
import type { RemittanceProblem } from "./rules.ts";

export type BookedRemittance = { id: string; matched_count: number; amount: Rupiah; fee: Rupiah; found: number };
type Remittance = { courier: string; reference: string };
type Matched = { orderId: string; amount: Rupiah };

/**
 * Books a courier's list. Refuses with `statements.not_finance`, `cod.reference_used`, and `cod.nothing_owed` when no
 * line matches.
 */
export async function remitList(
  { db }: Pick<Context, "db">,
  operator: Operator,
  list: Remittance & { fileName: string; lines: readonly RemittanceLine[] },
  now: Date,
): Promise<BookedRemittance> {
  requireFinance(operator);
  const { courier, lines, fileName } = list;
  return db.transaction(async (tx) => {
    const found = await listCodParcels(
      tx,
      courier,
      lines.map(({ trackingNumber }) => trackingNumber),
    );
    const owed = await lockOwed(
      tx,
      courier,
      found.map(({ orderId }) => orderId),
    );
    const seen = new Set<string>();
    const matched: (Matched & { fee: Rupiah })[] = [];
    const differences: RemittanceDifference[] = [];
    for (const line of lines) {
      const parcel = found.find((one) => one.trackingNumber === line.trackingNumber);
      const own = owed.find((one) => one.orderId === parcel?.orderId);
      const problem = problemOf(line, parcel, { owed: own?.amount, isRepeated: seen.has(line.trackingNumber) });
      seen.add(line.trackingNumber);
      if (problem === null && own) matched.push({ ...own, fee: line.fee });
      else if (problem !== null)
        differences.push({
          tracking_number: line.trackingNumber,
          problem,
          ours: parcel?.owed ?? null,
          theirs: line.amount,
        });
    }
    const fee = matched.reduce((sum, one) => sum + one.fee, 0);
    return bookRemittance(tx, operator, { ...list, matched, fee, differences, lines: lines.length, fileName }, now);
  });
}

function problemOf(
  { amount }: RemittanceLine,
  parcel: CodParcel | undefined,
  { owed, isRepeated }: { owed: Rupiah | undefined; isRepeated: boolean },
): RemittanceProblem | null {
  if (isRepeated) return "repeated";
  if (!parcel) return "unknown";
  if (parcel.owed === null) return "not_collected";
  if (parcel.isRemitted || owed === undefined) return "already_remitted";
  return amount === owed ? null : "amount";
}

/**
 * Books the cash of chosen orders with one fee for all. Orders that owe this courier's company nothing are refused, so
 * either all are booked or none. Refuses with `statements.not_finance`, `cod.reference_used`, `cod.nothing_owed` and
 * `cod.fee_too_large`.
 */
export async function remitOrders(
  { db }: Pick<Context, "db">,
  operator: Operator,
  chosen: Remittance & { orderIds: readonly string[]; fee: Rupiah },
  now: Date,
): Promise<BookedRemittance> {
  requireFinance(operator);
  const orderIds = [...new Set(chosen.orderIds)];
  return db.transaction(async (tx) => {
    const matched = await lockOwed(tx, chosen.courier, orderIds);
    if (matched.length !== orderIds.length)
      throw new Refusal(codRefusals.nothingOwed, {
        order_ids: ["Sebagian pesanan ini sudah disetor, atau bukan dibawa kurir ini."],
      });
    const rest = { fileName: null, differences: [], lines: matched.length };
    return bookRemittance(tx, operator, { ...chosen, ...rest, matched }, now);
  });
}

async function bookRemittance(
  tx: Tx,
  operator: Operator,
  remittance: Remittance & {
    fileName: string | null;
    lines: number;
    matched: readonly Matched[];
    fee: Rupiah;
    differences: readonly RemittanceDifference[];
  },
  now: Date,
): Promise<BookedRemittance> {
  const { courier, matched, fee, differences } = remittance;
  const amount = matched.reduce((sum, one) => sum + one.amount, 0);
  if (amount === 0) throw new Refusal(codRefusals.nothingOwed, undefined, { differences: differences.slice(0, 20) });
  if (fee > amount) throw new Refusal(codRefusals.feeTooLarge, { fee: [codRefusals.feeTooLarge.message] });
  const id = await insertRemittance(tx, {
    ...remittance,
    matched: matched.length,
    amount,
    operatorId: operator.userId,
    now,
  });
  if (id === undefined)
    throw new Refusal(codRefusals.referenceUsed, { reference: [codRefusals.referenceUsed.message] });
  appendAuditEntry(tx, {
    actor: { ...operator, type: "operator" },
    action: "payments.cod_remitted",
    subject: { kind: "cod_remittance", id: id },
    after: { courier, orders: matched.length, amount, fee, differences: differences.length },
  });
  const orderIds = matched.map(({ orderId }) => orderId);
  if ((await markRemitted(tx, id, orderIds)) !== matched.length) throw new Error("locked collections changed");
  await book(tx, {
    kind: "cod_remitted",
    reference: id,
    now,
    movements: [
      { kind: "cash", owner: "manual", amount: -(amount - fee) },
      { kind: "provider_fees", owner: platform, amount: -fee },
      { kind: "cod_receivable", owner: courier, amount },
    ],
  });
  return { id, matched_count: matched.length, amount, fee, found: differences.length };
}
