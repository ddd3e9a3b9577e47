import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import {
  boundedText,
  changeResponse,
  id,
  multiLine,
  resultResponse,
  rupiah,
  singleLine,
  timestamp,
} from "#lib/schema.ts";
import {
  certificateNumberLength,
  maxCertificateDays,
  statementTurnover,
  taxNumberKindNames,
  taxpayerKindNames,
  taxpayerTextLength,
} from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Ends statements of shops whose turnover exceeds the limit. */
    "payments.end_statements": Record<string, never>;
  }
}

export const taxRefusals = defineRefusals({
  identityNeeded: {
    code: "tax.identity_needed",
    status: 409,
    message: "Simpan data pajak Anda lebih dulu.",
  },
  onlyPersons: {
    code: "tax.only_persons",
    status: 409,
    message: "Surat pernyataan hanya untuk orang pribadi. Badan usaha memakai SKB.",
  },
  turnoverExceeded: {
    code: "tax.turnover_exceeded",
    status: 409,
    message: `Peredaran bruto toko Anda di sini sudah melebihi ${formatRupiah(statementTurnover)}, jadi surat pernyataan tidak bisa dipakai.`,
  },
  textChanged: {
    code: "tax.text_changed",
    status: 409,
    message: "Teks pernyataan sudah berubah. Baca kembali, lalu kirim lagi.",
  },
  known: {
    code: "tax.exemption_known",
    status: 409,
    message: "Sudah ada untuk masa itu. Muat ulang halaman untuk melihatnya.",
  },
  ownCertificate: {
    code: "tax.own_certificate",
    status: 403,
    message: "Ini SKB toko Anda sendiri. Operator lain harus memutuskannya.",
  },
  decided: {
    code: "tax.exemption_decided",
    status: 409,
    message: "Ini sudah diputuskan atau sudah berakhir. Muat ulang halaman untuk melihatnya.",
  },
});

const exemption = z.object({
  id,
  kind: z.enum(["statement", "certificate"]),
  status: z.enum(["waiting", "accepted", "refused"]),
  year: z.int().nullable(),
  certificate_number: z.string().nullable(),
  valid_from: z.string(),
  valid_until: z.string(),
  /** What the seller agreed to. */
  text: z.string(),
  declared_at: timestamp,
  reason: z.string(),
  ended_reason: z.enum(["turnover", "seller"]).nullable(),
});
export type ExemptionAnswer = z.output<typeof exemption>;

const taxOfSeller = z.object({
  is_pkp: z.boolean(),
  /** Whether PPh 22 is withheld from orders of today at all. */
  is_withholding: z.boolean(),
  /** What an order of today withholds from this shop, per mille of the goods without PPN; 0 when it is exempt. */
  withheld_per_mille: z.int(),
  /** The PPN that the prices contain, per mille of the price without it. */
  vat_per_mille: z.int(),
  /** The same for categories whose goods are taxed in another way today, and for those below them. */
  categories: z.array(z.object({ slug: z.string(), withheld_per_mille: z.int(), vat_per_mille: z.int() })),
  identity: z
    .object({
      kind: z.enum(taxpayerKindNames),
      number_kind: z.enum(taxNumberKindNames),
      /** Masked. */
      number: z.string(),
      name: z.string(),
      address: z.string(),
    })
    .nullable(),
  /** Of the current year, in our books. */
  turnover: rupiah,
  /** The statements that can be handed in now. */
  statements: z.array(z.object({ year: z.int(), text: z.string() })),
  /** What is agreed to with a certificate; null when none can be handed in. */
  certificate_text: z.string().nullable(),
  exemptions: z.array(exemption),
  today: z.string(),
});
export type TaxOfSeller = z.output<typeof taxOfSeller>;

const days = {
  valid_from: z.iso.date("Tulis tanggal seperti 21/11/2026."),
  valid_until: z.iso.date("Tulis tanggal seperti 21/11/2026."),
};
type Days = { valid_from: string; valid_until: string };
const isInOrder = ({ valid_from, valid_until }: Days) => valid_from <= valid_until;
const isShort = ({ valid_from, valid_until }: Days) =>
  (Date.parse(valid_until) - Date.parse(valid_from)) / 86_400_000 < maxCertificateDays;
