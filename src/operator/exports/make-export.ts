/**
 * Design note. A file may have a million rows, so it is read with a cursor and written as it is read: neither the
 * database nor the process holds it whole. It gets its name when it is complete. A job that was killed begins again,
 * and one that two processes do writes two unfinished files, of which each is whole. Downloads leave entries in the
 * audit log; the file has no names or addresses of buyers, and people only masked.
 */
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { maskEmail, maskName, maskPhone } from "#accounts/operators/mask.ts";
import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import { writeCsv, type CsvCell } from "#lib/csv.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { filesOf } from "#lib/files/files-of.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration, day } from "#lib/time.ts";
import { orderStatuses, type OrderStatus } from "#orders/rules.ts";
import type { AccountKind } from "#payments/ledger/rules.ts";
import { accountLabels, ledgerLabels } from "../rules.ts";
import { exportRefusals } from "./contract.ts";
import {
  allowLongStatements,
  exportHeads,
  failOldExports,
  findExport,
  insertExport,
  listExpiredExports,
  listLeftBehind,
  readExported,
  updateDeleted,
  updateExportEnded,
  updateNothingStored,
  updateProgress,
  updateStoring,
  type ExportedCell,
  type ExportRow,
} from "./queries.ts";
import { exportDaysProblem, exportTimeout, exportTtl, listedExports, maxExportRows, type ExportKind } from "./rules.ts";

type Operator = NonNullable<AuditActor>;

/** Asks for a file. Days are `2026-11-23`, in Jakarta. Refuses with `request.invalid` and `exports.making`. */
export async function requestExport(
  { db }: Pick<Context, "db">,
  by: Operator,
  { kind, firstDay, lastDay }: { kind: ExportKind; firstDay: string; lastDay: string },
  now: Date,
): Promise<string> {
  const problem = exportDaysProblem(firstDay, lastDay);
  if (problem !== null) throw new Refusal(requestRefusals.invalid, { last_day: [problem] });
  return db.transaction(async (tx) => {
    await failOldExports(tx, addDuration(now, -exportTimeout), now);
    const exportId = await insertExport(tx, { operatorId: by.userId, kind, firstDay, lastDay, now });
    if (exportId === undefined) throw new Refusal(exportRefusals.making);
    // One at a time: each may take minutes, and payments and deadlines need the other places of the job runner.
    const name = "operator.make_export";
    await queueJob(tx, name, { exportId }, { queue: name, priority: "notification" });
    appendAuditEntry(tx, {
      actor: by,
      action: "operator.export_requested",
      subject: { kind: "export", id: exportId },
      after: { kind, first_day: firstDay, last_day: lastDay },
    });
    return exportId;
  });
}

/** Makes a file; does nothing when it is made already. */
export async function makeExport(context: Pick<Context, "db" | "config" | "clock">, exportId: string): Promise<void> {
  const { db, config, clock } = context;
  const wanted = await findExport(db, exportId);
  if (wanted?.state !== "making") return;
  const folder = join(config.dataDir, "private");
  await mkdir(folder, { recursive: true });
  // On this machine until it is complete, wherever it goes then.
  const part = join(folder, `${nameOf(exportId)}.${randomBytes(8).toString("hex")}.part`);
  let rows = 0;
  try {
    await db.transaction(async (tx) => {
      await allowLongStatements(tx);
      rows = 0;
      const lines = linesOf(tx, wanted, async (count) => {
        rows = count;
        // Another connection: the one of the file shows a state of the past.
        await updateProgress(db, exportId, count);
      });
      await pipeline(lines, createWriteStream(part, { mode: 0o600 }));
    });
    if (rows > maxExportRows) {
      await updateExportEnded(db, exportId, { state: "failed", rows, bytes: null, now: clock.now() });
      return;
    }
    const { size: bytes } = await stat(part);
    if (!(await updateStoring(db, exportId, bytes))) return;
    await filesOf(config).adopt("private", nameOf(exportId), part);
    if (await updateExportEnded(db, exportId, { state: "ready", rows, bytes, now: clock.now() })) return;
    // Another process may have ended it with the same rows; then the file is wanted.
    if ((await findExport(db, exportId))?.state !== "ready") await filesOf(config).remove("private", nameOf(exportId));
  } finally {
    await rm(part, { force: true });
  }
}

