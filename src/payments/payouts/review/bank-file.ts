import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { neutraliseFormula, writeCsv, type CsvCell } from "#lib/csv.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { compactDay } from "#lib/time.ts";
import { bankName } from "../bank-accounts/rules.ts";
import { unsealNumber } from "../bank-accounts/seal-number.ts";
import { payoutRefusals } from "../contract.ts";
import { findPayoutHold, insertPayoutEvent } from "../queries.ts";
import { reviewRefusals } from "./contract.ts";
import { requireFinance } from "./decide-payout.ts";
import { insertBatch, listBatchPayouts, listLayouts } from "./queries.ts";
import { fillIn, maxBatchSize, neutralLayout, type FileLayout, type Placeholder } from "./rules.ts";

export type FileRow = {
  reference: string;
  bankCode: string;
  number: string;
  holderName: string;
  amount: Rupiah;
  note: string;
};

/**
 * Puts the approved manual payouts into a new batch and marks them as sent, so that no other file contains them.
 * Refuses with `payouts.not_finance`, `payouts.held` and `payouts.nothing_to_export`.
 */
export async function createBatch(
  { db }: Pick<Context, "db">,
  operator: { userId: string; operatorRole: string | null },
  now: Date,
): Promise<{ id: string; payouts: number }> {
  requireFinance(operator);
  return db.transaction(async (tx) => {
    if (await findPayoutHold(tx)) throw new Refusal(payoutRefusals.held);
    const batch = await insertBatch(tx, operator.userId, maxBatchSize, now);
    if (!batch) throw new Refusal(reviewRefusals.nothingToExport);
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.payout_batch_made",
      subject: { kind: "payout_batch", id: batch.id },
      after: { payouts: batch.payoutIds.length },
    });
    for (const payoutId of batch.payoutIds)
      await insertPayoutEvent(tx, { payoutId, kind: "sent", actorId: operator.userId, note: "manual", now });
    return { id: batch.id, payouts: batch.payoutIds.length };
  });
}

/**
 * The file of a batch as CSV. It contains whole account numbers, so each download is logged. Refuses with
 * `payouts.not_finance`, and `payouts.not_found` for a missing batch or layout.
 */
export async function batchFile(
  { db, secret, log }: Pick<Context, "db" | "secret" | "log">,
  operator: { userId: string; operatorRole: string | null },
  { batchId, layoutId }: { batchId: string; layoutId: string | undefined },
  now: Date,
): Promise<string> {
  requireFinance(operator);
  const rows = await listBatchPayouts(db, batchId);
  const layout = layoutId === undefined ? neutralLayout : (await listLayouts(db)).find(({ id }) => id === layoutId);
  if (rows.length === 0 || !layout) throw new Refusal(payoutRefusals.notFound);
  await db.transaction(async (tx) => {
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.payout_file_read",
      subject: { kind: "payout_batch", id: batchId },
      after: { payouts: rows.length },
    });
  });
  log.warn(
    { batch: batchId, operator: operator.userId, payouts: rows.length },
    "security: account numbers were downloaded",
  );
  return renderBankFile(
    layout,
    rows.map((row) => ({
      reference: row.reference,
      bankCode: row.bank_code,
      number: unsealNumber(secret, row.reference, row.number_sealed),
      holderName: row.holder_name,
      amount: row.amount,
      note: `${row.purpose === "withdrawal" ? "Saldo" : "Pengembalian"} ${row.reference}`,
    })),
    now,
  );
}

/** Writes a file for the bank. Names and notes that a spreadsheet would run as a formula are neutralised. */
export function renderBankFile(layout: FileLayout, rows: readonly FileRow[], now: Date): string {
  const total = rows.reduce((sum, row) => sum + row.amount, 0);
  const ofFile = { tanggal: compactDay(now), banyak_baris: String(rows.length), total: String(total) };
  const none = { referensi: "", kode_bank: "", bank: "", nomor_rekening: "", nama_penerima: "", catatan: "" };
  const ofRow = (row: FileRow, index: number): Record<Placeholder, string> => ({
    ...ofFile,
    referensi: row.reference,
    kode_bank: row.bankCode,
    bank: bankName(row.bankCode),
    nomor_rekening: row.number,
    nama_penerima: row.holderName,
    jumlah: String(row.amount),
    jumlah_desimal: `${row.amount}.00`,
    catatan: row.note,
    nomor_baris: String(index + 1),
  });
  const cells: CsvCell[][] = rows.map((row, index) =>
    layout.columns.map(({ text }) => fillIn(text, ofRow(row, index))),
  );
  const titles = layout.columns.map(({ title }) => title);
  const isTitled = titles.some((title) => title !== "");
  const csv = writeCsv(isTitled ? [titles, ...cells] : cells, { separator: layout.separator, mark: false });
  if (layout.firstRow === "") return csv;
  const first = fillIn(layout.firstRow, { ...none, ...ofFile, jumlah: "", jumlah_desimal: "", nomor_baris: "" });
  return `${neutraliseFormula(first, layout.separator)}\r\n${csv}`;
}
