import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, multiLine, resultResponse, rupiah, singleLine, timestamp } from "#lib/schema.ts";
import { maxForbiddenRules, ruleEffectNames, ruleLimits } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Stores the hashes of the pictures of a product that was taken down. */
    "catalog.remember_pictures": { productId: string };
  }
}

export const screeningRefusals = defineRefusals({
  decided: {
    code: "screening.decided",
    status: 409,
    message: "Produk ini sudah diputuskan atau diubah penjualnya.",
  },
  tooManyRules: {
    code: "screening.too_many_rules",
    status: 409,
    message: `Paling banyak ${maxForbiddenRules} aturan. Ubah salah satu yang ada.`,
  },
});

const effect = z.enum(ruleEffectNames);
const phrases = z
  .array(singleLine(ruleLimits.phrase.min, ruleLimits.phrase.max))
  .max(ruleLimits.phrases, `Paling banyak ${ruleLimits.phrases} kata atau frasa.`);

export const ruleBody = z
  .strictObject({
    label: singleLine(ruleLimits.label.min, ruleLimits.label.max),
    effect,
    words: phrases,
    exceptions: phrases,
    /** Slug of the only category in which the rule counts. */
    category: singleLine(1, 100).optional(),
    permit_name: singleLine(ruleLimits.permitName.min, ruleLimits.permitName.max).optional(),
    permit_form: singleLine(ruleLimits.permitForm.min, ruleLimits.permitForm.max).optional(),
    sentence: multiLine(ruleLimits.sentence.min, ruleLimits.sentence.max),
    is_active: z.boolean(),
  })
  .refine(
    ({ effect: chosen, words, category }) => words.length > 0 || (chosen === "permit" && category !== undefined),
    {
      path: ["words"],
      error: "Tulis paling sedikit satu kata atau frasa.",
    },
  )
  .refine(({ effect: chosen, permit_name: name }) => chosen !== "permit" || name !== undefined, {
    path: ["permit_name"],
    error: "Tulis nama nomor izinnya.",
  })
  .refine(({ effect: chosen, permit_form: form }) => chosen !== "permit" || form !== undefined, {
    path: ["permit_form"],
    error: "Tulis bentuk nomor izinnya.",
  });
export type RuleBody = z.output<typeof ruleBody>;

const rule = z.object({
  id,
  label: z.string(),
  effect,
  words: z.array(z.string()),
  exceptions: z.array(z.string()),
  category: z.string().nullable(),
  permit_name: z.string().nullable(),
  permit_form: z.string().nullable(),
  sentence: z.string(),
  is_active: z.boolean(),
  changed_at: timestamp,
});
export type ShownRule = z.output<typeof rule>;

const reason = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("rule"), label: z.string(), word: z.string(), sentence: z.string() }),
  /** Keys of the product's picture and of the removed one, and the product that was removed. */
  z.object({ kind: z.literal("picture"), picture: z.string(), removed: z.string(), product: z.string() }),
  z.object({ kind: z.literal("first") }),
]);

const held = z.object({
  id,
  product_id: id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  price: rupiah,
  category: z.string(),
  shop_name: z.string(),
  shop_slug: z.string(),
  is_verified: z.boolean(),
  reasons: z.array(reason),
  held_at: timestamp,
  due_at: timestamp,
  pictures: z.array(z.string()),
});
export type HeldProduct = z.output<typeof held>;

export const screeningEndpoints = endpoints({
  "GET /v1/operator/held-products": {
    summary: "Products that wait for an operator before they are on sale, the oldest first",
    policy: "operator:products.read",
    query: z.strictObject({ after: id.optional() }),
    response: resultResponse(z.object({ rows: z.array(held), next: id.nullable(), acts: z.boolean() })),
  },
  "POST /v1/operator/held-products/:holdId/approve": {
    summary: "Put a held product on sale",
    policy: "operator:products.moderate",
    params: z.strictObject({ holdId: id }),
    response: changeResponse(z.null()),
    refusals: [screeningRefusals.decided],
  },
  "GET /v1/operator/forbidden-rules": {
    summary: "What may not be sold, or only after a look or with a permit number",
    policy: "operator:products.read",
    response: resultResponse(z.object({ rules: z.array(rule), acts: z.boolean() })),
  },
  "POST /v1/operator/forbidden-rules": {
    summary: "Add a rule; it applies to what sellers save from now on",
    policy: "operator:products.moderate",
    body: ruleBody,
    response: changeResponse(z.object({ id })),
    refusals: [screeningRefusals.tooManyRules],
  },
  "POST /v1/operator/forbidden-rules/preview": {
    summary: "Products on sale that a rule would concern, among the newest with one of its words",
    policy: "operator:products.read",
    changesNothing: true,
    body: ruleBody,
    limit: { max: 60, window: 60_000, by: "user" },
    response: changeResponse(
      z.object({
        checked: z.int(),
        found: z.array(z.object({ id, name: z.string(), slug: z.string(), shop: z.string(), word: z.string() })),
      }),
    ),
  },
  "PUT /v1/operator/forbidden-rules/:ruleId": {
    summary: "Change a rule, or end it",
    policy: "operator:products.moderate",
    params: z.strictObject({ ruleId: id }),
    body: ruleBody,
    response: changeResponse(z.object({ id })),
    refusals: [requestRefusals.notFound],
  },
});
export type ScreeningApi = typeof screeningEndpoints;
