/**
 * What the product form sends, without scripts too: fields of the product, up to two axes as a name and values with
 * commas between them, and price, stock and picture for each pair of options. A pair without a price takes that of the
 * product; stock is never taken from it, because ten pieces of a product are not ten of each variant. Where no script drew the
 * rows, the form comes back with them.
 */
import { productFieldList, type ProductField, type ProductFields } from "../../product/fields.ts";
import { combinations } from "../../rules.ts";
import { checkboxValue } from "#ui/checkbox-value.ts";

export type Axis = { name: string; values: string[] };

/**
 * Name of a row's field, such as `price` of one pair of options. Quotes, line breaks and percent signs do not survive
 * the way through a multipart form, so whatever is not plain is written as its code.
 */
export function rowField(field: "price" | "stock" | "read" | "picture", options: readonly string[]): string {
  const plain = options.map((option) =>
    option.replace(/[^\p{L}\p{N} ]/gu, (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`),
  );
  return [field, ...plain].join("|");
}

const fieldLabels: Record<string, string> = {
  ...Object.fromEntries(productFieldList.map(([name, { label, shortLabel }]) => [name, shortLabel ?? label])),
  picture_ids: "Foto produk",
  category: "Kategori",
  attributes: "Rincian",
  price: "Harga",
  stock: "Stok",
  picture: "Foto",
  values1: "Pilihan 1",
  values2: "Pilihan 2",
  status: "Penayangan",
};

/** What a field of the form is called, for the list of what is wrong; `price|Merah|S` is `Harga Merah / S`. */
export function labelOfField(field: string): string | undefined {
  const [first = "", ...options] = field.split("|");
  const label = fieldLabels[first];
  if (!label || options.length === 0) return label;
  const shown = options.map((option) =>
    option.replace(/_([0-9a-f]{1,6})_/g, (_sign, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
  return `${label} ${shown.join(" / ")}`;
}

/** The values a person wrote with commas or lines between them, each once; with a semicolon a comma is part of a value. */
export function axisValues(text: string): string[] {
  return [
    ...new Set(
      text
        .split(text.includes(";") ? /[;\n]/ : /[,\n]/)
        .map((value) => value.replace(/\s+/g, " ").trim())
        .filter(Boolean),
    ),
  ];
}

/** Values as the form shows them, so that {@link axisValues} finds the same ones: `1,5 kg; 2 kg`. */
export function formatAxisValues(values: readonly string[]): string {
  return values.some((value) => value.includes(",")) ? `${values.join("; ")};` : values.join(", ");
}

/** The axes that have values; one without a name is called Varian. */
export function axesOf(fields: { name: string; values: string }[]): Axis[] {
  return fields
    .map(({ name, values }) => ({ name: name.trim() || "Varian", values: axisValues(values) }))
    .filter(({ values }) => values.length > 0);
}

/** Lines `Bahan: katun` as attributes; a line without a colon is called Keterangan. */
export function attributesOf(text: string): { name: string; value: string }[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const at = line.indexOf(":");
      return at > 0
        ? { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
        : { name: "Keterangan", value: line };
    });
}

/**
 * A whole number as people write it: `Rp. 12.500` and `12500` are the same. Nothing stays nothing and `1,5` stays
 * broken, so that the API can say what is wrong.
 */
export function parseWholeNumber(value: FormDataEntryValue | null): number {
  const text = String(value ?? "").replace(/^Rp\.?|\s/g, "");
  if (text === "") return Number.NaN;
  const plain = /^-?\d{1,3}(\.\d{3})+$/.test(text) ? text.replaceAll(".", "") : text.replace(",", ".");
  // Digits of people, not of programs: `1e9` and `0x10` are no amounts.
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The axes as the form sent them. */
export function readAxes(form: FormData): Axis[] {
  return axesOf(
    ["1", "2"].map((at) => ({
      name: String(form.get(`axis${at}`) ?? ""),
      values: String(form.get(`values${at}`) ?? ""),
    })),
  );
}

function readFields(form: FormData): ProductFields {
  // Each value has the type of its field; the API checks all of them.
  return Object.fromEntries(
    productFieldList.map(([name, field]) => [name, readField(form, name, field)]),
  ) as ProductFields;
}

function readField(form: FormData, name: string, field: ProductField): string | number | boolean | null | undefined {
  const text = String(form.get(name) ?? "");
  if (field.kind === "flag") return checkboxValue(form, name) === 1;
  if (field.optional && text.trim() === "") return null;
  if (field.kind === "number") return parseWholeNumber(text);
  if (field.kind === "choice") return (field.options.find(({ value }) => value === text) ?? field.options[0])?.value;
  return text;
}

/** The form as the API takes it. `pictureIds` are the kept and the new pictures in their order. */
export function readProduct(form: FormData, pictureIds: string[]) {
  const text = (name: string) => String(form.get(name) ?? "");
  const axes = readAxes(form);
  return {
    ...readFields(form),
    category: text("category"),
    status: text("status") === "hidden" ? ("hidden" as const) : ("active" as const),
    attributes: attributesOf(text("attributes")),
    axes,
    variants: combinations(axes).map((options) => {
      const stock = text(options.length === 0 ? "stock" : rowField("stock", options));
      const picture = text(rowField("picture", options));
      const [readStock, version] = text(rowField("read", options)).split("/");
      return {
        options,
        price: parseWholeNumber(text(rowField("price", options)) || text("price")),
        stock: parseWholeNumber(stock),
        // Only a stock that was changed here is meant; sales go on while a form is open.
        ...(version && parseWholeNumber(stock) !== Number(readStock) ? { version: Number(version) } : {}),
        // Rows that no script drew have no such field; a picture that was removed meanwhile is none.
        ...(form.has(rowField("picture", options))
          ? { picture_id: pictureIds.includes(picture) ? picture : null }
          : {}),
      };
    }),
    picture_ids: pictureIds,
  };
}

/** The API's errors under the names of the form's fields. */
export function mapErrorsToFields(errors: Record<string, string[]>, axes: readonly Axis[]): Record<string, string[]> {
  const rows = combinations(axes);
  const placed: Record<string, string[]> = {};
  for (const [path, sentences] of Object.entries(errors)) {
    const [first = "", at = "", field] = path.split(".");
    const options = rows[Number(at)];
    const place =
      first === "variants" && options && (field === "price" || field === "stock" || field === "picture_id")
        ? rowField(field === "picture_id" ? "picture" : field, options)
        : first === "axes" && at !== ""
          ? `values${Number(at) + 1}`
          : first === "variants"
            ? "values1"
            : first;
    placed[place] = [...new Set([...(placed[place] ?? []), ...sentences])];
  }
  return placed;
}