async function* linesOf(
  tx: Tx,
  { kind, first_day: first, last_day: last }: ExportRow,
  progress: (rows: number) => Promise<void>,
): AsyncGenerator<string> {
  yield writeCsv([exportHeads[kind]], spreadsheet);
  const days = { from: new Date(`${first}T00:00:00+07:00`), to: addDuration(new Date(`${last}T00:00:00+07:00`), day) };
  let rows = 0;
  for await (const batch of readExported(tx, kind, days)) {
    rows += batch.length;
    await progress(rows);
    if (rows > maxExportRows) return;
    yield writeCsv(
      batch.map((cells) => cellsOf(kind, cells)),
      { ...spreadsheet, mark: false },
    );
  }
}

// Spreadsheets in Indonesian expect semicolons, because the comma is the sign of decimals.
const spreadsheet = { separator: ";" } as const;

const masks: Readonly<Record<string, (text: string) => string>> = {
  nama: maskName,
  email: maskEmail,
  telepon: (phone) => (phone === "" ? "" : maskPhone(phone)),
};

const productStates: Readonly<Record<string, string>> = {
  active: "Dijual",
  hidden: "Disembunyikan penjual",
  suspended: "Tokonya dihentikan",
  taken_down: "Diturunkan",
  held: "Ditahan",
};

// What our own codes are called in the console, by kind and column.
const words: Readonly<Partial<Record<ExportKind, Readonly<Record<string, (code: string) => string>>>>> = {
  orders: { status: (code) => orderStatuses[code as OrderStatus].label },
  ledger: {
    jenis: (code) => ledgerLabels[code] ?? code,
    akun: (code) => accountLabels[code as AccountKind].name,
  },
  people: masks,
  products: { status: (code) => productStates[code] ?? code, rata_rata: (number) => number.replace(".", ",") },
};

function cellsOf(kind: ExportKind, cells: readonly ExportedCell[]): CsvCell[] {
  return cells.map((cell, at) => {
    if (typeof cell === "boolean") return cell ? "ya" : "tidak";
    const inWords = words[kind]?.[exportHeads[kind][at] ?? ""];
    return inWords ? inWords(String(cell)) : cell;
  });
}

/** The bytes of a file. The download leaves an entry in the audit log. Refuses with `request.not_found`. */
export async function downloadExport(
  { db, config }: Pick<Context, "db" | "config">,
  by: Operator,
  exportId: string,
): Promise<{ name: string; bytes: Readable }> {
  const found = await findExport(db, exportId);
  const bytes = found?.state === "ready" ? await filesOf(config).stream("private", nameOf(exportId)) : undefined;
  if (!found || !bytes) throw new Refusal(requestRefusals.notFound);
  await db.transaction(async (tx) => {
    appendAuditEntry(tx, {
      actor: by,
      action: "operator.export_read",
      subject: { kind: "export", id: exportId },
      after: { kind: found.kind, first_day: found.first_day, last_day: found.last_day },
    });
  });
  return { name: `${found.kind}-${found.first_day}-${found.last_day}.csv`, bytes };
}

/** Deletes files whose time is over, and ends those that nobody makes any more. */
export async function deleteExports({ db, config }: Pick<Context, "db" | "config">, now: Date): Promise<void> {
  await failOldExports(db, addDuration(now, -exportTimeout), now);
  for (const { id } of await listLeftBehind(db, listedExports)) {
    await filesOf(config).remove("private", nameOf(id));
    await updateNothingStored(db, id);
  }
  for (const { id } of await listExpiredExports(db, addDuration(now, -exportTtl), listedExports)) {
    await filesOf(config).remove("private", nameOf(id));
    await updateDeleted(db, id);
  }
}

const nameOf = (id: string) => `e${id.replaceAll("-", "")}.csv`;
