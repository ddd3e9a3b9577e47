import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "#lib/http/endpoint.ts";
import { serve } from "#lib/http/serve.ts";
import type { Context } from "#lib/context.ts";
import { readFileBytes, readParts } from "#lib/http/multipart.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatCount } from "#lib/rupiah.ts";
import { singleLine } from "#lib/schema.ts";
import { bankName } from "../payouts/bank-accounts/rules.ts";
import { mayDecide } from "../payouts/review/decide-payout.ts";
import { accountKey, parseAccountKey } from "../providers/manual/rules.ts";
import { statementEndpoints, statementRefusals, type StatementAccountJson } from "./contract.ts";
import { lineEndpoints, type StatementLineJson, type TransferJson } from "./line-contract.ts";
import { approveMatch, assignLine, changeLineStatus, requireFinance } from "./decide-line.ts";
import {
  countTwins,
  countWaiting,
  findLine,
  type LineRow,
  listDecisions,
  listLines,
  listStatements,
  listTransfers,
  searchTransfers,
  suggestTransfers,
  type TransferRow,
} from "./view-queries.ts";
import { listUsedAccounts, saveLayout } from "./queries.ts";
import {
  defaultLayout,
  firstLayouts,
  maxSuggestions,
  statementLimits,
  statementPages,
  suggestedDifference,
  type StatementLayout,
} from "./rules.ts";
import { assertAccount, previewStatement, uploadStatement } from "./upload-statement.ts";

/** Movements that a preview shows. */
const previewLines = 10;

