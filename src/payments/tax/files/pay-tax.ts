import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { jakartaDay } from "#lib/time.ts";
import { book, platform } from "../../ledger/ledger.ts";
import { monthBounds, monthLabel } from "../../payouts/statement/rules.ts";
import { taxFileRefusals, type TaxMonth } from "./contract.ts";
import { insertTaxPayment, listTaxPayments, listWithheldMonths, lockTaxPayments } from "./queries.ts";
import { amountsDue, latestMonths, offeredVatMonths } from "./rules.ts";

/** PPh 22 by month, the latest first: months with tax, and the last ones without. */
export async function listTaxMonths(db: Queryable, now: Date): Promise<TaxMonth[]> {
  const [withheld, payments] = await Promise.all([listWithheldMonths(db), listTaxPayments(db)]);
  const due = amountsDue(withheld);
  const months = new Set([...latestMonths(now, offeredVatMonths), ...withheld.map(({ month }) => month)]);
  return [...months]
    .toSorted()
    .toReversed()
    .map((month) => {
      const sums = withheld.find((one) => one.month === month);
      const paid = payments.find((one) => one.month === month);
      return {
        month,
        label: monthLabel(month),
        base: sums?.base ?? 0,
        withheld: sums?.withheld ?? 0,
        due: due.get(month) ?? 0,
        is_over: isOver(month, now),
        payment: paid
          ? { amount: paid.amount, reference: paid.reference, paid_on: paid.paidOn, entered_by: paid.enteredBy }
          : null,
      };
    });
}

/**
 * Records that the PPh 22 of a month was paid to the state from the marketplace's bank account. It leaves
 * `tax_withheld` once. `amount` is the sum that the operator saw and must be what is due. Refuses with
 * `tax.month_running`, `tax.already_paid`, `tax.amount_differs`, and `request.invalid` for a day before the month's end
 * or in the future.
 */
export async function payTax(
  { db }: Pick<Context, "db">,
  actor: NonNullable<AuditActor>,
  paid: { month: string; amount: Rupiah; reference: string; paidOn: string },
  now: Date,
): Promise<void> {
  const { month, amount, reference, paidOn } = paid;
  if (!isOver(month, now)) throw new Refusal(taxFileRefusals.monthRunning);
  if (paidOn > jakartaDay(now))
    throw new Refusal(requestRefusals.invalid, { paid_on: ["Pilih hari ini atau sebelumnya."] });
  if (paidOn.slice(0, 7) <= month)
    throw new Refusal(requestRefusals.invalid, { paid_on: ["Pilih hari sesudah bulan itu berakhir."] });
  await db.transaction(async (tx) => {
    await lockTaxPayments(tx);
    const payments = await listTaxPayments(tx);
    if (payments.some((one) => one.month === month)) throw new Refusal(taxFileRefusals.alreadyPaid);
    if (amountsDue(await listWithheldMonths(tx)).get(month) !== amount)
      throw new Refusal(taxFileRefusals.amountDiffers);
    if (!(await insertTaxPayment(tx, { month, amount, reference, paidOn, enteredBy: actor.userId, now })))
      throw new Refusal(taxFileRefusals.alreadyPaid, { reference: ["Nomor ini sudah dicatat untuk bulan lain."] });
    appendAuditEntry(tx, {
      actor,
      action: "payments.tax_paid",
      subject: { kind: "tax_month", id: month },
      after: { amount, paid_on: paidOn },
    });
    await book(tx, {
      kind: "tax_paid",
      reference: month,
      now,
      movements: [
        { kind: "tax_withheld", owner: platform, amount: -amount },
        { kind: "cash", owner: "manual", amount },
      ],
    });
  });
}

function isOver(month: string, now: Date): boolean {
  return monthBounds(month).to <= now;
}
