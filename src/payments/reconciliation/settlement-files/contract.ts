import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { formatCount } from "#lib/rupiah.ts";
import { changeResponse, id, resultResponse, rupiah, singleLine, timestamp } from "#lib/schema.ts";
import { minute } from "#lib/time.ts";
import { statementRefusals } from "../../statements/contract.ts";
import { differenceJson } from "../contract.ts";
import { maxFeeColumns, settlementLimits, settlementProviders } from "./rules.ts";

const megabytes = settlementLimits.bytes / 1024 / 1024;

export const settlementRefusals = defineRefusals({
  missingFile: { code: "settlements.missing_file", status: 422, message: "Pilih satu berkas CSV." },
  notCsv: {
    code: "settlements.not_csv",
    status: 422,
    message: "Berkas ini bukan CSV. Unduh laporan dari dasbor penyedia sebagai CSV.",
  },
  tooManyLines: {
    code: "settlements.too_many_lines",
    status: 422,
    message: `Berkas ini terlalu panjang. Paling banyak ${formatCount(settlementLimits.lines)} baris; bagi menurut tanggal.`,
  },
  tooLarge: {
    code: "settlements.too_large",
    status: 413,
    message: `Berkas ini terlalu besar. Paling besar ${megabytes} MB; bagi menurut tanggal.`,
  },
  missingColumn: {
    code: "settlements.missing_column",
    status: 422,
    message: "Kolom berkas ini berbeda dari yang Anda tulis. Belum ada yang tersimpan.",
  },
  badRow: {
    code: "settlements.bad_row",
    status: 422,
    message: "Ada baris yang tidak terbaca. Belum ada yang tersimpan.",
  },
  empty: { code: "settlements.empty", status: 422, message: "Tidak ada pembayaran di berkas ini." },
});

const title = singleLine(1, 100);

/** The fields of the upload's form. */
export const settlementForm = z
  .strictObject({
    provider: z.enum(settlementProviders),
    reference_column: title,
    amount_column: title,
    /** Titles separated by commas; empty when the report has no fees. */
    fee_columns: singleLine(0, 300).transform((text) =>
      text
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== ""),
    ),
    decimal_mark: z.enum([",", "."]),
    from: z.union([z.literal(""), z.iso.date()]).default(""),
    to: z.union([z.literal(""), z.iso.date()]).default(""),
  })
  .refine(({ fee_columns }) => fee_columns.length <= maxFeeColumns, {
    path: ["fee_columns"],
    error: `Paling banyak ${maxFeeColumns} kolom biaya.`,
  })
  .refine(({ from, to }) => (from === "") === (to === "") && from <= to, {
    path: ["to"],
    error: "Isi kedua tanggal, yang awal lebih dulu, atau kosongkan keduanya.",
  });

const file = z.object({
  id,
  provider: z.enum(settlementProviders),
  file_name: z.string(),
  line_count: z.int(),
  new_count: z.int(),
  /** Fees of the new lines, booked, in rupiah. */
  fees: rupiah,
  found: z.int(),
  differences: z.array(differenceJson),
  uploaded_by: z.string(),
  uploaded_at: timestamp,
});
export type SettlementFileJson = z.output<typeof file>;

export const settlementEndpoints = endpoints({
  "GET /v1/operator/settlement-files": {
    summary: "Uploaded settlement reports, newest first, and the columns of each provider's reports",
    policy: "operator:reconciliation.read",
    response: resultResponse(
      z.object({
        rows: z.array(file),
        /** Of the providers that this installation has settings for. */
        columns: z.array(
          z.object({
            provider: z.enum(settlementProviders),
            reference_column: z.string(),
            amount_column: z.string(),
            fee_columns: z.array(z.string()),
            decimal_mark: z.string(),
          }),
        ),
        decides: z.boolean(),
      }),
    ),
  },
  "POST /v1/operator/settlement-files": {
    summary:
      "Upload a provider's settlement report (multipart: `provider`, `reference_column`, `amount_column`, `fee_columns`, `decimal_mark`, `from`, `to`, file `report`). Fees of new lines are booked once",
    policy: "operator:reconciliation.decide",
    multipart: true,
    response: changeResponse(z.object({ lines: z.int(), new_lines: z.int(), fees: rupiah, found: z.int() })),
    limit: { max: 30, window: minute, by: "user" },
    refusals: [statementRefusals.notFinance, ...Object.values(settlementRefusals), requestRefusals.malformed],
  },
});
export type SettlementApi = typeof settlementEndpoints;