/** `/v1/operator` calls about bank statements. */
export function statementRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const { size } = statementPages;
  serve(app, context, statementEndpoints, {
    "GET /v1/operator/bank-accounts": async ({ actor }) => ({
      success: true,
      result: { accounts: await listAccounts(context), decides: mayDecide(actor.operatorRole) },
    }),
    "PUT /v1/operator/statement-layouts/:account": async ({ actor, params, body, now }) => {
      requireFinance(actor);
      await assertAccount(context, params.account);
      const layout: StatementLayout = {
        dayColumn: body.day_column,
        dayFormat: body.day_format,
        descriptionColumns: body.description_columns,
        amountColumn: body.amount_column,
        signColumn: body.sign_column,
        creditColumn: body.credit_column,
        debitColumn: body.debit_column,
        balanceColumn: body.balance_column,
        decimalMark: body.decimal_mark,
      };
      await db.transaction(async (tx) => {
        await saveLayout(tx, { account: params.account, layout, operatorId: actor.userId, now });
        appendAuditEntry(tx, {
          actor,
          action: "payments.statement_layout_saved",
          subject: { kind: "bank_account", id: params.account },
          after: { columns: JSON.stringify(layout) },
        });
      });
      return { success: true, message: "Susunan kolom tersimpan.", data: {} };
    },
    "GET /v1/operator/statements": async ({ query }) => {
      const rows = await listStatements(db, size + 1, ((query.page ?? 1) - 1) * size);
      return {
        success: true,
        result: {
          rows: rows.slice(0, size).map((row) => ({
            ...row,
            bank_name: bankOf(row.account),
            uploaded_at: row.uploaded_at.toISOString(),
          })),
          more: rows.length > size,
        },
      };
    },
    "POST /v1/operator/statements": async ({ actor, request, now }) => {
      requireFinance(actor);
      const done = await uploadStatement(context, actor, await readStatementFile(request), now);
      const known = done.lines - done.newLines;
      const sentences = [
        `${formatCount(done.newLines)} mutasi baru${known > 0 ? `, ${formatCount(known)} sudah ada` : ""}.`,
        done.matched > 0 && `${formatCount(done.matched)} transfer cocok dan dibukukan.`,
        done.confirmed > 0 && `${formatCount(done.confirmed)} usulan operator lain dipastikan oleh berkas ini.`,
        done.proposed > 0 && `${formatCount(done.proposed)} menunggu operator kedua.`,
        done.waiting > 0 && `${formatCount(done.waiting)} uang masuk menunggu Anda cocokkan.`,
      ];
      return {
        success: true,
        message: sentences.filter(Boolean).join(" "),
        data: {
          lines: done.lines,
          new_lines: done.newLines,
          skipped: done.skipped,
          matched: done.matched,
          proposed: done.proposed,
          confirmed: done.confirmed,
          waiting: done.waiting,
        },
      };
    },
    "POST /v1/operator/statements/preview": async ({ actor, request, now }) => {
      requireFinance(actor);
      const { lines, skipped } = await previewStatement(context, actor, await readStatementFile(request), now);
      const first = lines
        .slice(0, previewLines)
        .map(({ day, amount, cents, description }) => ({ day, amount, cents, description }));
      return { success: true, result: { lines: lines.length, skipped, first } };
    },
  });
  serve(app, context, lineEndpoints, {
    "GET /v1/operator/statement-lines": async ({ actor, query }) => {
      const offset = ((query.page ?? 1) - 1) * size;
      const view = query.view ?? "waiting";
      const [rows, counts] = await Promise.all([
        listLines(db, { view, q: query.q ?? "", limit: size + 1, offset }),
        countWaiting(db),
      ]);
      return {
        success: true,
        result: {
          rows: await linesJson(context, rows.slice(0, size), actor),
          more: rows.length > size,
          ...counts,
          decides: mayDecide(actor.operatorRole),
        },
      };
    },
    "GET /v1/operator/statement-lines/:lineId": async ({ actor, params, query }) => {
      const row = await findLine(db, params.lineId);
      if (!row) throw new Refusal(statementRefusals.lineUnknown);
      const [[line], events, twins, transfers] = await Promise.all([
        linesJson(context, [row], actor),
        listDecisions(db, row.id),
        countTwins(db, row),
        row.status !== "open" || row.amount <= 0
          ? []
          : query.q
            ? searchTransfers(db, query.q, maxSuggestions)
            : suggestTransfers(db, row, { difference: suggestedDifference, limit: maxSuggestions }),
      ]);
      if (!line) throw new Refusal(statementRefusals.lineUnknown);
      return {
        success: true,
        result: {
          line,
          events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
          twins,
          transfers: transfers.map((row) => transferJson(row, actor)),
          decides: mayDecide(actor.operatorRole),
        },
      };
    },
    "POST /v1/operator/statement-lines/:lineId/assign": async ({ actor, params, body, now }) => {
      const match = { lineId: params.lineId, attemptId: body.attempt_id, reason: body.reason };
      const status = await assignLine(context, actor, match, now);
      const message =
        status === "matched" ? "Transfer dicocokkan dan dibukukan." : "Usulan tersimpan. Operator lain memastikannya.";
      return { success: true, message, data: { status } };
    },
    "POST /v1/operator/statement-lines/:lineId/approve": async ({ actor, params, body, now }) => {
      const status = await approveMatch(context, actor, { lineId: params.lineId, attemptId: body.attempt_id }, now);
      return { success: true, message: "Transfer dipastikan dan dibukukan.", data: { status } };
    },
    "POST /v1/operator/statement-lines/:lineId/reject": async ({ actor, params, body, now }) => {
      const change = { lineId: params.lineId, action: "rejected" as const, reason: body.reason };
      const status = await changeLineStatus(context, actor, change, now);
      return { success: true, message: "Usulan ditolak. Mutasi ini menunggu lagi.", data: { status } };
    },
    "POST /v1/operator/statement-lines/:lineId/foreign": async ({ actor, params, body, now }) => {
      const change = { lineId: params.lineId, action: "foreign" as const, reason: body.reason };
      const status = await changeLineStatus(context, actor, change, now);
      return { success: true, message: "Ditandai bukan pembayaran pembeli.", data: { status } };
    },
    "POST /v1/operator/statement-lines/:lineId/bank-charge": async ({ actor, params, body, now }) => {
      const change = { lineId: params.lineId, action: "bank_charge" as const, reason: body.reason };
      const status = await changeLineStatus(context, actor, change, now);
      return { success: true, message: "Dibukukan sebagai biaya atau bunga bank.", data: { status } };
    },
    "POST /v1/operator/statement-lines/:lineId/reopen": async ({ actor, params, body, now }) => {
      const change = { lineId: params.lineId, action: "reopened" as const, reason: body.reason };
      const status = await changeLineStatus(context, actor, change, now);
      return { success: true, message: "Mutasi ini menunggu lagi.", data: { status } };
    },
  });
}

