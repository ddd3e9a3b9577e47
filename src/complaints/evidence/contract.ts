import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id } from "#lib/schema.ts";
import { minute, span } from "#lib/time.ts";
import { mediaRefusals } from "#media/contract.ts";
import { privateFileTypes } from "#media/rules.ts";
import { evidencePerSide, maxEvidencePerMessage, unusedEvidenceTtl } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Deletes evidence that no message uses, and that of complaints closed long ago, once a night. */
    "complaints.remove_evidence": Record<string, never>;
  }
}

export const evidenceRefusals = defineRefusals({
  missing: { code: "complaints.evidence_missing", status: 422, message: "Pilih satu foto atau video." },
  closed: {
    code: "complaints.evidence_closed",
    status: 409,
    message: "Pesanan ini tidak bisa dikomplain lagi, jadi berkasnya tidak kami simpan.",
  },
  tooMuch: {
    code: "complaints.evidence_too_much",
    status: 409,
    message: `Berkas Anda untuk pesanan ini sudah terlalu banyak: paling banyak ${evidencePerSide.files} berkas dan bersama-sama ${evidencePerSide.bytes / 1024 / 1024} MB.`,
  },
  unknown: {
    code: "complaints.evidence_unknown",
    status: 422,
    message: `Ada berkas yang sudah tidak tersimpan. Berkas yang belum dikirim disimpan ${span(unusedEvidenceTtl)}; pilih lagi, lalu kirim.`,
  },
});

/** A file of a message, as pages get it. */
export const evidenceFile = z.object({
  id,
  type: z.enum(privateFileTypes),
  /** In bytes. */
  bytes: z.int(),
});
export type EvidenceFile = z.output<typeof evidenceFile>;

/** The ids of uploaded files that a message takes over, each once. */
export const evidenceIds = z
  .array(id)
  .max(maxEvidencePerMessage, { error: `Paling banyak ${maxEvidencePerMessage} berkas.`, abort: true })
  .refine((ids) => new Set(ids).size === ids.length, "Berkas tertulis dua kali.");

export const evidenceEndpoints = endpoints({
  "POST /v1/orders/:orderId/evidence": {
    summary:
      "Upload one picture or video (multipart, field `file`) for a complaint about your order or an order of your shop. A message takes it over by its id",
    policy: "user",
    params: z.strictObject({ orderId: id }),
    multipart: true,
    response: changeResponse(evidenceFile),
    limit: { max: 60, window: 10 * minute, by: "user" },
    refusals: [
      evidenceRefusals.missing,
      evidenceRefusals.closed,
      evidenceRefusals.tooMuch,
      mediaRefusals.notMedia,
      mediaRefusals.notAPicture,
      mediaRefusals.tooManyPixels,
      mediaRefusals.notAVideo,
      requestRefusals.tooLarge,
      requestRefusals.notFound,
    ],
  },
  "GET /v1/complaint-evidence/:evidenceId": {
    summary:
      "A picture (WebP) or video of a complaint, for buyer, seller and mediators; a video in parts too (`Range`)",
    policy: "user",
    params: z.strictObject({ evidenceId: id }),
    response: z.any(),
    raw: true,
    refusals: [requestRefusals.notFound],
  },
  "DELETE /v1/complaint-evidence/:evidenceId": {
    summary: "Delete a file of yours that no message uses",
    policy: "user",
    params: z.strictObject({ evidenceId: id }),
    response: changeResponse(z.object({})),
    refusals: [requestRefusals.notFound],
  },
});
export type EvidenceApi = typeof evidenceEndpoints;
