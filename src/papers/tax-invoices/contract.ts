import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { boundedText, queryInt, resultResponse, rupiah, timestamp } from "#lib/schema.ts";
import { isMonth } from "#payments/payouts/statement/rules.ts";
import { taxFileLimit } from "./rules.ts";

export const taxInvoiceRefusals = defineRefusals({
  numberNeeded: {
    code: "papers.tax_number_needed",
    status: 409,
    message: "Simpan NPWP Anda di data pajak toko lebih dulu, karena berkas Coretax memuatnya.",
  },
});

const month = boundedText(7).refine(isMonth, "Bulan tidak sesuai.");

export const taxInvoiceEndpoints = endpoints({
  "GET /v1/seller/tax-invoices": {
    summary: "The ended months in which your orders with PPN were paid, newest first",
    policy: "seller",
    response: resultResponse(
      z.object({
        /** The shop's tax number is known, so files can be made. */
        has_number: z.boolean(),
        months: z.array(z.object({ month: z.string(), label: z.string() })),
      }),
    ),
  },
  "GET /v1/seller/tax-invoices/:month": {
    summary: "The tax base and PPN of a month's orders, and the corrections of earlier months",
    policy: "seller",
    params: z.strictObject({ month }),
    response: resultResponse(
      z.object({
        month: z.string(),
        label: z.string(),
        /** Tax invoices, and into how many files they are split. */
        count: z.int(),
        parts: z.int(),
        base: rupiah,
        vat: rupiah,
        /**
         * Refunds of this month for orders that were paid before it: by how much base and PPN fall. Negative when a
         * refund was taken back. They are in no file.
         */
        corrections: z.array(
          z.object({ number: z.string(), invoice: z.string(), at: timestamp, base: z.int(), vat: z.int() }),
        ),
      }),
    ),
    refusals: [requestRefusals.notFound],
  },
  "GET /v1/seller/tax-invoices/:month/:kind": {
    summary: "A file for Coretax (XML): `invoices` with a tax invoice for each order, or `retail` without buyers",
    policy: "seller",
    params: z.strictObject({ month, kind: z.enum(["invoices", "retail"]) }),
    query: z.strictObject({ part: queryInt(1, 1000).optional() }),
    limit: taxFileLimit,
    response: z.string(),
    raw: true,
    refusals: [requestRefusals.notFound, taxInvoiceRefusals.numberNeeded],
  },
});
export type TaxInvoiceApi = typeof taxInvoiceEndpoints;
