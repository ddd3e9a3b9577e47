import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, id, multiLine, resultResponse, singleLine, timestamp } from "#lib/schema.ts";
import { mediaRefusals } from "#media/contract.ts";
import {
  documentKindNames,
  documentUploads,
  readingReasonLength,
  sellerKindNames,
  sellerTextLength,
  verificationFieldNames,
  verificationReasonLength,
  verificationStatuses,
  type VerificationStatus,
} from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Ends verifications, reminds sellers and deletes what is no longer needed. */
    "shops.maintain_verifications": Record<string, never>;
  }
}

export const verificationRefusals = defineRefusals({
  notChangeable: {
    code: "verification.not_changeable",
    status: 409,
    message: "Data ini sedang diperiksa, jadi belum bisa diubah.",
  },
  incomplete: {
    code: "verification.incomplete",
    status: 422,
    message: "Data atau dokumennya belum lengkap. Yang sudah ada tersimpan.",
  },
  numberTaken: {
    code: "verification.number_taken",
    status: 409,
    message: "Nomor ini sudah dipakai toko lain. Bila nomor ini milik Anda, hubungi layanan pelanggan.",
  },
  numberVerified: {
    code: "verification.number_verified",
    status: 409,
    message:
      "NIK, NPWP, atau NIB ini sudah terverifikasi di toko lain. Akhiri yang lain dulu, atau tolak pengajuan ini.",
  },
  nothingOpen: {
    code: "verification.nothing_open",
    status: 409,
    message: "Tidak ada verifikasi yang bisa dicabut.",
  },
  decided: {
    code: "verification.decided",
    status: 409,
    message: "Keadaannya sudah berubah. Muat ulang halaman.",
  },
  notRead: {
    code: "verification.not_read",
    status: 409,
    message: "Buka dokumennya dengan alasan lebih dulu.",
  },
  nothingToCorrect: {
    code: "verification.nothing_to_correct",
    status: 422,
    message: "Tulis apa yang perlu diperbaiki, paling sedikit pada satu isian.",
  },
});

const kind = z.enum(sellerKindNames);
const status = z.enum(Object.keys(verificationStatuses) as [VerificationStatus, ...VerificationStatus[]]);
const documentKind = z.enum(documentKindNames);
const field = z.enum(verificationFieldNames);
const document = z.object({ kind: documentKind, type: z.enum(["image/webp", "application/pdf"]), at: timestamp });
const reasons = z.array(z.object({ field, text: z.string() }));

const ownVerification = z.object({
  /** Null for a shop that has never begun. */
  status: status.nullable(),
  kind,
  name: z.string(),
  address: z.string(),
  /** Masked; empty while unknown. */
  nik: z.string(),
  npwp: z.string(),
  nib: z.string(),
  documents: z.array(document),
  /** What an operator asks to correct, or why the application was refused or ended. */
  reasons,
  note: z.string(),
  sent_at: timestamp.nullable(),
  /** What buyers see now; null while the seller is not verified. */
  verified: z.object({ name: z.string(), kind, until: timestamp }).nullable(),
  /** How many products the shop can have until then; null without a limit. */
  max_products: z.int().nullable(),
});
export type OwnVerification = z.output<typeof ownVerification>;

const typedNumber = boundedText(40)
  .regex(/^[\d\s.-]*$/, "Tulis angkanya saja.")
  .optional();

const listed = z.object({
  id,
  shop: z.object({ id, name: z.string(), slug: z.string(), city: z.string() }),
  kind,
  status,
  /** The shop is verified already and changes its data. */
  is_change: z.boolean(),
  sent_at: timestamp,
  due_at: timestamp,
  decided_at: timestamp.nullable(),
});

const dossier = listed.extend({
  version: z.int(),
  documents: z.array(document),
  /** Until when this operator can read the documents; null before a reason is given. */
  reading_until: timestamp.nullable(),
  /** In full while the documents are open, else null. */
  data: z
    .object({ name: z.string(), address: z.string(), nik: z.string(), npwp: z.string(), nib: z.string() })
    .nullable(),
  /** What buyers see now. */
  verified_name: z.string().nullable(),
  reasons,
  note: z.string(),
  earlier: z.int(),
  /** Other shops with one of its numbers, while it waits. */
  shared_numbers: z.array(
    z.object({
      kind: z.enum(["nik", "npwp", "nib"]),
      shop: z.object({ id, name: z.string() }),
      is_verified: z.boolean(),
    }),
  ),
  decides: z.boolean(),
});
export type Dossier = z.output<typeof dossier>;
export type ListedVerification = z.output<typeof listed>;

export const verificationViews = ["waiting", "verified", "ended"] as const;
export type VerificationView = (typeof verificationViews)[number];

