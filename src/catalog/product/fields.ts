/**
 * The plain fields of a product: each has one value, which its seller states. From a field's entry here follow what `/v1`
 * accepts and answers (contract.ts), the columns of every statement (columns.ts), its place in the seller's form
 * (ui/editor) and in the copy of the seller's data. A new field takes a migration with its column, an entry here, and a
 * line on the product page (docs/examples/add-a-product-field.md). The product page words each field by hand, so the
 * browsers of buyers need not load this table. Category, pictures, attributes, variants and prices are not plain: they
 * have code of their own.
 */
import { minOrderLimits, preorderLimits, productTextLengths, weightLimits } from "../rules.ts";

/** The entry of a field. Its name is the name in JSON, the column of `products` and the name in the form. */
export type ProductField = {
  /** Label in the seller's form. */
  label: string;
  /** Label in the list of what is wrong with a form, when another one is clearer there. */
  shortLabel?: string;
  hint?: string;
  /** The part of the form: `about` is "Tentang produk", `sale` is "Pengiriman dan penjualan". */
  panel: "about" | "sale";
  /** May be empty; then the column holds null. */
  optional?: true;
  /** Name in the copy of the seller's data. Without one the copy does not have the field. */
  inCopy?: string;
} & (Text | WholeNumber | Choice | Flag);

/** A `name` and a `line` are one line of text, and a name has each word in one script; a `text` has several lines. */
type Text =
  | { kind: "name" | "line"; min: number; max: number }
  | { kind: "text"; min: number; max: number; rows: number };
type WholeNumber = {
  kind: "number";
  min: number;
  max: number;
  /** Sentences for a number outside the limits, when the usual ones lack the unit. */
  tooSmall?: string;
  tooLarge?: string;
  /** The value when none is given. */
  default?: number;
};
/** One of several values; a new form starts with the first. */
type Choice = { kind: "choice"; options: readonly { value: string; label: string }[] };
/** Yes or no; no when it is not given. */
type Flag = { kind: "flag" };

/** In the order of the form. */
export const productFields = {
  name: {
    kind: "name",
    ...productTextLengths.name,
    label: "Nama produk",
    hint: "Jenis barang, merek atau bahan, lalu ukuran. Contoh: Teko Tanah Liat Plered 1 Liter.",
    panel: "about",
    inCopy: "nama",
  },
  description: {
    kind: "text",
    ...productTextLengths.description,
    rows: 7,
    label: "Deskripsi",
    hint: `Bahan, ukuran, isi paket, dan cara merawat. Paling sedikit ${productTextLengths.description.min} karakter.`,
    panel: "about",
    inCopy: "keterangan",
  },
  condition: {
    kind: "choice",
    options: [
      { value: "new", label: "Baru" },
      { value: "used", label: "Bekas" },
    ],
    label: "Kondisi",
    panel: "about",
  },
  weight_g: {
    kind: "number",
    ...weightLimits,
    tooSmall: `Paling sedikit ${weightLimits.min} gram.`,
    tooLarge: `Paling banyak ${weightLimits.max / 1000} kg.`,
    label: "Berat dengan kemasan (gram)",
    shortLabel: "Berat",
    hint: `${weightLimits.min} gram sampai ${weightLimits.max / 1000} kg.`,
    panel: "sale",
  },
  min_order: {
    kind: "number",
    ...minOrderLimits,
    default: 1,
    label: "Pembelian minimum",
    panel: "sale",
  },
  preorder_days: {
    kind: "number",
    ...preorderLimits,
    optional: true,
    label: "Hari pre-order",
    hint: `${preorderLimits.min} sampai ${preorderLimits.max} hari. Kosongkan bila stok siap.`,
    panel: "sale",
  },
  is_regional: {
    kind: "flag",
    label: "Dibuat di daerah asalnya",
    hint: "Pernyataan Anda sebagai penjual, misalnya untuk batik tulis atau kopi dari kebun sendiri. Pembeli membacanya sebagai keterangan penjual.",
    panel: "about",
  },
} as const satisfies Record<string, ProductField>;

type Fields = typeof productFields;
export type ProductFieldName = keyof Fields;

type Value<F> = F extends { kind: "number" }
  ? number
  : F extends { kind: "flag" }
    ? boolean
    : F extends { options: readonly { value: infer V }[] }
      ? V
      : string;
/** The plain fields of one product, as rows, requests and answers hold them. */
export type ProductFields = {
  [N in ProductFieldName]: Value<Fields[N]> | (Fields[N] extends { optional: true } ? null : never);
};

/** Names of the fields that may be left out, because {@link omittedValue} has a value for them. */
export type OmissibleName = {
  [N in ProductFieldName]: Fields[N] extends { optional: true } | { default: number } | { kind: "flag" } ? N : never;
}[ProductFieldName];
/** The plain fields as somebody gives them who may leave some out. */
export type GivenFields = Omit<ProductFields, OmissibleName> & Partial<Pick<ProductFields, OmissibleName>>;

/** Every field with its name, in the order of the table. */
export const productFieldList = Object.entries(productFields) as [ProductFieldName, ProductField][];

/** What is stored for a field that was left out; undefined when it must be given. */
export function omittedValue(field: ProductField): number | boolean | null | undefined {
  if (field.optional) return null;
  if (field.kind === "flag") return false;
  return field.kind === "number" ? field.default : undefined;
}

/** The plain fields of something that has more, such as a row or a request; those left out get their usual value. */
export function pickFields(given: GivenFields): ProductFields {
  return Object.fromEntries(
    productFieldList.map(([name, field]) => [name, given[name] ?? omittedValue(field)]),
  ) as ProductFields;
}
