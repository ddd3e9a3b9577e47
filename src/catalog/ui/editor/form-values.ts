/**
 * Reads the product form, which is the same with and without scripts: the plain fields, up to two axes (a name, and
 * values separated by commas), and price, stock and picture of each variant. A variant without a price takes the
 * product's price. It never takes the product's stock, because ten pieces of a product are not ten of each variant.
 * Without scripts, the first submission has no rows for the variants, and the server returns the form with them.
 */
import { attributeField } from "../../attributes/rules.ts";
import { productFieldList, type ProductField, type ProductFields } from "../../product/fields.ts";
import { combinations } from "../../rules.ts";
import { checkboxValue } from "#ui/checkbox-value.ts";

export type Axis = { name: string; values: string[] };

/**
 * Name of a field in a variant's row, such as `price|Merah|S`. Characters other than letters, digits and spaces are
 * written as their code, because a multipart form changes quotes, line breaks and percent signs in names.
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

/** The label of a field in the list of errors: `price|Merah|S` becomes `Harga Merah / S`. */
export function labelOfField(field: string): string | undefined {
  const [first = "", ...options] = field.split("|");
  if (field.startsWith(attributeField(""))) return options.join("|");
  const label = fieldLabels[first];
  if (!label || options.length === 0) return label;
  const shown = options.map((option) =>
    option.replace(/_([0-9a-f]{1,6})_/g, (_sign, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
  return `${label} ${shown.join(" / ")}`;
}

/**
 * Splits values at commas and line breaks and removes duplicates. If there is a semicolon, it separates instead of the
 * comma.
 */
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

/** Writes values so that {@link axisValues} reads the same ones: `1,5 kg; 2 kg`. */
export function formatAxisValues(values: readonly string[]): string {
  return values.some((value) => value.includes(",")) ? `${values.join("; ")};` : values.join(", ");
}

/** The axes that have values. An axis without a name is called Varian. */
export function axesOf(fields: { name: string; values: string }[]): Axis[] {
  return fields
    .map(({ name, values }) => ({ name: name.trim() || "Varian", values: axisValues(values) }))
    .filter(({ values }) => values.length > 0);
}

/** Reads each line `Bahan: katun` as an attribute. A line without a colon becomes an attribute called Keterangan. */
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

/** The attributes that the form asked for, as its category has them. Empty ones are left out. */
function askedAttributes(form: FormData): { name: string; value: string }[] {
  return [...form].flatMap(([field, value]) => {
    const name = field.startsWith(attributeField("")) ? field.slice(attributeField("").length) : "";
    const text = typeof value === "string" ? value.trim() : "";
    return name === "" || text === "" ? [] : [{ name, value: text }];
  });
}

/**
 * Parses a number as people write it: `Rp. 12.500` and `12500` are the same. An empty text is NaN and `1,5` stays a
 * fraction, so that the API refuses them and says why.
 */
export function parseWholeNumber(value: FormDataEntryValue | null): number {
  const text = String(value ?? "").replace(/^Rp\.?|\s/g, "");
  if (text === "") return Number.NaN;
  const plain = /^-?\d{1,3}(\.\d{3})+$/.test(text) ? text.replaceAll(".", "") : text.replace(",", ".");
  // Number() would also accept `1e9` and `0x10`.
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The axes in a submitted form. */
export function readAxes(form: FormData): Axis[] {
  return axesOf(
    ["1", "2"].map((at) => ({
      name: String(form.get(`axis${at}`) ?? ""),
      values: String(form.get(`values${at}`) ?? ""),
    })),
  );
}

function readFields(form: FormData): ProductFields {
  // Object.fromEntries loses the types; the API checks every value.
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

/** The submitted form as the body of the API call. `pictureIds` are the product's pictures in their order. */
export function readProduct(form: FormData, pictureIds: string[]) {
  const text = (name: string) => String(form.get(name) ?? "");
  const axes = readAxes(form);
  return {
    ...readFields(form),
    category: text("category"),
    status: text("status") === "hidden" ? ("hidden" as const) : ("active" as const),
    attributes: [...askedAttributes(form), ...attributesOf(text("attributes"))],
    axes,
    variants: combinations(axes).map((options) => {
      const stock = text(options.length === 0 ? "stock" : rowField("stock", options));
      const picture = text(rowField("picture", options));
      const [readStock, version] = text(rowField("read", options)).split("/");
      return {
        options,
        price: parseWholeNumber(text(rowField("price", options)) || text("price")),
        stock: parseWholeNumber(stock),
        // The version is sent only if the seller changed the stock, because pieces may be sold while the form is open.
        ...(version && parseWholeNumber(stock) !== Number(readStock) ? { version: Number(version) } : {}),
        // Without scripts, a new variant's row has no picture field. A picture that was removed counts as none.
        ...(form.has(rowField("picture", options))
          ? { picture_id: pictureIds.includes(picture) ? picture : null }
          : {}),
      };
    }),
    picture_ids: pictureIds,
  };
}

/** Maps the names of the API's fields to the names of the form's fields. */
export function mapErrorsToFields(errors: Record<string, string[]>, axes: readonly Axis[]): Record<string, string[]> {
  const rows = combinations(axes);
  const placed: Record<string, string[]> = {};
  for (const [path, sentences] of Object.entries(errors)) {
    const [first = "", at = "", field] = path.split(".");
    const options = rows[Number(at)];
    const place =
      first === "attributes" && at !== "" && !/^\d+$/.test(at)
        ? attributeField(path.slice(first.length + 1))
        : first === "variants" && options && (field === "price" || field === "stock" || field === "picture_id")
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