const order = { path: ["valid_until"], error: "Pilih hari sesudah hari mulai." };
const length = { path: ["valid_until"], error: `SKB berlaku paling lama ${maxCertificateDays} hari.` };

const text = boundedText(1000).min(1);

const waiting = exemption.extend({
  shop: z.string(),
  taxpayer: z.string(),
  /** In full, because the operator compares it with the certificate. */
  number: z.string(),
});
export type WaitingCertificate = z.output<typeof waiting>;

export const sellerTaxEndpoints = endpoints({
  "GET /v1/seller/tax": {
    summary: "What your shop declared about its taxes, and what is withheld from it",
    policy: "seller",
    response: resultResponse(taxOfSeller),
  },
  "PUT /v1/seller/tax/identity": {
    summary: "Declare the taxpayer behind your shop; without a number the stored one stays",
    policy: "seller",
    body: z.strictObject({
      kind: z.enum(taxpayerKindNames),
      number_kind: z.enum(taxNumberKindNames),
      number: boundedText(40).optional(),
      name: singleLine(taxpayerTextLength.name.min, taxpayerTextLength.name.max),
      address: multiLine(taxpayerTextLength.address.min, taxpayerTextLength.address.max),
    }),
    response: changeResponse(taxOfSeller),
    refusals: [],
  },
  "POST /v1/seller/tax/statements": {
    summary: "Hand in the statement that your turnover in a year is within the limit, with the text that you agree to",
    policy: "seller",
    body: z.strictObject({ year: z.int(), text }),
    response: changeResponse(taxOfSeller),
    refusals: [
      taxRefusals.identityNeeded,
      taxRefusals.onlyPersons,
      taxRefusals.turnoverExceeded,
      taxRefusals.textChanged,
      taxRefusals.known,
    ],
  },
  "POST /v1/seller/tax/certificates": {
    summary: "Hand in a certificate of exemption (SKB), with the text that you agree to; an operator decides",
    policy: "seller",
    body: z
      .strictObject({
        number: singleLine(certificateNumberLength.min, certificateNumberLength.max),
        text,
        ...days,
      })
      .refine(isInOrder, order)
      .refine(isShort, length),
    response: changeResponse(taxOfSeller),
    refusals: [taxRefusals.identityNeeded, taxRefusals.textChanged, taxRefusals.known],
  },
  "POST /v1/seller/tax/statements/:exemptionId/end": {
    summary: "Say that your turnover exceeds the limit: the statement ends with this month",
    policy: "seller",
    params: z.strictObject({ exemptionId: id }),
    response: changeResponse(taxOfSeller),
    refusals: [requestRefusals.notFound, taxRefusals.decided],
  },
  "GET /v1/operator/tax/certificates": {
    summary:
      "Certificates (SKB) that wait, with the taxpayer's number; reading them is recorded. Empty for other roles",
    policy: "operator:tax.read",
    response: resultResponse(z.array(waiting)),
  },
  "POST /v1/operator/tax/certificates/:exemptionId/decide": {
    summary: "Accept a certificate for days from today on, or refuse it with a reason",
    policy: "operator:tax.decide",
    params: z.strictObject({ exemptionId: id }),
    body: z.discriminatedUnion("accept", [
      z
        .strictObject({ accept: z.literal(true), ...days })
        .refine(isInOrder, order)
        .refine(isShort, length),
      z.strictObject({ accept: z.literal(false), reason: singleLine(5, 300) }),
    ]),
    response: changeResponse(exemption),
    refusals: [requestRefusals.notFound, taxRefusals.decided, taxRefusals.ownCertificate],
  },
});
export type SellerTaxApi = typeof sellerTaxEndpoints;
export type Decision = { accept: true; valid_from: string; valid_until: string } | { accept: false; reason: string };