const bankOf = (key: string) => bankName(parseAccountKey(key).bankCode);

async function listAccounts({ db, config }: Context): Promise<StatementAccountJson[]> {
  const used = await listUsedAccounts(db);
  const offered = config.payments.transferAccounts.map(accountKey);
  return [...new Set([...offered, ...used.map(({ account }) => account)])].map((key) => {
    const { bankCode, number } = parseAccountKey(key);
    const known = used.find(({ account }) => account === key);
    const layout = known?.layout ?? firstLayouts[bankCode] ?? defaultLayout;
    return {
      key,
      bank_name: bankName(bankCode),
      number,
      is_offered: offered.includes(key),
      has_layout: known !== undefined && known.layout !== null,
      layout: {
        day_column: layout.dayColumn,
        day_format: layout.dayFormat,
        description_columns: [...layout.descriptionColumns],
        amount_column: layout.amountColumn,
        sign_column: layout.signColumn,
        credit_column: layout.creditColumn,
        debit_column: layout.debitColumn,
        balance_column: layout.balanceColumn ?? null,
        decimal_mark: layout.decimalMark,
      },
      last_day: known?.last_day ?? null,
    };
  });
}

async function linesJson({ db }: Context, rows: readonly LineRow[], actor: Actor): Promise<StatementLineJson[]> {
  const transfers = await listTransfers(
    db,
    rows.flatMap(({ attempt_id }) => attempt_id ?? []),
  );
  return rows.map((row) => {
    const transfer = row.attempt_id === null ? undefined : transfers.get(row.attempt_id);
    return {
      id: row.id,
      account: row.account,
      bank_name: bankOf(row.account),
      day: row.day,
      amount: row.amount,
      cents: row.cents,
      description: row.description,
      status: row.status,
      is_booked: row.is_booked,
      transfer: transfer ? transferJson(transfer, actor) : null,
      decided_by: row.decider,
      is_automatic: row.is_automatic,
      reason: row.reason,
      can_approve: row.status === "proposed" && row.decided_by !== actor.userId && mayDecide(actor.operatorRole),
    };
  });
}

/** Only operators of finance read whose account a buyer named. */
function transferJson(row: TransferRow, { operatorRole }: { operatorRole: string | null }): TransferJson {
  return {
    ...row,
    sender_name: mayDecide(operatorRole) ? row.sender_name : null,
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    reported_at: row.reported_at?.toISOString() ?? null,
  };
}

const fileNameSchema = singleLine(1, 200);

/** The account and the file of an upload. Refuses with `statements.too_large`, missing_file and account_unknown. */
async function readStatementFile(
  request: FastifyRequest,
): Promise<{ account: string; fileName: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
  let account = "";
  let fileName = "";
  let bytes: Buffer | undefined;
  try {
    const limits = { files: 1, fields: 4, fileSize: statementLimits.bytes };
    for await (const part of readParts(request, { limits })) {
      if (part.type === "file") {
        fileName = part.filename;
        bytes = await readFileBytes(request, part);
      } else if (part.fieldname === "account") account = String(part.value).slice(0, 100);
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== requestRefusals.tooLarge.code) throw error;
    throw new Refusal(statementRefusals.tooLarge, { statement: [statementRefusals.tooLarge.message] });
  }
  if (!bytes?.length) throw new Refusal(statementRefusals.missingFile, { statement: ["Pilih satu berkas CSV."] });
  const named = fileNameSchema.safeParse(fileName.slice(-200));
  return { account, fileName: named.success ? named.data : "mutasi.csv", bytes };
}
