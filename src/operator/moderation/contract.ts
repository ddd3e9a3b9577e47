import { z } from "zod";
import { measureKinds, measureTextLength, reasonsAgainst, type MeasureKind } from "#accounts/measures/rules.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { changeResponse, id, multiLine, resultResponse, singleLine, timestamp } from "#lib/schema.ts";
import { answerLength, endReasonLength, maxModerationSearchLength, viewReasonLength } from "./rules.ts";

export const moderationRefusals = defineRefusals({
  taken: { code: "moderation.taken", status: 409, message: "Tindakan yang sama sudah berlaku. Tidak ada yang diubah." },
  self: {
    code: "moderation.self",
    status: 409,
    message: "Anda tidak memutuskan tentang akun, toko, atau produk sendiri.",
  },
  operator: {
    code: "moderation.operator",
    status: 409,
    message: "Akun operator tidak diblokir di sini. Pemilik pasar mengambil perannya dulu.",
  },
  ended: { code: "moderation.ended", status: 409, message: "Tindakan ini sudah berakhir. Tidak ada yang diubah." },
  ownerBlocked: {
    code: "moderation.owner_blocked",
    status: 409,
    message: "Akun pemilik toko ini masih diblokir. Cabut blokir akunnya dulu, lalu buka tokonya.",
  },
  sameOperator: {
    code: "moderation.same_operator",
    status: 409,
    message: "Banding dijawab operator lain, bukan yang mengambil tindakan.",
  },
  noAppeal: { code: "moderation.no_appeal", status: 409, message: "Tidak ada banding yang menunggu jawaban." },
});

const ruleAgainst = (kind: MeasureKind) => z.enum(reasonsAgainst(kind), "Pilih alasan.");
const text = multiLine(measureTextLength.min, measureTextLength.max);
const found = z.strictObject({
  q: singleLine(1, maxModerationSearchLength).optional(),
  before: id.optional(),
});
const page = <T extends z.core.$ZodType>(row: T) =>
  resultResponse(z.object({ rows: z.array(row), next: id.nullable(), acts: z.boolean() }));

/** A measure that is in force. */
const openMeasure = z.object({ id, rule: z.string(), text: z.string(), at: timestamp, is_appealed: z.boolean() });
const person = z.object({
  id,
  /** Masked, as are e-mail and phone. */
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  type: z.string(),
  shop: z.object({ name: z.string(), slug: z.string() }).nullable(),
  created_at: timestamp,
  block: openMeasure.nullable(),
});
const measure = z.object({
  id,
  kind: z.enum(measureKinds),
  about: z.string(),
  rule: z.string(),
  text: z.string(),
  taken_by: z.string(),
  taken_at: timestamp,
  appeal: z.string().nullable(),
  appealed_at: timestamp.nullable(),
  answer: z.string().nullable(),
  ended_at: timestamp.nullable(),
});
export type ListedMeasure = z.output<typeof measure>;
const measureRefused = [
  requestRefusals.notFound,
  moderationRefusals.taken,
  moderationRefusals.self,
  moderationRefusals.operator,
];

