import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, rupiah, singleLine, whenValid } from "#lib/schema.ts";
import { complaintParams, complaintRefusals } from "../contract.ts";
import { claimStateNames, claimTextLength } from "./rules.ts";

export const claimRefusals = defineRefusals({
  notInsured: {
    code: "complaints.not_insured",
    status: 409,
    message: "Paket pesanan ini tidak diasuransikan, atau masalahnya tidak ditanggung asuransi.",
  },
  claimClosed: {
    code: "complaints.claim_closed",
    status: 409,
    message: "Hasil klaim ini sudah dicatat, atau klaimnya belum diajukan.",
  },
  caseOpen: {
    code: "complaints.claim_case_open",
    status: 409,
    message:
      "Pembayaran klaim dicatat setelah komplain dan pesanannya selesai, karena saat itu jelas siapa yang menanggung.",
  },
  secondOperator: {
    code: "complaints.claim_second_operator",
    status: 409,
    message: "Operator lain harus mencatat pembayaran ini, karena Anda yang mencatat bahwa klaimnya diajukan.",
  },
  referenceUsed: {
    code: "complaints.claim_reference_used",
    status: 409,
    message: "Nomor pembayaran ini sudah dicatat untuk klaim lain. Tidak ada yang dibukukan.",
  },
  aboveInsured: {
    code: "complaints.claim_above_insured",
    status: 422,
    message: "Bersama klaim lain pesanan ini, jumlahnya melebihi nilai yang diasuransikan.",
  },
});

export const claimEndpoints = endpoints({
  "POST /v1/operator/complaints/:complaintId/claim": {
    summary:
      "Enter that the courier was asked for an insured parcel, that it paid (the shop gets what it lost), or that it refused",
    policy: "operator:claims.decide",
    params: complaintParams,
    body: z
      .strictObject({
        state: z.enum(claimStateNames),
        /** What the courier paid; for `paid` only. */
        amount: rupiah.optional().default(0),
        reference: singleLine(0, claimTextLength.reference).optional().default(""),
        note: singleLine(claimTextLength.note.min, claimTextLength.note.max),
      })
      .refine(({ state, amount }) => (state === "paid") === amount > 0, {
        path: ["amount"],
        message: "Isi jumlah yang dibayar kurir, hanya bila klaim dibayar.",
        when: whenValid("state", "amount"),
      })
      .refine(({ state, reference }) => state !== "paid" || reference !== "", {
        path: ["reference"],
        message: "Isi nomor pembayaran kurir atau mutasi bank.",
        when: whenValid("state", "reference"),
      }),
    response: changeResponse(z.object({ state: z.enum(claimStateNames) })),
    refusals: [
      requestRefusals.notFound,
      complaintRefusals.conflictOfInterest,
      claimRefusals.notInsured,
      claimRefusals.claimClosed,
      claimRefusals.caseOpen,
      claimRefusals.aboveInsured,
      claimRefusals.secondOperator,
      claimRefusals.referenceUsed,
    ],
  },
});
export type ClaimApi = typeof claimEndpoints;
