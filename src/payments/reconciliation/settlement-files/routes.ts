import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { readFileBytes, readParts } from "#lib/http/multipart.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { invalidRefusal, singleLine } from "#lib/schema.ts";
import { mayDecide } from "../../payouts/review/decide-payout.ts";
import { requireFinance } from "../../statements/decide-line.ts";
import { settlementEndpoints, settlementForm, settlementRefusals } from "./contract.ts";
import { listColumns, listFiles } from "./queries.ts";
import {
  firstColumns,
  settlementLimits,
  settlementPages,
  settlementProviders,
  type SettlementProvider,
} from "./rules.ts";
import { uploadSettlement, type SettlementFile } from "./upload-settlement.ts";

/** `/v1/operator` calls about settlement reports. */
export function settlementRoutes(app: FastifyInstance, context: Context): void {
  const isSetUp = (provider: SettlementProvider) => context.config.payments[provider] !== undefined;
  serve(app, context, settlementEndpoints, {
    "GET /v1/operator/settlement-files": async ({ actor }) => {
      const [rows, columns] = await Promise.all([listFiles(context.db, settlementPages.size), listColumns(context.db)]);
      return {
        success: true,
        result: {
          rows: rows.map((row) => ({
            ...row,
            differences: row.differences.map((one) => ({ ...one, note: one.note ?? "" })),
            uploaded_at: row.uploaded_at.toISOString(),
          })),
          columns: settlementProviders.filter(isSetUp).map((provider) => {
            const known = columns.get(provider) ?? firstColumns;
            return {
              provider,
              reference_column: known.reference,
              amount_column: known.amount,
              fee_columns: [...known.fees],
              decimal_mark: known.decimalMark,
            };
          }),
          decides: mayDecide(actor.operatorRole),
        },
      };
    },
    "POST /v1/operator/settlement-files": async ({ actor, request, now }) => {
      requireFinance(actor);
      const done = await uploadSettlement(context, actor, await readSettlementFile(request), now);
      const found = done.differences.length;
      const sentences = [
        `${formatCount(done.newLines)} baris baru dari ${formatCount(done.lines)}.`,
        done.fees > 0 && `Biaya ${formatRupiah(done.fees)} dibukukan.`,
        found > 0 ? `${formatCount(found)} perbedaan.` : "Semua cocok dengan pembukuan.",
      ];
      return {
        success: true,
        message: sentences.filter(Boolean).join(" "),
        data: { lines: done.lines, new_lines: done.newLines, fees: done.fees, found },
      };
    },
  });
}

const fileNameSchema = singleLine(1, 200);

/**
 * The form and the file of an upload. Refuses with `settlements.too_large` and `settlements.missing_file`, and wrong
 * fields.
 */
async function readSettlementFile(request: FastifyRequest): Promise<SettlementFile> {
  if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
  const fields: Record<string, string> = {};
  let fileName = "";
  let bytes: Buffer | undefined;
  try {
    const limits = { files: 1, fields: 10, fileSize: settlementLimits.bytes };
    for await (const part of readParts(request, { limits })) {
      if (part.type === "file") {
        fileName = part.filename;
        bytes = await readFileBytes(request, part);
      } else fields[part.fieldname] = String(part.value).slice(0, 400);
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== requestRefusals.tooLarge.code) throw error;
    throw new Refusal(settlementRefusals.tooLarge, { report: [settlementRefusals.tooLarge.message] });
  }
  const read = settlementForm.safeParse(fields);
  if (!read.success) throw invalidRefusal(read.error.issues);
  if (!bytes?.length) throw new Refusal(settlementRefusals.missingFile, { report: ["Pilih satu berkas CSV."] });
  const named = fileNameSchema.safeParse(fileName.slice(-200));
  const { provider, reference_column, amount_column, fee_columns, decimal_mark, from, to } = read.data;
  return {
    provider,
    columns: { reference: reference_column, amount: amount_column, fees: fee_columns, decimalMark: decimal_mark },
    fileName: named.success ? named.data : "laporan.csv",
    bytes,
    days: from === "" ? null : { from, to },
  };
}
