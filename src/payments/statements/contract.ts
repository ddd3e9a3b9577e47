import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { boundedText, changeResponse, id, queryInt, resultResponse, singleLine, timestamp } from "#lib/schema.ts";
import { minute, span } from "#lib/time.ts";
import { bankCharges, dayFormatNames, maxDescriptionColumns, statementLimits, statementPages } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Books the matched movements of a statement as payments. */
    "payments.book_transfers": { statementId: string };
    /** Queues the booking again where its job failed for good. */
    "payments.retry_transfers": Record<string, never>;
  }
}

const megabytes = statementLimits.bytes / 1024 / 1024;

export const statementRefusals = defineRefusals({
  notFinance: {
    code: "statements.not_finance",
    status: 403,
    message: "Mutasi rekening hanya untuk operator keuangan dan pemilik.",
  },
  accountUnknown: {
    code: "statements.account_unknown",
    status: 422,
    message: "Rekening ini tidak dikenal. Pilih kembali.",
  },
  noLayout: {
    code: "statements.no_layout",
    status: 409,
    message: "Simpan dulu susunan kolom untuk rekening ini.",
  },
  missingFile: { code: "statements.missing_file", status: 422, message: "Pilih satu berkas CSV." },
  notCsv: {
    code: "statements.not_csv",
    status: 422,
    message: "Berkas ini bukan CSV. Unduh mutasi dari bank sebagai CSV, bukan Excel atau PDF.",
  },
  tooManyLines: {
    code: "statements.too_many_lines",
    status: 422,
    message: `Berkas ini terlalu panjang. Paling banyak ${formatCount(statementLimits.lines)} baris; bagi menurut tanggal.`,
  },
  tooLarge: {
    code: "statements.too_large",
    status: 413,
    message: `Berkas ini terlalu besar. Paling besar ${megabytes} MB; bagi menurut tanggal.`,
  },
  missingColumn: {
    code: "statements.missing_column",
    status: 422,
    message: "Kolom berkas ini tidak sesuai dengan susunan yang tersimpan. Belum ada yang tersimpan.",
  },
  badRow: {
    code: "statements.bad_row",
    status: 422,
    message: "Ada baris yang tidak terbaca. Belum ada yang tersimpan.",
  },
  badBalance: {
    code: "statements.bad_balance",
    status: 422,
    message: "Saldo di berkas ini tidak bersambung. Belum ada yang tersimpan.",
  },
  empty: { code: "statements.empty", status: 422, message: "Tidak ada mutasi di berkas ini." },
  lineUnknown: { code: "statements.line_unknown", status: 404, message: "Data tidak ditemukan." },
  notOpen: {
    code: "statements.not_open",
    status: 409,
    message: "Mutasi ini sudah diputuskan.",
  },
  chargeTooLarge: {
    code: "statements.charge_too_large",
    status: 422,
    message: `Seorang operator membukukan paling banyak ${formatRupiah(bankCharges.max)} biaya dan bunga bank dalam ${span(bankCharges.window)}. Minta operator lain, atau periksa lagi mutasinya.`,
  },
  notMatchable: {
    code: "statements.not_matchable",
    status: 422,
    message: "Hanya uang masuk dalam rupiah bulat yang bisa dicocokkan.",
  },
  transferUnknown: {
    code: "statements.transfer_unknown",
    status: 422,
    message: "Tagihan transfer ini tidak ditemukan. Pilih dari daftar.",
  },
  secondOperator: {
    code: "statements.second_operator",
    status: 409,
    message: "Operator lain harus memastikannya, bukan Anda.",
  },
});

const columnTitle = singleLine(1, 100);

export const layoutBody = z
  .strictObject({
    day_column: columnTitle,
    day_format: z.enum(dayFormatNames as [(typeof dayFormatNames)[number], ...typeof dayFormatNames]),
    description_columns: z.array(columnTitle).min(1).max(maxDescriptionColumns),
    amount_column: columnTitle.nullable(),
    sign_column: columnTitle.nullable(),
    credit_column: columnTitle.nullable(),
    debit_column: columnTitle.nullable(),
    balance_column: columnTitle.nullable().default(null),
    decimal_mark: z.enum([",", "."]),
  })
  .refine((body) => (body.amount_column === null) === (body.credit_column !== null && body.debit_column !== null), {
    path: ["amount_column"],
    error: "Isi kolom jumlah, atau kolom uang masuk dan uang keluar, tidak keduanya.",
  })
  .refine((body) => (body.credit_column === null) === (body.debit_column === null), {
    path: ["debit_column"],
    error: "Kolom uang masuk dan uang keluar diisi keduanya.",
  })
  .refine((body) => body.sign_column === null || body.amount_column !== null, {
    path: ["sign_column"],
    error: "Kolom tanda hanya untuk kolom jumlah.",
  });