export const moderationEndpoints = endpoints({
  "GET /v1/operator/people": {
    summary:
      "People, newest first, with masked data; by e-mail, phone or id, or by the beginning of a name, ordered by name",
    policy: "operator:people.read",
    query: found,
    limit: { max: 120, window: 60_000, by: "user" },
    response: page(person),
  },
  "GET /v1/operator/people/:userId": {
    summary: "A person with masked data, and the measures about them",
    policy: "operator:people.read",
    params: z.strictObject({ userId: id }),
    response: resultResponse(z.object({ person, measures: z.array(measure), acts: z.boolean(), views: z.boolean() })),
  },
  "POST /v1/operator/people/:userId/view": {
    summary: "A person's data in full; the reading and its reason are in the audit log",
    policy: "operator:people.view",
    params: z.strictObject({ userId: id }),
    body: z.strictObject({ reason: singleLine(viewReasonLength.min, viewReasonLength.max) }),
    limit: { max: 60, window: 60 * 60_000, by: "user" },
    response: changeResponse(
      z.object({
        name: z.string(),
        email: z.string(),
        email_verified: z.boolean(),
        phone: z.string().nullable(),
        phone_verified: z.boolean(),
        province: z.string().nullable(),
        orders: z.int(),
        sessions: z.int(),
      }),
    ),
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/operator/people/:userId/block": {
    summary: "Block an account: all sessions end at once, running orders go on, the person's shop is suspended",
    policy: "operator:people.block",
    params: z.strictObject({ userId: id }),
    body: z.strictObject({ rule: ruleAgainst("user"), text }),
    response: changeResponse(z.null()),
    refusals: measureRefused,
  },
  "GET /v1/operator/shops": {
    summary: "Shops by name, address or id, newest first",
    policy: "operator:shops.read",
    query: found,
    limit: { max: 120, window: 60_000, by: "user" },
    response: page(
      z.object({
        id,
        name: z.string(),
        slug: z.string(),
        city: z.string(),
        seller_id: id,
        products: z.int(),
        opened_at: timestamp,
        payouts_held: z.boolean(),
        suspension: openMeasure.nullable(),
      }),
    ),
  },
  "POST /v1/operator/shops/:shopId/suspend": {
    summary:
      "Stop a shop's sales: its products are not found and not sold, running orders go on; withdrawals by choice",
    policy: "operator:shops.suspend",
    params: z.strictObject({ shopId: id }),
    body: z.strictObject({ rule: ruleAgainst("shop"), text, holds_payouts: z.boolean() }),
    response: changeResponse(z.null()),
    refusals: measureRefused,
  },
  "GET /v1/operator/products": {
    summary: "Products by name, address or id, newest first, also those that are not on sale",
    policy: "operator:products.read",
    query: found,
    limit: { max: 120, window: 60_000, by: "user" },
    response: page(
      z.object({
        id,
        name: z.string(),
        slug: z.string(),
        shop_name: z.string(),
        shop_slug: z.string(),
        status: z.string(),
        price: z.int(),
        created_at: timestamp,
        takedown: openMeasure.nullable(),
      }),
    ),
  },
  "POST /v1/operator/products/:productId/take-down": {
    summary: "Take a product off sale everywhere at once",
    policy: "operator:products.moderate",
    params: z.strictObject({ productId: id }),
    body: z.strictObject({ rule: ruleAgainst("product"), text }),
    response: changeResponse(z.null()),
    refusals: measureRefused,
  },
  "GET /v1/operator/appeals": {
    summary: "Appeals that wait for an answer, the oldest first",
    policy: "operator:measures.decide",
    response: resultResponse(
      z.array(
        measure.extend({
          is_own: z.boolean(),
          person_id: id,
          /** Masked. */
          person_name: z.string(),
          /** The product, the shop or the person that the measure is about. */
          subject_id: id,
          /** Measures about the same person before this one. */
          earlier: z.int(),
          appealed_at: timestamp,
          due_at: timestamp,
          /** Whether this operator may open the person's page. */
          reads_people: z.boolean(),
        }),
      ),
    ),
  },
  "POST /v1/operator/appeals/:measureId": {
    summary: "Answer an appeal: end the measure or leave it. Another operator than the one who took it",
    policy: "operator:measures.decide",
    params: z.strictObject({ measureId: id }),
    body: z.strictObject({ ends: z.boolean(), answer: multiLine(answerLength.min, answerLength.max) }),
    response: changeResponse(z.null()),
    refusals: [
      requestRefusals.notFound,
      moderationRefusals.noAppeal,
      moderationRefusals.ownerBlocked,
      moderationRefusals.sameOperator,
      moderationRefusals.self,
    ],
  },
  "POST /v1/operator/measures/:measureId/end": {
    summary: "End a measure without an appeal",
    policy: "operator:measures.decide",
    params: z.strictObject({ measureId: id }),
    body: z.strictObject({ reason: singleLine(endReasonLength.min, endReasonLength.max) }),
    response: changeResponse(z.null()),
    refusals: [
      requestRefusals.notFound,
      moderationRefusals.ended,
      moderationRefusals.self,
      moderationRefusals.ownerBlocked,
    ],
  },
});
export type ModerationApi = typeof moderationEndpoints;
