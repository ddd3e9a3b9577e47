import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import {
  boundedText,
  changeResponse,
  id,
  queryInt,
  resultResponse,
  rupiah,
  timestamp,
  whenValid,
} from "#lib/schema.ts";
import { span } from "#lib/time.ts";
import { feeKindNames, feeLimits, feeNoticeDuration, feePages, feesTag } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** A fee rule begins: cached pages show it. */
    "payments.fee_rule_begins": { ruleId: string };
    /** Notifies sellers, those after `afterUserId`, of a fee rule that was announced or withdrawn. */
    "payments.notify_of_fee_rule": { ruleId: string; event: "announced" | "withdrawn"; afterUserId: string | null };
  }
}

export const feeRefusals = defineRefusals({
  noticeTooShort: {
    code: "fees.notice_too_short",
    status: 422,
    message: `Aturan yang menaikkan biaya baru bisa berlaku ${span(feeNoticeDuration)} setelah diumumkan.`,
  },
  dayTaken: {
    code: "fees.day_taken",
    status: 409,
    message: "Sudah ada aturan untuk hari itu. Pilih hari lain, atau tarik aturan itu lebih dulu.",
  },
  categoryUnknown: { code: "fees.category_unknown", status: 422, message: "Kategori tidak dikenal. Pilih kembali." },
  begun: {
    code: "fees.begun",
    status: 409,
    message: "Aturan ini sudah berlaku atau sudah ditarik. Umumkan aturan baru untuk menggantinya.",
  },
  withdrawnTooLate: {
    code: "fees.withdrawn_too_late",
    status: 422,
    message: `Menarik aturan ini menaikkan biaya, jadi hanya bisa sampai ${span(feeNoticeDuration)} sebelum berlaku.`,
  },
});

const maxCacheSeconds = 60;

const dayField = z.iso.date("Tulis tanggal seperti 21/11/2026.");

const published = z.object({
  kind: z.enum(feeKindNames),
  per_mille: z.int(),
  cap: rupiah.nullable(),
  flat: rupiah,
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** The first Jakarta day. */
  valid_from: z.string(),
});

const feeRule = published.extend({
  id,
  announced_at: timestamp,
  phase: z.enum(["announced", "in_force", "past", "withdrawn"]),
  /** The terms as text. */
  text: z.string(),
});
export type FeeRuleAnswer = z.output<typeof feeRule>;

// Not given is not 0: a form that nobody filled in must not announce a marketplace without fees.
const body = z
  .strictObject({
    kind: z.enum(feeKindNames),
    /** The slug of a category that can hold products; null for all goods. */
    category: boundedText(60).nullable(),
    per_mille: z
      .int(`Tulis persen seperti 2,5, paling banyak ${feeLimits.maxPerMille / 10}%.`)
      .min(0)
      .max(feeLimits.maxPerMille, `Paling banyak ${feeLimits.maxPerMille / 10}%.`)
      .optional(),
    cap: z
      .int()
      .min(1, "Tulis jumlah rupiah dengan angka.")
      .max(feeLimits.maxCap, `Paling banyak ${formatRupiah(feeLimits.maxCap)}.`)
      .nullable(),
    flat: z
      .int("Tulis jumlah rupiah dengan angka.")
      .min(0)
      .max(feeLimits.maxFlat, `Paling banyak ${formatRupiah(feeLimits.maxFlat)}.`)
      .optional(),
    valid_from: dayField,
  })
  .refine(({ kind, category }) => kind === "commission" || category === null, {
    path: ["category"],
    error: "Biaya layanan berlaku untuk semua barang.",
    when: whenValid("kind", "category"),
  })
  .refine(({ per_mille, flat }) => per_mille !== undefined || flat !== undefined, {
    path: ["per_mille"],
    error: "Isi persen atau jumlah tetap. Tulis 0 bila memang tanpa biaya.",
    when: whenValid("per_mille", "flat"),
  })
  .refine(({ cap, per_mille = 0 }) => cap === null || per_mille > 0, {
    path: ["cap"],
    error: "Batas hanya berlaku bersama persen.",
    when: whenValid("cap", "per_mille"),
  });
export type FeeRuleBody = z.output<typeof body>;

const preview = z.object({
  text: z.string(),
  /** The category whose goods it is for; null for all goods. */
  category_name: z.string().nullable(),
  /** Some sellers or buyers pay more than by the rules that it replaces. */
  costs_more: z.boolean(),
  /** The first day on which it may begin. */
  earliest: z.string(),
});

const creating = [feeRefusals.noticeTooShort, feeRefusals.dayTaken, feeRefusals.categoryUnknown];

export const feeEndpoints = endpoints({
  "GET /v1/fees": {
    summary: "What sellers and buyers pay today, and what was announced",
    policy: "public",
    response: resultResponse(
      z.object({
        service_fee: published,
        commission: published,
        commission_by_category: z.array(published),
        announced: z.array(published),
      }),
    ),
    cache: { seconds: maxCacheSeconds, tags: () => [feesTag] },
  },
  "GET /v1/operator/fees": {
    summary: "All fee rules, the latest day first",
    policy: "operator:fees.read",
    query: z.strictObject({ page: queryInt(1, feePages.maxPage).optional() }),
    response: resultResponse(
      z.object({ rows: z.array(feeRule), more: z.boolean(), today: z.string(), earliest_increase: z.string() }),
    ),
  },
  "POST /v1/operator/fees/preview": {
    summary: "What a fee rule would change; stores nothing",
    policy: "operator:fees.decide",
    changesNothing: true,
    body,
    response: resultResponse(preview),
    refusals: creating,
  },
  "POST /v1/operator/fees": {
    summary: "Announce a fee rule: sellers are notified. One that costs more needs notice",
    policy: "operator:fees.decide",
    body,
    response: changeResponse(feeRule),
    refusals: creating,
  },
  "POST /v1/operator/fees/:ruleId/withdraw": {
    summary: "Withdraw a fee rule that has not begun",
    policy: "operator:fees.decide",
    params: z.strictObject({ ruleId: id }),
    response: changeResponse(feeRule),
    refusals: [requestRefusals.notFound, feeRefusals.begun, feeRefusals.withdrawnTooLate],
  },
});
export type FeeApi = typeof feeEndpoints;