const account = z.object({
  /** `bca:1234567890`. */
  key: z.string(),
  bank_name: z.string(),
  number: z.string(),
  /** Buyers can transfer to it now. */
  is_offered: z.boolean(),
  has_layout: z.boolean(),
  /** Columns as they are stored, or to begin with. */
  layout: z.object({
    day_column: z.string(),
    day_format: z.string(),
    description_columns: z.array(z.string()),
    amount_column: z.string().nullable(),
    sign_column: z.string().nullable(),
    credit_column: z.string().nullable(),
    debit_column: z.string().nullable(),
    balance_column: z.string().nullable(),
    decimal_mark: z.string(),
  }),
  /** The last day of the last statement. */
  last_day: z.string().nullable(),
});
export type StatementAccountJson = z.output<typeof account>;

/** The number of a page of statements or movements. */
export const statementPage = queryInt(1, statementPages.maxPage).optional();

const fileRefusals = [
  statementRefusals.notFinance,
  statementRefusals.accountUnknown,
  statementRefusals.noLayout,
  statementRefusals.missingFile,
  statementRefusals.notCsv,
  statementRefusals.tooManyLines,
  statementRefusals.tooLarge,
  statementRefusals.missingColumn,
  statementRefusals.badRow,
  statementRefusals.badBalance,
  statementRefusals.empty,
  requestRefusals.malformed,
];

/** The calls about files and their columns. Those about single movements are in line-contract.ts. */
export const statementEndpoints = endpoints({
  "GET /v1/operator/bank-accounts": {
    summary: "The marketplace's bank accounts, and how their statements are read",
    policy: "operator:transfers.read",
    response: resultResponse(z.object({ accounts: z.array(account), decides: z.boolean() })),
  },
  "PUT /v1/operator/statement-layouts/:account": {
    summary: "Say which column of a bank's CSV file means what",
    policy: "operator:transfers.decide",
    params: z.strictObject({ account: boundedText(41) }),
    body: layoutBody,
    response: changeResponse(z.strictObject({})),
    refusals: [statementRefusals.notFinance, statementRefusals.accountUnknown],
  },
  "GET /v1/operator/statements": {
    summary: "Uploaded bank statements, newest first",
    policy: "operator:transfers.read",
    query: z.strictObject({ page: statementPage }),
    response: resultResponse(
      z.object({
        rows: z.array(
          z.object({
            id,
            account: z.string(),
            bank_name: z.string(),
            file_name: z.string(),
            line_count: z.int(),
            new_count: z.int(),
            matched_count: z.int(),
            first_day: z.iso.date(),
            last_day: z.iso.date(),
            uploaded_by: z.string(),
            uploaded_at: timestamp,
          }),
        ),
        more: z.boolean(),
      }),
    ),
  },
  "POST /v1/operator/statements": {
    summary:
      "Upload the CSV file of a bank account (multipart: `account`, file `statement`). Known movements are left out, exact transfers are booked",
    policy: "operator:transfers.decide",
    multipart: true,
    response: changeResponse(
      z.object({
        lines: z.int(),
        new_lines: z.int(),
        skipped: z.int(),
        matched: z.int(),
        proposed: z.int(),
        confirmed: z.int(),
        waiting: z.int(),
      }),
    ),
    limit: { max: 30, window: minute, by: "user" },
    refusals: fileRefusals,
  },
  "POST /v1/operator/statements/preview": {
    summary: "Read a CSV file without storing it (multipart: `account`, file `statement`)",
    policy: "operator:transfers.decide",
    changesNothing: true,
    multipart: true,
    response: resultResponse(
      z.object({
        lines: z.int(),
        skipped: z.int(),
        first: z.array(z.object({ day: z.iso.date(), amount: z.int(), cents: z.int(), description: z.string() })),
      }),
    ),
    limit: { max: 30, window: minute, by: "user" },
    refusals: fileRefusals,
  },
});
export type StatementApi = typeof statementEndpoints;
