/**
 * The plain fields of a product: each holds one value that the seller enters. A field's entry in this table decides
 * what `/v1` accepts and returns (contract.ts), the columns of every SQL statement (columns.ts), the field in the
 * seller's form (ui/editor) and in the copy of the seller's data. To add a field, write a migration with its column, an
 * entry here and a line on the product page (docs/examples/add-a-product-field.md). The product page does not read this
 * table, so that buyers' browsers need not load it. Category, pictures, attributes, variants and prices are not plain
 * fields.
 */
import { minOrderLimits, preorderLimits, productTextLengths, sideLimits, weightLimits } from "../rules.ts";

/** One field. Its key in the table is its name in JSON, its column in `products` and its name in the form. */
export type ProductField = {
  /** Label in the seller's form. */
  label: string;
  /** Label in the form's list of errors, if it differs. */
  shortLabel?: string;
  hint?: string;
  /** Part of the form: `about` is "Tentang produk", `sale` is "Pengiriman dan penjualan". */
  panel: "about" | "sale";
  /** The field may be empty; its column is null then. */
  optional?: true;
  /** Name in the copy of the seller's data. Without it, the copy leaves the field out. */
  inCopy?: string;
} & (Text | WholeNumber | Choice | Flag);

/**
 * `name` and `line` are one line of text; in a `name`, each word must be in one script. `text` may have several lines.
 */
type Text =
  | { kind: "name" | "line"; min: number; max: number }
  | { kind: "text"; min: number; max: number; rows: number };
type WholeNumber = {
  kind: "number";
  min: number;
  max: number;
  /** Error messages that name the unit, instead of the usual ones. */
  tooSmall?: string;
  tooLarge?: string;
  /** Value when the field is left out. */
  default?: number;
};
/** One of several values. The form of a new product starts with the first. */
type Choice = { kind: "choice"; options: readonly { value: string; label: string }[] };
/** Yes or no. A field that is left out means no. */
type Flag = { kind: "flag" };

/** The fields in the order of the form. */
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
  length_cm: {
    kind: "number",
    ...sideLimits,
    tooSmall: `Paling sedikit ${sideLimits.min} cm.`,
    tooLarge: `Paling banyak ${sideLimits.max} cm.`,
    optional: true,
    label: "Panjang dengan kemasan (cm)",
    shortLabel: "Panjang",
    hint: "Kurir menghitung ongkir barang ringan tetapi besar dari ukurannya. Isi ketiga ukuran, atau kosongkan ketiganya.",
    panel: "sale",
    inCopy: "panjang_cm",
  },
  width_cm: {
    kind: "number",
    ...sideLimits,
    tooSmall: `Paling sedikit ${sideLimits.min} cm.`,
    tooLarge: `Paling banyak ${sideLimits.max} cm.`,
    optional: true,
    label: "Lebar dengan kemasan (cm)",
    shortLabel: "Lebar",
    panel: "sale",
    inCopy: "lebar_cm",
  },
  height_cm: {
    kind: "number",
    ...sideLimits,
    tooSmall: `Paling sedikit ${sideLimits.min} cm.`,
    tooLarge: `Paling banyak ${sideLimits.max} cm.`,
    optional: true,
    label: "Tinggi dengan kemasan (cm)",
    shortLabel: "Tinggi",
    panel: "sale",
    inCopy: "tinggi_cm",
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
    hint: `${preorderLimits.min} sampai ${preorderLimits.max} hari kalender. Kosongkan bila stok siap.`,
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
/** The values of one product's plain fields, in rows, requests and responses. */
export type ProductFields = {
  [N in ProductFieldName]: Value<Fields[N]> | (Fields[N] extends { optional: true } ? null : never);
};

/** Names of the fields that may be left out. {@link omittedValue} gives their values. */
export type OmissibleName = {
  [N in ProductFieldName]: Fields[N] extends { optional: true } | { default: number } | { kind: "flag" } ? N : never;
}[ProductFieldName];
/** The values of a new product's plain fields, some of which may be left out. */
export type GivenFields = Omit<ProductFields, OmissibleName> & Partial<Pick<ProductFields, OmissibleName>>;

/** The table as a list of names and fields. */
export const productFieldList = Object.entries(productFields) as [ProductFieldName, ProductField][];

/** The value that is stored when a field is left out; undefined if the field is required. */
export function omittedValue(field: ProductField): number | boolean | null | undefined {
  if (field.optional) return null;
  if (field.kind === "flag") return false;
  return field.kind === "number" ? field.default : undefined;
}

/** Takes the plain fields out of a row or a request, and fills in those that were left out. */
export function pickFields(given: GivenFields): ProductFields {
  return Object.fromEntries(
    productFieldList.map(([name, field]) => [name, given[name] ?? omittedValue(field)]),
  ) as ProductFields;
}
