import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, resultResponse, singleLine, whenValid } from "#lib/schema.ts";
import { attributeShape, categoryRefusals } from "../categories/contract.ts";
import { attributeKindNames, attributeLimits } from "./rules.ts";

const isUnique = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase())).size === texts.length;

const definition = z
  .strictObject({
    name: singleLine(attributeLimits.name.min, attributeLimits.name.max).refine(
      (text) => /^[\p{L}\p{N}][\p{L}\p{N} ()/-]*$/u.test(text),
      "Hanya huruf, angka, spasi, garis, dan kurung.",
    ),
    kind: z.enum(attributeKindNames, "Pilih jenis dari daftar."),
    unit: singleLine(1, attributeLimits.unit)
      .refine((text) => /^[\p{L}%°²³/]+$/u.test(text), "Satuan satu kata, misalnya cm.")
      .nullable(),
    options: z
      .array(singleLine(1, attributeLimits.options.length))
      .max(attributeLimits.options.max, `Paling banyak ${attributeLimits.options.max} pilihan.`)
      .refine(isUnique, "Ada pilihan yang sama."),
    is_required: z.boolean(),
    is_filterable: z.boolean(),
  })
  .refine(({ kind, options }) => kind !== "choice" || options.length >= attributeLimits.options.min, {
    path: ["options"],
    message: `Tulis paling sedikit ${attributeLimits.options.min} pilihan.`,
    when: whenValid("kind", "options"),
  })
  .transform((one) => ({
    ...one,
    unit: one.kind === "number" ? one.unit : null,
    options: one.kind === "choice" ? one.options : [],
  }));
export type AttributeBody = z.input<typeof definition>;

export const attributeEndpoints = endpoints({
  "GET /v1/categories/attributes": {
    summary: "The attributes of each category that has some of its own; a sub-category has those above it too",
    policy: "public",
    cache: { seconds: 5, tags: () => ["categories"] },
    response: resultResponse(z.array(z.object({ slug: z.string(), attributes: z.array(attributeShape) }))),
  },
  "PUT /v1/operator/categories/:categoryId/attributes": {
    summary: "Change what sellers are asked about products of a category. Products keep the values that they have",
    policy: "operator:categories.change",
    params: z.strictObject({ categoryId: id }),
    body: z.strictObject({
      version: z.int().min(1),
      attributes: z
        .array(definition)
        .max(attributeLimits.attributes, `Paling banyak ${attributeLimits.attributes} rincian.`)
        .refine((all) => isUnique(all.map(({ name }) => name)), "Ada rincian dengan nama yang sama."),
    }),
    response: changeResponse(z.object({ id })),
    refusals: [requestRefusals.notFound, categoryRefusals.changed, categoryRefusals.link],
  },
});
export type AttributeApi = typeof attributeEndpoints;
