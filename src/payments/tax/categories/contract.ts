import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, resultResponse, timestamp, whenValid } from "#lib/schema.ts";
import { allCategoryTaxValues, categoryTaxKinds, categoryTaxValues } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Notifies sellers of goods that a category's rule taxes otherwise, those after `afterUserId`. */
    "payments.notify_of_category_tax": { ruleId: string; event: "announced" | "withdrawn"; afterUserId: string | null };
  }
}

export const categoryTaxRefusals = defineRefusals({
  dayTaken: {
    code: "category_tax.day_taken",
    status: 409,
    message: "Kategori ini sudah punya aturan untuk hari itu. Pilih hari lain, atau tarik aturan itu lebih dulu.",
  },
  begun: {
    code: "category_tax.begun",
    status: 409,
    message: "Aturan ini sudah berlaku atau sudah ditarik. Buat aturan baru untuk menggantinya.",
  },
});

const rule = z.object({
  id,
  category_id: id,
  category_name: z.string(),
  kind: z.enum(categoryTaxKinds),
  value: z.enum(allCategoryTaxValues),
  /** The first Jakarta day. */
  valid_from: z.string(),
  announced_at: timestamp,
  announced_by: z.string(),
  phase: z.enum(["announced", "in_force", "past", "withdrawn"]),
});
export type CategoryTaxAnswer = z.output<typeof rule>;

const body = z
  .strictObject({
    category_id: id,
    kind: z.enum(categoryTaxKinds),
    value: z.enum(allCategoryTaxValues),
    valid_from: z.iso.date("Tulis tanggal seperti 21/11/2026."),
  })
  .refine(({ kind, value }) => categoryTaxValues[kind].some((one) => one === value), {
    path: ["value"],
    message: "Pilih perlakuan yang sesuai dengan pajaknya.",
    when: whenValid("kind", "value"),
  });
export type CategoryTaxBody = z.output<typeof body>;

export const categoryTaxEndpoints = endpoints({
  "GET /v1/operator/category-taxes": {
    summary: "Which categories are exempt from PPh 22 or hold luxury goods, and from which days on",
    policy: "operator:tax.read",
    response: resultResponse(
      z.object({
        rules: z.array(rule),
        /** The categories of goods; a subcategory is named with its root. */
        categories: z.array(z.object({ id, name: z.string() })),
      }),
    ),
  },
  "POST /v1/operator/category-taxes": {
    summary: "Say from a day on why no PPh 22 is withheld from goods of a category, or that they are luxury goods",
    policy: "operator:tax.decide",
    body,
    response: changeResponse(rule),
    refusals: [categoryTaxRefusals.dayTaken],
  },
  "POST /v1/operator/category-taxes/:ruleId/withdraw": {
    summary: "Withdraw a rule of a category that has not begun",
    policy: "operator:tax.decide",
    params: z.strictObject({ ruleId: id }),
    response: changeResponse(rule),
    refusals: [requestRefusals.notFound, categoryTaxRefusals.begun],
  },
});
export type CategoryTaxApi = typeof categoryTaxEndpoints;
