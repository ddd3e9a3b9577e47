/**
 * Design note. What a provider charges for a payment is only in its settlement report. A line counts once, by its
 * reference, however often and in however many files it comes; the fees of a file's new lines are one ledger event,
 * rounded once to whole rupiah. Only lines of our own charges count. Each line is compared with the books, and
 * payments of the named days that the report lacks are differences too.
 */
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import { book, platform } from "../../ledger/ledger.ts";
import { requireFinance, type Operator } from "../../statements/decide-line.ts";
import { compareEntries, type Difference, type Entry } from "../compare-entries.ts";
import { notifyOfDifferences } from "../notify-operators.ts";
import { rangeOf } from "../day-range.ts";
import { settlementRefusals } from "./contract.ts";
import {
  completeFile,
  insertFile,
  insertLines,
  listBookedSums,
  listUnsettled,
  lockSettlements,
  saveColumns,
} from "./queries.ts";
import { readSettlement, type SettlementLine, type SettlementProblem } from "./read-settlement.ts";
import { maxFileDifferences, type SettlementColumns, type SettlementProvider } from "./rules.ts";

export type SettlementFile = {
  provider: SettlementProvider;
  columns: SettlementColumns;
  fileName: string;
  bytes: Buffer;
  /** The days whose payments the report has in full, if the operator knows. */
  days: { from: string; to: string } | null;
};

/**
 * Stores a settlement report, books the fees of its new lines and compares it with the books. A file that cannot be
 * read changes nothing. Refuses with the refusals of files.
 */
export async function uploadSettlement(
  { db, log }: Pick<Context, "db" | "log">,
  operator: Operator,
  file: SettlementFile,
  now: Date,
): Promise<{ lines: number; newLines: number; fees: Rupiah; differences: Difference[] }> {
  requireFinance(operator);
  const { provider, columns, fileName } = file;
  const read = readSettlement(file.bytes, columns);
  if ("problem" in read) throw refusalOf(read.problem);
  const { lines } = read;
  const done = await db.transaction(async (tx) => {
    await lockSettlements(tx, provider);
    await saveColumns(tx, { provider, columns, operatorId: operator.userId, now });
    const id = await insertFile(tx, { provider, fileName, lines: lines.length, operatorId: operator.userId, now });
    const booked = await listBookedSums(tx, provider, [...new Set(lines.map(({ reference }) => reference))]);
    // A line that is none of our charges may be a sum at the end of the report, whose fees would count twice.
    const known = new Set(booked.map(({ reference }) => reference));
    const ours = lines.filter(({ reference }) => known.has(reference));
    const { count, feeCents } = await insertLines(tx, { id, provider }, ours);
    const fees = Math.round(feeCents / 100);
    if (fees > 0)
      await book(tx, {
        kind: "provider_settled",
        reference: `${provider} fees ${id}`,
        now,
        movements: [
          { kind: "cash", owner: provider, amount: fees },
          { kind: "provider_fees", owner: platform, amount: -fees },
        ],
      });
    const compared = compareLines(lines, booked);
    const days = file.days && { from: rangeOf(file.days.from).from, to: rangeOf(file.days.to).to };
    const lacking = days ? await listUnsettled(tx, provider, days, maxFileDifferences) : [];
    const differences = [
      ...compared,
      ...lacking.map(({ reference, amount }): Difference => ({
        kind: "missing_there",
        entry: "receipt",
        reference,
        ours: amount,
        theirs: null,
      })),
    ];
    const found = differences.length;
    await completeFile(tx, id, {
      newCount: count,
      fees,
      found,
      differences: differences.slice(0, maxFileDifferences),
    });
    const subject = { provider, what: `laporan ${fileName}`.slice(0, 80), key: `settlement:${id}` };
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.settlement_uploaded",
      subject: { kind: "settlement_file", id: id },
      after: { provider, lines: lines.length, fresh: count, fees, found },
    });
    if (found > 0) await notifyOfDifferences(tx, { ...subject, differences, isUnread: false }, now);
    return { lines: lines.length, newLines: count, fees, differences };
  });
  if (done.differences.length > 0)
    log.error(
      { provider, found: done.differences.length, differences: done.differences.slice(0, 10) },
      "a settlement report differs from the books",
    );
  return done;
}

/** Compares the lines of a report with the sums of the books under the same references. */
export function compareLines(
  lines: readonly SettlementLine[],
  booked: readonly { reference: string; received: Rupiah; refunded: Rupiah }[],
): Difference[] {
  const asked = new Set(lines.map(({ kind, reference }) => `${kind} ${reference}`));
  const ours = booked.flatMap(({ reference, received, refunded }): Entry[] => [
    ...(received > 0 ? [{ kind: "receipt" as const, reference, amount: received }] : []),
    // A report of payments need not have the refunds, which may come in a later one.
    ...(refunded > 0 && asked.has(`refund ${reference}`)
      ? [{ kind: "refund" as const, reference, amount: refunded }]
      : []),
  ]);
  const theirs = lines.map(({ kind, reference, amount }): Entry => ({
    kind: kind === "payment" ? "receipt" : "refund",
    reference,
    amount,
  }));
  const isAsked = ({ entry, reference, kind }: Difference) =>
    kind !== "missing_there" || asked.has(`${entry === "receipt" ? "payment" : "refund"} ${reference}`);
  return compareEntries(ours, theirs).differences.filter(isAsked);
}

function refusalOf(problem: SettlementProblem): Refusal {
  const quoted = (titles: readonly string[]) => titles.map((title) => `“${title.slice(0, 60)}”`).join(", ");
  switch (problem.kind) {
    case "not_csv":
      return new Refusal(settlementRefusals.notCsv);
    case "too_many_lines":
      return new Refusal(settlementRefusals.tooManyLines);
    case "empty":
      return new Refusal(settlementRefusals.empty);
    case "missing_columns":
      return new Refusal(settlementRefusals.missingColumn, {
        report: [
          `Kolom ${quoted(problem.missing)} tidak ada di berkas ini. Kolom yang ada: ${quoted(problem.found.slice(0, 20))}.`,
        ],
      });
    case "bad_row":
      return new Refusal(settlementRefusals.badRow, {
        report: [`Baris ${problem.line}, kolom “${problem.column}”: “${problem.text}” tidak terbaca.`],
      });
  }
}
