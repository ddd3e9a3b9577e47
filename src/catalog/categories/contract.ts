import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { isLink } from "#lib/settings/field-schema.ts";
import { boundedText, changeResponse, id, name, resultResponse } from "#lib/schema.ts";
import { attributeKindNames } from "../attributes/rules.ts";
import { categoryIcons, categoryLimits, maxCategories } from "./rules.ts";

export const categoryRefusals = defineRefusals({
  changed: {
    code: "categories.changed",
    status: 409,
    message: "Kategori ini diubah orang lain sejak halaman ini dibuka. Lihat lagi, lalu ulangi.",
  },
  nested: {
    code: "categories.nested",
    status: 409,
    message: "Kategori tidak bisa berada di dalam dirinya sendiri atau sub-kategorinya.",
  },
  deep: {
    code: "categories.deep",
    status: 409,
    message: "Kategori hanya dua tingkat. Pilih kategori utama, dan pindahkan dulu sub-kategorinya.",
  },
  shelf: {
    code: "categories.shelf",
    status: 409,
    message: "Kategori tujuan punya sub-kategori, jadi tidak memuat produk. Pilih salah satu sub-kategorinya.",
  },
  link: {
    code: "categories.link",
    status: 409,
    message: "Tautan menu tidak memuat produk, jadi tidak bisa digabungkan.",
  },
  nameTaken: {
    code: "categories.name_taken",
    status: 409,
    message: "Nama ini sudah dipakai di tingkat yang sama.",
  },
  inUse: {
    code: "categories.in_use",
    status: 409,
    message: "Voucher yang berjalan atau aturan barang terlarang memakai kategori ini. Akhiri atau ubah itu dulu.",
  },
  feeDiffers: {
    code: "categories.fee_differs",
    status: 409,
    message:
      "Komisi produk kategori ini akan berubah, padahal perubahan komisi diumumkan dulu kepada penjual. Samakan komisinya di halaman Biaya, lalu ulangi setelah aturannya berlaku.",
  },
  taxDiffers: {
    code: "categories.tax_differs",
    status: 409,
    message:
      "Pajak produk kategori ini akan berubah. Minta bagian keuangan menyamakan aturan pajak kategorinya di halaman Pajak, lalu ulangi.",
  },
  deadLink: {
    code: "categories.dead_link",
    status: 422,
    message: "Halaman ini tidak ada di situs. Periksa alamatnya.",
  },
  full: {
    code: "categories.full",
    status: 409,
    message: `Pohon kategori paling banyak memuat ${maxCategories} kategori dan tautan.`,
  },
});

const icons = Object.keys(categoryIcons) as [keyof typeof categoryIcons, ...(keyof typeof categoryIcons)[]];
const icon = z.enum(icons, "Pilih ikon dari daftar.");
const categoryName = name(categoryLimits.name.min, categoryLimits.name.max);
const url = boundedText(categoryLimits.url).refine(
  isLink,
  "Tulis alamat https:// yang lengkap, atau halaman situs ini yang diawali dengan /.",
);
const version = z.int().min(1);
const params = z.strictObject({ categoryId: id });
const changed = changeResponse(z.object({ id }));

const added = z.strictObject({
  name: categoryName,
  /** The main category above; null for a main category or a link. */
  parent_id: id.nullable(),
  icon: icon.optional(),
  /** Makes it a link of the menu to this address. */
  url: url.optional(),
});
export type NewCategoryBody = z.output<typeof added>;

const change = z.strictObject({
  version,
  name: categoryName,
  icon: icon.optional(),
  /** Only of a link. */
  url: url.optional(),
  is_hidden: z.boolean(),
});
export type CategoryBody = z.output<typeof change>;

/** One of the attributes that products of a category have. */
export const attributeShape = z.object({
  name: z.string(),
  kind: z.enum(attributeKindNames),
  unit: z.string().nullable(),
  options: z.array(z.string()),
  is_required: z.boolean(),
  is_filterable: z.boolean(),
});
export type ShownAttribute = z.output<typeof attributeShape>;

