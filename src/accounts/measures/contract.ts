import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { changeResponse, id, multiLine, resultResponse, timestamp } from "#lib/schema.ts";
import { appealRules, measureKinds } from "./rules.ts";

export const measureRefusals = defineRefusals({
  blocked: {
    code: "accounts.blocked",
    status: 403,
    message: "Akun ini diblokir. Masuklah lewat halaman Masuk untuk membaca alasannya dan mengajukan banding.",
  },
  notAppealable: {
    code: "measures.not_appealable",
    status: 409,
    message: "Banding untuk tindakan ini sudah dikirim, atau waktunya sudah lewat.",
  },
});

const shown = z.object({
  id,
  kind: z.enum(measureKinds),
  /** The product or shop that it is about; empty for an account. */
  about: z.string(),
  rule: z.string(),
  text: z.string(),
  taken_at: timestamp,
  can_appeal: z.boolean(),
  /** The last moment for an appeal. */
  appeal_until: timestamp,
  appealed_at: timestamp.nullable(),
  answer: z.string().nullable(),
  ended_at: timestamp.nullable(),
});
export type ShownMeasure = z.output<typeof shown>;
const appeal = z.strictObject({ text: multiLine(appealRules.min, appealRules.max) });

export const measureEndpoints = endpoints({
  "GET /v1/auth/block": {
    summary:
      "Why the account to which this browser has just logged in correctly is blocked; null for any other browser",
    policy: "public",
    response: resultResponse(shown.nullable()),
  },
  "POST /v1/auth/block/appeal": {
    summary: "Appeal against the block of the account, from the browser that has just logged in correctly",
    policy: "public",
    body: appeal,
    limit: { max: 20, window: 60_000 },
    response: changeResponse(z.null()),
    refusals: [measureRefusals.notAppealable],
  },
  "GET /v1/seller/measures": {
    summary: "Suspensions of the shop and takedowns of its products, newest first",
    policy: "seller",
    response: resultResponse(z.array(shown)),
  },
  "POST /v1/seller/measures/:measureId/appeal": {
    summary: "Appeal against a measure about the shop or one of its products",
    policy: "seller",
    params: z.strictObject({ measureId: id }),
    body: appeal,
    response: changeResponse(z.null()),
    refusals: [measureRefusals.notAppealable],
  },
});
export type MeasureApi = typeof measureEndpoints;
