import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import {
  boundedText,
  changeResponse,
  id,
  queryInt,
  resultResponse,
  rupiah,
  rupiahBetween,
  timestamp,
  whenValid,
} from "#lib/schema.ts";
import {
  isVoucherCode,
  maxActiveVouchers,
  maxMinGoods,
  normaliseCode,
  offeredVouchers,
  stackingGroups,
  voucherAmountLimits,
  voucherChoiceLimits,
  voucherCodeLength,
  voucherKindNames,
  voucherPages,
  voucherPhaseLabels,
  voucherProblems,
  voucherProblemText,
  voucherQuotaLimits,
  type StackingGroup,
  type VoucherPhase,
  type VoucherProblem,
} from "./rules.ts";

export const voucherRefusals = defineRefusals({
  codeTaken: {
    code: "vouchers.code_taken",
    status: 409,
    message: "Kode ini masih dipakai voucher Anda yang lain. Pilih kode lain.",
  },
  tooMany: {
    code: "vouchers.too_many",
    status: 409,
    message: `Paling banyak ${maxActiveVouchers.shop} voucher toko, dan ${maxActiveVouchers.platform} voucher pasar, yang belum berakhir. Hentikan sebagian lebih dulu.`,
  },
  categoryUnknown: {
    code: "vouchers.category_unknown",
    status: 422,
    message: "Kategori tidak dikenal. Pilih kembali.",
  },
  shopClosed: {
    code: "vouchers.shop_closed",
    status: 409,
    message: "Voucher toko yang baru sedang tidak diterima. Voucher Anda yang sudah ada tetap berlaku sampai berakhir.",
  },
  alreadyStopped: { code: "vouchers.already_stopped", status: 409, message: "Voucher ini sudah dihentikan." },
});

const conflicts: readonly VoucherProblem[] = ["stopped", "ended", "used_up", "used_by_you"];

/** Why a checkout with a voucher is refused: `vouchers.ended` and so on. */
export const voucherProblemRefusals = defineRefusals(
  Object.fromEntries(
    voucherProblems.map((problem) => [
      problem,
      {
        code: `vouchers.${problem}` as const,
        status: problem === "too_many_codes" ? 429 : conflicts.includes(problem) ? 409 : 422,
        message: voucherProblemText(problem, undefined),
      },
    ]),
  ) as { [P in VoucherProblem]: { code: `vouchers.${P}`; status: 409 | 422 | 429; message: string } },
);

/** A code as a person enters it; becomes the code as it is stored. */
const voucherCode = boundedText(60)
  .refine(
    isVoucherCode,
    `Tulis ${voucherCodeLength.min} sampai ${voucherCodeLength.max} huruf A–Z dan angka, tanpa spasi.`,
  )
  .transform(normaliseCode);

const dayField = z.iso.date("Tulis tanggal seperti 21/11/2026.");

const fields = {
  voucher_code: voucherCode,
  kind: z.enum(voucherKindNames),
  /** Of percent and cashback. */
  percent: z.int().min(1).max(100).nullable(),
  /** What a fixed voucher takes off; of other kinds the most that one use takes off. */
  max_amount: rupiahBetween(voucherAmountLimits.min, voucherAmountLimits.max),
  min_goods: rupiahBetween(0, maxMinGoods),
  /** The slug of a category that can hold products; null for all goods. */
  category: boundedText(60).nullable(),
  quota: z.int().min(voucherQuotaLimits.min).max(voucherQuotaLimits.max),
  per_buyer: z.int().min(1).max(voucherQuotaLimits.maxPerBuyer),
  /** The first and the last day, in Jakarta. */
  starts_on: dayField,
  ends_on: dayField,
  /** Buyers see it; otherwise it needs its code. */
  is_listed: z.boolean(),
};
const platformFields = {
  ...fields,
  /** It cannot be combined with any other voucher. */
  is_alone: z.boolean(),
};

type VoucherFields = { kind: string; percent: number | null; quota: number; per_buyer: number } & {
  starts_on: string;
  ends_on: string;
};
const isPercentKind = (kind: string) => kind === "percent" || kind === "cashback";
function withRules<T extends z.ZodType<VoucherFields>>(schema: T) {
  return schema
    .refine(({ kind, percent }) => !isPercentKind(kind) || percent !== null, {
      path: ["percent"],
      error: "Isi persennya.",
      when: whenValid("kind", "percent"),
    })
    .refine(({ kind, percent }) => isPercentKind(kind) || percent === null, {
      path: ["percent"],
      error: "Kosongkan persen untuk jenis voucher ini.",
      when: whenValid("kind", "percent"),
    })
    .refine(({ per_buyer, quota }) => per_buyer <= quota, {
      path: ["per_buyer"],
      error: "Tidak bisa lebih dari kuota.",
      when: whenValid("per_buyer", "quota"),
    })
    .refine(({ starts_on, ends_on }) => starts_on <= ends_on, {
      path: ["ends_on"],
      error: "Hari terakhir tidak bisa sebelum hari pertama.",
      when: whenValid("starts_on", "ends_on"),
    });
}
const shopVoucherBody = withRules(z.strictObject(fields));
const platformVoucherBody = withRules(z.strictObject(platformFields));
export type VoucherBody = z.output<typeof shopVoucherBody>;
export type PlatformVoucherBody = z.output<typeof platformVoucherBody>;

/** Purges cached lists of vouchers. */
export const vouchersTag = "vouchers";

