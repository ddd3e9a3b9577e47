import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, resultResponse, rupiah, singleLine } from "#lib/schema.ts";
import { isMonth } from "../../payouts/statement/rules.ts";
import { maxTaxRows, taxReferenceLength } from "./rules.ts";

export const taxFileRefusals = defineRefusals({
  tooLarge: {
    code: "tax.file_too_large",
    status: 422,
    message: `Berkas ini melebihi ${maxTaxRows.toLocaleString("id-ID")} baris.`,
  },
  monthRunning: {
    code: "tax.month_running",
    status: 409,
    message: "Bulan itu belum berakhir, jadi jumlahnya masih bisa berubah.",
  },
  alreadyPaid: {
    code: "tax.already_paid",
    status: 409,
    message: "Bulan itu atau nomor itu sudah dicatat. Tidak ada yang diubah.",
  },
  amountDiffers: {
    code: "tax.amount_differs",
    status: 409,
    message: "Jumlah yang harus disetor berbeda dari yang Anda lihat. Periksa lagi.",
  },
});

const payment = z.object({ amount: rupiah, reference: z.string(), paid_on: z.string(), entered_by: z.string() });

const taxMonth = z.object({
  month: z.string(),
  label: z.string(),
  /** The price of the goods without PPN on which tax was withheld, less corrections. */
  base: z.int(),
  /** Negative when refunds gave back more than was withheld. */
  withheld: z.int(),
  /** What is to be paid to the state, after a negative rest of earlier months. */
  due: rupiah,
  is_over: z.boolean(),
  payment: payment.nullable(),
});
export type TaxMonth = z.output<typeof taxMonth>;

const month = boundedText(7).refine(isMonth, "Bulan tidak sesuai.");
const year = boundedText(4).regex(/^20\d{2}$/, "Tahun tidak sesuai.");

export const taxFileEndpoints = endpoints({
  "GET /v1/operator/tax/months": {
    summary: "PPh 22 by month: what was withheld, what is to be paid to the state, and what was paid",
    policy: "operator:tax.read",
    response: resultResponse(z.array(taxMonth)),
  },
  "POST /v1/operator/tax/months/:month/pay": {
    summary: "Record that the PPh 22 of a month was paid to the state; it leaves the ledger's account once",
    policy: "operator:tax.decide",
    params: z.strictObject({ month }),
    body: z.strictObject({
      /** The sum that was shown as due. */
      amount: z.int().min(1),
      reference: singleLine(taxReferenceLength.min, taxReferenceLength.max),
      paid_on: z.iso.date("Tulis tanggal seperti 21/11/2026."),
    }),
    response: changeResponse(taxMonth),
    refusals: [taxFileRefusals.monthRunning, taxFileRefusals.alreadyPaid, taxFileRefusals.amountDiffers],
  },
  "GET /v1/operator/tax/withheld/:month/file.csv": {
    summary: "The PPh 22 of a month as CSV, with tax numbers; reading it is recorded",
    policy: "operator:tax.decide",
    params: z.strictObject({ month }),
    response: z.string(),
    raw: true,
    refusals: [taxFileRefusals.tooLarge],
  },
  "GET /v1/operator/tax/vat/:month/file.csv": {
    summary: "The PPN of PKP shops in a month as CSV, with tax numbers; reading it is recorded",
    policy: "operator:tax.decide",
    params: z.strictObject({ month }),
    response: z.string(),
    raw: true,
    refusals: [taxFileRefusals.tooLarge],
  },
  "GET /v1/operator/tax/pmse/:month/file.csv": {
    summary: "What each seller sold in a month as CSV for the tax office, with tax numbers; reading it is recorded",
    policy: "operator:tax.decide",
    params: z.strictObject({ month }),
    response: z.string(),
    raw: true,
    refusals: [taxFileRefusals.tooLarge],
  },
  "GET /v1/seller/tax/files": {
    summary: "The years in which PPh 22 was withheld from your shop, and the months with a file of PPN",
    policy: "seller",
    response: resultResponse(
      z.object({
        years: z.array(z.object({ year: z.int(), base: z.int(), amount: z.int() })),
        vat_months: z.array(z.object({ month: z.string(), label: z.string() })),
      }),
    ),
  },
  "GET /v1/seller/tax/withheld/:year/file.csv": {
    summary: "The PPh 22 that was withheld from your shop in a year, by order, as CSV",
    policy: "seller",
    params: z.strictObject({ year }),
    response: z.string(),
    raw: true,
    refusals: [taxFileRefusals.tooLarge],
  },
  "GET /v1/seller/tax/vat/:month/file.csv": {
    summary: "The PPN in your shop's prices in a month, by order, as CSV",
    policy: "seller",
    params: z.strictObject({ month }),
    response: z.string(),
    raw: true,
    refusals: [taxFileRefusals.tooLarge],
  },
});
export type TaxFileApi = typeof taxFileEndpoints;