const reason = multiLine(verificationReasonLength.min, verificationReasonLength.max);
const params = z.strictObject({ verificationId: id });

export const verificationEndpoints = endpoints({
  "GET /v1/seller/verification": {
    summary: "How far the verification of your shop is, with masked numbers",
    policy: "seller",
    response: resultResponse(ownVerification),
  },
  "PUT /v1/seller/verification": {
    summary: "Store who is behind your shop; a number that is left out stays as it is stored",
    policy: "seller",
    body: z.strictObject({
      kind,
      name: singleLine(sellerTextLength.name.min, sellerTextLength.name.max),
      address: multiLine(sellerTextLength.address.min, sellerTextLength.address.max),
      nik: typedNumber,
      npwp: typedNumber,
      nib: typedNumber,
    }),
    limit: { max: 60, window: 60 * 60_000, by: "user" },
    response: changeResponse(ownVerification),
    refusals: [verificationRefusals.notChangeable],
  },
  "POST /v1/seller/verification/documents": {
    summary: "Upload one document (multipart: field `kind`, then file `document`: JPEG, PNG or PDF); it is encrypted",
    policy: "seller",
    multipart: true,
    limit: { ...documentUploads, by: "user" },
    response: changeResponse(ownVerification),
    refusals: [
      verificationRefusals.notChangeable,
      mediaRefusals.notADocument,
      mediaRefusals.notAPicture,
      mediaRefusals.tooManyPixels,
      mediaRefusals.missing,
    ],
  },
  "POST /v1/seller/verification/send": {
    summary: "Send the application to an operator",
    policy: "seller",
    limit: { max: 20, window: 60 * 60_000, by: "user" },
    response: changeResponse(ownVerification),
    refusals: [verificationRefusals.notChangeable, verificationRefusals.incomplete, verificationRefusals.numberTaken],
  },
  "POST /v1/seller/verification/withdraw": {
    summary: "Withdraw the open application, or without one the verification itself",
    policy: "seller",
    response: changeResponse(ownVerification),
    refusals: [verificationRefusals.nothingOpen],
  },
  "GET /v1/operator/verifications": {
    summary: "Applications of sellers: those that wait (the oldest first), verified ones, or ended ones",
    policy: "operator:verifications.read",
    query: z.strictObject({ view: z.enum(verificationViews).optional(), before: id.optional() }),
    limit: { max: 120, window: 60_000, by: "user" },
    response: resultResponse(z.object({ rows: z.array(listed), next: id.nullable() })),
  },
  "GET /v1/operator/verifications/:verificationId": {
    summary: "One application; its data in full only while this operator has its documents open",
    policy: "operator:verifications.read",
    params,
    response: resultResponse(dossier),
  },
  "POST /v1/operator/verifications/:verificationId/open": {
    summary: "Open the data and documents of an application for half an hour; the reason is in the audit log",
    policy: "operator:verifications.decide",
    params,
    body: z.strictObject({ reason: singleLine(readingReasonLength.min, readingReasonLength.max) }),
    limit: { max: 120, window: 60 * 60_000, by: "user" },
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound],
  },
  "GET /v1/operator/verifications/:verificationId/documents/:documentKind": {
    summary: "A document of an application that this operator has open; each reading is in the audit log",
    policy: "operator:verifications.decide",
    params: z.strictObject({ verificationId: id, documentKind }),
    response: z.unknown(),
    raw: true,
    limit: { max: 600, window: 60 * 60_000, by: "user" },
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/operator/verifications/:verificationId/decide": {
    summary: "Accept an application, return it with what to correct, or refuse it",
    policy: "operator:verifications.decide",
    params,
    body: z.discriminatedUnion("decision", [
      z.strictObject({ decision: z.literal("accept"), version: z.int() }),
      z.strictObject({
        decision: z.literal("return"),
        version: z.int(),
        reasons: z.array(z.strictObject({ field, text: reason })).max(verificationFieldNames.length),
      }),
      z.strictObject({ decision: z.literal("refuse"), version: z.int(), reason }),
    ]),
    response: changeResponse(z.null()),
    refusals: [
      requestRefusals.notFound,
      verificationRefusals.decided,
      verificationRefusals.notRead,
      verificationRefusals.nothingToCorrect,
      verificationRefusals.numberVerified,
    ],
  },
  "POST /v1/operator/verifications/:verificationId/end": {
    summary: "End the verification of a seller with a reason that the seller reads",
    policy: "operator:verifications.decide",
    params,
    body: z.strictObject({ reason }),
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, verificationRefusals.decided],
  },
});
export type VerificationApi = typeof verificationEndpoints;
