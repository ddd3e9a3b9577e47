import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, resultResponse, timestamp } from "#lib/schema.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Notifies sellers, those after `afterUserId`, that withholding is switched, or that a switch was withdrawn. */
    "payments.notify_of_withholding": { ruleId: string; event: "announced" | "withdrawn"; afterUserId: string | null };
  }
}

export const withholdingRefusals = defineRefusals({
  dayTaken: {
    code: "withholding.day_taken",
    status: 409,
    message: "Sudah ada pengaturan untuk hari itu. Pilih hari lain, atau tarik pengaturan itu lebih dulu.",
  },
  unchanged: {
    code: "withholding.unchanged",
    status: 409,
    message: "Pada hari itu pemungutan sudah seperti yang Anda pilih. Tidak ada yang diubah.",
  },
  begun: {
    code: "withholding.begun",
    status: 409,
    message: "Pengaturan ini sudah berlaku atau sudah ditarik. Buat pengaturan baru untuk menggantinya.",
  },
});

const rule = z.object({
  id,
  is_on: z.boolean(),
  /** The first Jakarta day. */
  valid_from: z.string(),
  announced_at: timestamp,
  announced_by: z.string(),
  phase: z.enum(["announced", "in_force", "past", "withdrawn"]),
});
export type WithholdingAnswer = z.output<typeof rule>;

const body = z.strictObject({
  is_on: z.boolean("Pilih nyala atau mati."),
  valid_from: z.iso.date("Tulis tanggal seperti 21/11/2026."),
});
export type WithholdingBody = z.output<typeof body>;

export const withholdingEndpoints = endpoints({
  "GET /v1/operator/withholding": {
    summary: "Whether PPh 22 is withheld, and from which days it was or will be switched",
    policy: "operator:tax.read",
    response: resultResponse(
      z.object({
        is_on: z.boolean(),
        today: z.string(),
        /** Whether this operator's role decides about taxes. */
        decides: z.boolean(),
        rules: z.array(rule),
      }),
    ),
  },
  "POST /v1/operator/withholding": {
    summary: "Switch the withholding of PPh 22 on or off from a day on: sellers are notified",
    policy: "operator:tax.decide",
    body,
    response: changeResponse(rule),
    refusals: [withholdingRefusals.dayTaken, withholdingRefusals.unchanged],
  },
  "POST /v1/operator/withholding/:ruleId/withdraw": {
    summary: "Withdraw a switch that has not begun",
    policy: "operator:tax.decide",
    params: z.strictObject({ ruleId: id }),
    response: changeResponse(rule),
    refusals: [requestRefusals.notFound, withholdingRefusals.begun],
  },
});
export type WithholdingApi = typeof withholdingEndpoints;