const listed = z.object({
  id,
  parent_id: id.nullable(),
  slug: z.string(),
  name: z.string(),
  icon: z.string(),
  url: z.string().nullable(),
  /** The link leads to a page of this site that is not there any more. */
  is_dead: z.boolean(),
  is_hidden: z.boolean(),
  version: z.int(),
  /** Working days for a change of mind, with those of the main category above. 0: none. */
  changed_mind_days: z.int(),
  /** Its own attributes, without those of the main category above. */
  attributes: z.array(attributeShape),
  /** Products of all sellers that are on sale, with those of sub-categories, counted up to a limit in each. */
  products: z.int(),
});
export type ListedCategory = z.output<typeof listed>;

const mergePreview = z.object({
  /** Products that would move, on sale or not. */
  products: z.int(),
  sub_categories: z.array(z.string()),
  /** Working days for a change of mind of the products that would move; sub-categories keep theirs. 0: none. */
  changed_mind: z.object({ before: z.int(), after: z.int() }),
  /** Whether a commission of its own exists for one of the two categories. */
  has_own_fee: z.boolean(),
  /** Running vouchers and rules of forbidden goods that name the category. A merge needs none. */
  vouchers: z.int(),
  rules: z.int(),
});
export type MergePreview = z.output<typeof mergePreview>;

const placing = [
  categoryRefusals.changed,
  categoryRefusals.nested,
  categoryRefusals.deep,
  categoryRefusals.nameTaken,
  categoryRefusals.feeDiffers,
  categoryRefusals.taxDiffers,
];
const merging = [
  categoryRefusals.nested,
  categoryRefusals.deep,
  categoryRefusals.shelf,
  categoryRefusals.link,
  categoryRefusals.feeDiffers,
  categoryRefusals.taxDiffers,
];

export const categoryEndpoints = endpoints({
  "GET /v1/operator/categories": {
    summary: "The whole tree of categories in its order, with hidden categories and links",
    policy: "operator:categories.read",
    response: resultResponse(z.object({ changes: z.boolean(), rows: z.array(listed) })),
  },
  "POST /v1/operator/categories": {
    summary: "Add a category, or a link of the menu, at the end of its level",
    policy: "operator:categories.change",
    body: added,
    response: changed,
    refusals: [
      categoryRefusals.full,
      categoryRefusals.nested,
      categoryRefusals.deep,
      categoryRefusals.nameTaken,
      categoryRefusals.deadLink,
    ],
  },
  "PUT /v1/operator/categories/:categoryId": {
    summary: "Rename, hide or show a category; its address stays",
    policy: "operator:categories.change",
    params,
    body: change,
    response: changed,
    refusals: [
      requestRefusals.notFound,
      categoryRefusals.changed,
      categoryRefusals.nameTaken,
      categoryRefusals.deadLink,
    ],
  },
  "POST /v1/operator/categories/:categoryId/step": {
    summary: "Move a category before or after its neighbour",
    policy: "operator:categories.change",
    params,
    body: z.strictObject({ version, step: z.enum(["up", "down"]) }),
    response: changed,
    refusals: [requestRefusals.notFound, categoryRefusals.changed],
  },
  "POST /v1/operator/categories/:categoryId/place": {
    summary: "Move a category below a main category, or to the top level",
    policy: "operator:categories.change",
    params,
    body: z.strictObject({ version, parent_id: id.nullable() }),
    response: changed,
    refusals: [requestRefusals.notFound, ...placing],
  },
  "POST /v1/operator/categories/:categoryId/merge/preview": {
    summary: "What merging a category into another one would move; stores nothing",
    policy: "operator:categories.change",
    changesNothing: true,
    params,
    body: z.strictObject({ into: id }),
    response: resultResponse(mergePreview),
    refusals: [requestRefusals.notFound, ...merging],
  },
  "POST /v1/operator/categories/:categoryId/merge": {
    summary: "Merge a category into another one: products move, and the old address leads to the new one for good",
    policy: "operator:categories.change",
    params,
    body: z.strictObject({ version, into: id }),
    response: changed,
    refusals: [requestRefusals.notFound, categoryRefusals.changed, categoryRefusals.inUse, ...merging],
  },
  "POST /v1/operator/categories/:categoryId/remove": {
    summary: "Remove a link from the menu. Categories are merged or hidden instead",
    policy: "operator:categories.change",
    params,
    body: z.strictObject({ version }),
    response: changed,
    refusals: [requestRefusals.notFound, categoryRefusals.changed],
  },
});
export type CategoryApi = typeof categoryEndpoints;
