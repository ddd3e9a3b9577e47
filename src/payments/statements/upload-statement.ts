/**
 * Design note. The same movement comes in several files: operators download overlapping days, or upload a file twice.
 * A movement is the same when account, day, amount and text are equal and it is the same occurrence of these in its day
 * (two equal transfers of a day are two movements). The unique fingerprint decides, so whatever is uploaded at once or
 * again is stored once. Exact transfers are matched in the same transaction, and a job books them as receipts, exactly
 * like what another provider reports.
 * A file is what its operator says that the bank said, so it cannot be believed without limit: a sum above the limit
 * of a transfer, or what one operator's files match beyond a sum in a day, waits until a second operator uploads the
 * bank's file too. Where the file has a running balance, it must add up (balances.ts).
 */
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration, jakartaDay } from "#lib/time.ts";
import { accountKey } from "../providers/manual/rules.ts";
import { statementRefusals } from "./contract.ts";
import { requireFinance, type Operator } from "./decide-line.ts";
import {
  approveLine,
  countStatement,
  findLayout,
  insertLines,
  insertStatement,
  listConfirmedByFile,
  listExactMatches,
  listUsedAccounts,
  lockAccount,
  lockOperator,
  matchLine,
  sumUploadedMatches,
} from "./queries.ts";
import { parseStatement, type StatementLine, type StatementProblem } from "./parse-statement.ts";
import { lateBookingDays, needsSecondOperator, uploadedMatches } from "./rules.ts";

type StatementFile = { account: string; fileName: string; bytes: Buffer };

// Rows in one statement.
const batchSize = 4000;

/** Reads a file by its account's layout. Refuses with the refusals of files. */
export async function previewStatement(
  context: Pick<Context, "db" | "config">,
  operator: Operator,
  file: Omit<StatementFile, "fileName">,
  now: Date,
): Promise<{ lines: StatementLine[]; skipped: number }> {
  requireFinance(operator);
  await assertAccount(context, file.account);
  const layout = await findLayout(context.db, file.account);
  if (!layout) throw new Refusal(statementRefusals.noLayout);
  const read = parseStatement(file.bytes, layout, jakartaDay(now));
  if ("problem" in read) throw refusalOf(read.problem);
  return read;
}

export type Uploaded = {
  lines: number;
  newLines: number;
  skipped: number;
  matched: number;
  proposed: number;
  /** What another operator's file had proposed, and this file confirms. */
  confirmed: number;
  waiting: number;
};

/**
 * Stores the movements of a file that are not known yet, and matches those that are exactly what one transfer asks for.
 * A file that cannot be read changes nothing. Refuses with the refusals of files.
 */
export async function uploadStatement(
  context: Pick<Context, "db" | "config">,
  operator: Operator,
  file: StatementFile,
  now: Date,
): Promise<Uploaded> {
  const { lines, skipped } = await previewStatement(context, operator, file, now);
  const operatorId = operator.userId;
  const { account, fileName } = file;
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, account);
    await lockOperator(tx, operatorId);
    const id = await insertStatement(tx, { account, fileName, lines, skipped, operatorId, now });
    let fresh = 0;
    for (let from = 0; from < lines.length; from += batchSize)
      fresh += await insertLines(tx, { id, account }, lines.slice(from, from + batchSize));
    const confirmed = await confirmByFile(tx, { account, lines, operatorId, now });
    let matched = 0;
    let proposed = 0;
    let byOperator = await sumUploadedMatches(tx, operatorId, addDuration(now, -uploadedMatches.window));
    const exact = fresh > 0 ? await listExactMatches(tx, id, lateBookingDays) : [];
    for (const { line_id: lineId, attempt_id: attemptId, amount, buyer_id } of exact) {
      const isOwnPurchase = buyer_id === operatorId;
      const needsApproval = needsSecondOperator({
        ofTransfer: amount,
        byOperator: byOperator + amount,
        isAutomatic: true,
        isOwnPurchase,
      });
      const match = { lineId, attemptId, needsApproval, isAutomatic: true, operatorId, reason: "", now };
      if (!(await matchLine(tx, match))) continue;
      if (needsApproval) proposed += 1;
      else {
        matched += 1;
        byOperator += amount;
      }
    }
    const waiting = await countStatement(tx, id, { fresh, matched });
    if (matched > 0) await queueJob(tx, "payments.book_transfers", { statementId: id });
    appendAuditEntry(tx, {
      actor: { ...operator, type: "operator" },
      action: "payments.statement_uploaded",
      subject: { kind: "bank_statement", id: id },
      after: { lines: lines.length, fresh, matched, proposed, confirmed },
    });
    return { lines: lines.length, newLines: fresh, skipped, matched, proposed, confirmed, waiting };
  });
}

/** Confirms what files of other operators proposed and this file has too. Returns how many movements. */
async function confirmByFile(
  tx: Tx,
  file: { account: string; lines: readonly StatementLine[]; operatorId: string; now: Date },
): Promise<number> {
  const { account, lines, operatorId, now } = file;
  const fingerprints = lines.map(({ fingerprint }) => fingerprint);
  let confirmed = 0;
  const statements = new Set<string>();
  for (const found of await listConfirmedByFile(tx, { account, fingerprints, operatorId })) {
    const approval = { lineId: found.line_id, attemptId: found.attempt_id, operatorId, isAutomatic: true, now };
    if (!(await approveLine(tx, approval))) continue;
    confirmed += 1;
    statements.add(found.statement_id);
  }
  for (const statementId of statements) await queueJob(tx, "payments.book_transfers", { statementId });
  return confirmed;
}

/** Accounts of the settings, and those that earlier transfers went to. */
export async function assertAccount({ db, config }: Pick<Context, "db" | "config">, account: string): Promise<void> {
  if (config.payments.transferAccounts.some((one) => accountKey(one) === account)) return;
  if ((await listUsedAccounts(db)).some((one) => one.account === account)) return;
  throw new Refusal(statementRefusals.accountUnknown, { account: ["Pilih rekening dari daftar."] });
}

function refusalOf(problem: StatementProblem): Refusal {
  switch (problem.kind) {
    case "not_csv":
      return new Refusal(statementRefusals.notCsv);
    case "too_many_lines":
      return new Refusal(statementRefusals.tooManyLines);
    case "empty":
      return new Refusal(statementRefusals.empty);
    case "missing_columns": {
      const quoted = (titles: readonly string[]) => titles.map((title) => `“${title.slice(0, 60)}”`).join(", ");
      const found = problem.found.length > 0 ? ` Kolom yang ada: ${quoted(problem.found.slice(0, 20))}.` : "";
      return new Refusal(statementRefusals.missingColumn, {
        statement: [`Kolom ${quoted(problem.missing)} tidak ada di berkas ini.${found}`],
      });
    }
    case "bad_balance":
      return new Refusal(statementRefusals.badBalance, {
        statement: [
          `Baris ${problem.line}: saldonya bukan saldo sebelumnya ditambah mutasinya. Unduh lagi dari bank, tanpa diubah.`,
        ],
      });
    case "bad_row": {
      const what = {
        day: "bukan tanggal dalam format yang dipilih",
        future: "adalah tanggal yang belum tiba",
        amount: "bukan jumlah yang bisa dibaca",
        sign: "tidak mengatakan uang masuk atau keluar",
        balance: "bukan saldo yang bisa dibaca",
      }[problem.what];
      return new Refusal(statementRefusals.badRow, {
        statement: [`Baris ${problem.line}, kolom “${problem.column}”: “${problem.text}” ${what}.`],
      });
    }
  }
}