const phases = Object.keys(voucherPhaseLabels) as [VoucherPhase, ...VoucherPhase[]];
const groups = Object.keys(stackingGroups) as [StackingGroup, ...StackingGroup[]];

/** A voucher for its owner: its shop, or the platform. */
export const ownVoucher = z.object({
  id,
  voucher_code: z.string(),
  kind: z.enum(voucherKindNames),
  title: z.string(),
  terms: z.string(),
  stacking_group: z.enum(groups),
  phase: z.enum(phases),
  is_listed: z.boolean(),
  quota: z.int(),
  per_buyer: z.int(),
  used: z.int(),
  /** What paid purchases have cost its owner with it, in rupiah. */
  spent: rupiah,
  max_cost: rupiah,
  starts_at: timestamp,
  ends_at: timestamp,
});
export type OwnVoucher = z.output<typeof ownVoucher>;

/** A voucher as buyers see it. */
export const offeredVoucher = z.object({
  id,
  voucher_code: z.string(),
  title: z.string(),
  terms: z.string(),
  bearer: z.enum(["shop", "platform"]),
  shop_id: id.nullable(),
  shop_name: z.string().nullable(),
  ends_at: timestamp,
});
export type OfferedVoucher = z.output<typeof offeredVoucher>;

/** A voucher that the buyer of a purchase may choose. */
export const purchaseVoucher = offeredVoucher.extend({
  is_chosen: z.boolean(),
  /**
   * What it takes off this purchase, and what it gives back later. Of a voucher that is not chosen: what it would be
   * alone. Both are 0 for free shipping in a cart, whose shipping costs are unknown.
   */
  saves: rupiah,
  cashback: rupiah,
  /** Why it cannot be used in this purchase. */
  problem: z.object({ code: z.string(), text: z.string() }).nullable(),
});
export type PurchaseVoucher = z.output<typeof purchaseVoucher>;

/** Why a code that the buyer entered is not used. */
export const codeProblem = z.object({ voucher_code: z.string(), code: z.string(), text: z.string() });
export type CodeProblem = z.output<typeof codeProblem>;

/** The vouchers that a buyer chose: by id, and by code. */
export const voucherChoice = {
  ids: z.array(id).max(voucherChoiceLimits.ids),
  codes: z.array(boundedText(60)).max(voucherChoiceLimits.codes),
};

/** What a voucher would cost, before it exists. */
const preview = z.object({ title: z.string(), terms: z.string(), max_cost: rupiah, text: z.string() });

const ownVouchers = resultResponse(
  z.object({
    rows: z.array(ownVoucher),
    more: z.boolean(),
    /** The current day in Jakarta, the first on which a new voucher may begin. */
    today: z.string(),
  }),
);
const listQuery = z.strictObject({
  view: z.enum(["current", "past"]).optional(),
  page: queryInt(1, voucherPages.maxPage).optional(),
});
const voucherParams = z.strictObject({ voucherId: id });
const creating = [voucherRefusals.codeTaken, voucherRefusals.tooMany, voucherRefusals.categoryUnknown];
const stopping = [requestRefusals.notFound, voucherRefusals.alreadyStopped];

export const voucherEndpoints = endpoints({
  "GET /v1/merchants/:slug/vouchers": {
    summary: "The vouchers of a shop that every buyer may use now",
    policy: "public",
    params: z.strictObject({ slug: boundedText(200) }),
    response: resultResponse(z.array(offeredVoucher)),
    cache: { seconds: offeredVouchers.maxCacheSeconds, tags: () => [vouchersTag] },
  },
  "GET /v1/seller/vouchers": {
    summary: "The vouchers of your shop, newest first",
    policy: "seller",
    query: listQuery,
    response: ownVouchers,
  },
  "POST /v1/seller/vouchers/preview": {
    summary: "What a voucher would cost your shop at most; stores nothing",
    policy: "seller",
    body: shopVoucherBody,
    response: resultResponse(preview),
    refusals: [...creating, voucherRefusals.shopClosed],
  },
  "POST /v1/seller/vouchers": {
    summary: "Create a voucher of your shop, which bears it",
    policy: "seller",
    body: shopVoucherBody,
    response: changeResponse(ownVoucher),
    refusals: [...creating, voucherRefusals.shopClosed],
  },
  "POST /v1/seller/vouchers/:voucherId/stop": {
    summary: "Stop a voucher of your shop; purchases that have it already keep it",
    policy: "seller",
    params: voucherParams,
    response: changeResponse(ownVoucher),
    refusals: stopping,
  },
  "GET /v1/operator/vouchers": {
    summary: "The vouchers of the platform, newest first",
    policy: "operator:vouchers.read",
    query: listQuery,
    response: ownVouchers,
  },
  "POST /v1/operator/vouchers/preview": {
    summary: "What a voucher would cost the platform at most; stores nothing",
    policy: "operator:vouchers.decide",
    changesNothing: true,
    body: platformVoucherBody,
    response: resultResponse(preview),
    refusals: creating,
  },
  "POST /v1/operator/vouchers": {
    summary: "Create a voucher that the platform bears",
    policy: "operator:vouchers.decide",
    body: platformVoucherBody,
    response: changeResponse(ownVoucher),
    refusals: creating,
  },
  "POST /v1/operator/vouchers/:voucherId/stop": {
    summary: "Stop a voucher of the platform; purchases that have it already keep it",
    policy: "operator:vouchers.decide",
    params: voucherParams,
    response: changeResponse(ownVoucher),
    refusals: stopping,
  },
});
export type VoucherApi = typeof voucherEndpoints;
