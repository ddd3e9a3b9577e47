/**
 * Design note. The filters of a listing, one record each. Everything follows from a record: the parameter of the
 * address and of `/v1` (its name, and its schema in contract.ts), the conditions of all search engines and the columns
 * of their indexes (filters.ts), the counts beside it, its place in the column of filters and its chip. Only the list
 * of a cached page's parameters (src/pages.ts) is not made from here, because every page loads it; a test compares the
 * two. docs/examples/add-a-listing-filter.md adds one. Browsers load this file.
 */
import { priceLimits } from "../rules.ts";

/**
 * What a filter reads of products. Filters of the same `name` read the same. A `flag` is yes or no; `present` is yes if
 * the column has a value; a `keyword` is one of at most 65,536 texts; `keywords` is a sorted list of texts without
 * blanks in at most 65,536 combinations; an `integer` is 0 to 2^32 - 1, a `real` a number of 32 bits. `names` says that
 * the values are codes of regions.
 */
type Field = {
  name: string;
  column: string;
  kind: "flag" | "present" | "keyword" | "keywords" | "integer" | "real";
  names?: "regions";
};

/** The counts beside a filter: their name in the response, and whether they are null if the filter is not offered. */
type Counts = { key: string; isOptional?: true };

/** The parts of the column of filters, in order. Filters by attributes come after the first. */
export const filterSections = ["Harga", "Lokasi penjual", "Pengiriman", "Penilaian", "Penawaran", "Kondisi"] as const;

type Shown = { section: (typeof filterSections)[number]; label: string };
/** `quick` is the place of a chip that is there before it is chosen. */
type Chip = { chip: string; quick?: number };

/** `1` in the address. The field is a flag, or present. */
type FlagRecord = { value: "flag"; field: Field; counts: Counts } & Shown & Chip;
/** Any of several values. `form` is what a value looks like, and `max` how many `/v1` takes. */
type ListRecord = {
  value: "list";
  field: Field;
  counts: Counts;
  form: RegExp;
  max: number;
  /** So many values are visible at once; `label` names the others. */
  visible: number;
  /** So many values are offered at most, those with the most products. */
  offered?: number;
} & Shown &
  Chip;
/** One of a few values. The filter is offered when products have another one than the first. */
type ChoiceRecord = {
  value: "choice";
  field: Field;
  counts: Counts;
  options: Readonly<Record<string, Chip & { label: string }>>;
} & Shown;
/** A number that the field has at least or at most. People choose the one that is `offered`. */
type NumberRecord = {
  value: "number";
  field: Field;
  test: "atLeast" | "atMost";
  min: number;
  max: number;
} & Shown &
  ({ offered: number; counts: Counts } & Chip);
/** A bound of the price, which people type. */
type PriceRecord = Omit<NumberRecord, "offered" | "counts" | "chip" | "quick"> & { hint: string };

export type FilterRecord = FlagRecord | ListRecord | ChoiceRecord | NumberRecord | PriceRecord;

const price = { name: "price", column: "price_min", kind: "integer" } as const;

/** The filters by their parameter of the address, in the order of the column of filters. */
export const listingFilters = {
  min: {
    value: "number",
    field: price,
    test: "atLeast",
    min: 0,
    max: priceLimits.max,
    section: "Harga",
    label: "Harga minimum",
    hint: "Minimum",
  },
  max: {
    value: "number",
    field: price,
    test: "atMost",
    min: 0,
    max: priceLimits.max,
    section: "Harga",
    label: "Harga maksimum",
    hint: "Maksimum",
  },
  province: {
    value: "list",
    field: { name: "province", column: "province_code", kind: "keyword", names: "regions" },
    counts: { key: "provinces" },
    form: /^\d{2}$/,
    max: 40,
    section: "Lokasi penjual",
    label: "provinsi lain",
    visible: 6,
    chip: "Provinsi",
  },
  /** Codes of regencies, such as 32.73. */
  city: {
    value: "list",
    field: { name: "city", column: "regency_code", kind: "keyword", names: "regions" },
    counts: { key: "cities" },
    form: /^\d{2}\.\d{2}$/,
    max: 20,
    section: "Lokasi penjual",
    label: "kota dan kabupaten",
    visible: 0,
    offered: 20,
    chip: "Kota",
  },
  cod: {
    value: "flag",
    field: { name: "cod", column: "has_cod", kind: "flag" },
    counts: { key: "cod", isOptional: true },
    section: "Pengiriman",
    label: "Toko menerima COD",
    chip: "Menerima COD",
    quick: 3,
  },
  /** Companies of couriers, such as jne. */
  courier: {
    value: "list",
    field: { name: "courier", column: "couriers", kind: "keywords" },
    counts: { key: "couriers" },
    form: /^[a-z]{2,20}$/,
    max: 20,
    section: "Pengiriman",
    label: "kurir lain",
    visible: 4,
    chip: "Kurir",
  },
  condition: {
    value: "choice",
    field: { name: "condition", column: "condition", kind: "keyword" },
    counts: { key: "conditions" },
    options: { new: { label: "Baru", chip: "Kondisi baru" }, used: { label: "Bekas", chip: "Kondisi bekas" } },
    section: "Kondisi",
    label: "Semua",
  },
  rating: {
    value: "number",
    field: { name: "rating", column: "rating_average", kind: "real" },
    test: "atLeast",
    min: 1,
    max: 5,
    offered: 4,
    counts: { key: "rating" },
    section: "Penilaian",
    label: "4 ke atas",
    chip: "Nilai 4 ke atas",
    quick: 4,
  },
  discount: {
    value: "flag",
    field: { name: "discounted", column: "strike_price", kind: "present" },
    counts: { key: "discount" },
    section: "Penawaran",
    label: "Sedang turun harga",
    chip: "Sedang turun harga",
    quick: 2,
  },
  regional: {
    value: "flag",
    field: { name: "regional", column: "is_regional", kind: "flag" },
    counts: { key: "regional" },
    section: "Penawaran",
    label: "Dibuat di daerah asal",
    chip: "Dibuat di daerah asal",
    quick: 1,
  },
  preorder: {
    value: "flag",
    field: { name: "preorder", column: "preorder_days", kind: "present" },
    counts: { key: "preorder" },
    section: "Penawaran",
    label: "Pre-order",
    chip: "Pre-order",
  },
} as const satisfies Record<string, FilterRecord>;

type Records = typeof listingFilters;
export type FilterName = keyof Records;
export type FilterRecords = Readonly<Record<string, FilterRecord>>;
/** The types of the filters there are. */
export type ListingFilters = Records;

/** The value of a filter in an address. */
export type FilterParameter<R extends FilterRecord> = R extends { value: "flag" }
  ? "1"
  : R extends { value: "list" }
    ? string[]
    : R extends ChoiceRecord
      ? Extract<keyof R["options"], string>
      : number;
export type FilterParameters = { [N in FilterName]?: FilterParameter<Records[N]> | undefined };

export const filterNames = Object.keys(listingFilters) as FilterName[];

/** Filters with their names, for code that treats all alike. */
export function recordsOf(filters: FilterRecords): [name: string, record: FilterRecord][] {
  return Object.entries(filters);
}

// Digits, as they are or as people write prices.
function parseInteger(text: string | null, max: number): number | undefined {
  const digits = (text ?? "").replace(/^Rp\.?\s*/i, "").replace(/\./g, "");
  return /^\d{1,12}$/.test(digits) ? Math.min(Number(digits), max) : undefined;
}

function parseValue(search: URLSearchParams, name: string, record: FilterRecord): unknown {
  const text = search.get(name);
  switch (record.value) {
    case "flag":
      return text === "1" ? "1" : undefined;
    case "list": {
      const values = new Set(search.getAll(name).filter((one) => record.form.test(one)));
      return values.size > 0 ? [...values].slice(0, record.max) : undefined;
    }
    case "choice":
      return text !== null && Object.hasOwn(record.options, text) ? text : undefined;
    case "number": {
      const number = parseInteger(text, record.max);
      return number !== undefined && number >= record.min ? number : undefined;
    }
  }
}

/** Reads the filters of an address. Invalid values are left out, so that old links still work. */
export function parseFilters(search: URLSearchParams, filters?: undefined): FilterParameters;
export function parseFilters(search: URLSearchParams, filters: FilterRecords): Record<string, unknown>;
export function parseFilters(search: URLSearchParams, filters: FilterRecords = listingFilters): object {
  return Object.fromEntries(recordsOf(filters).map(([name, record]) => [name, parseValue(search, name, record)]));
}

/** The chosen values of all filters, a price of two bounds as one. */
export function countChosen(parameters: FilterParameters): number {
  const { min, max, ...others } = parameters;
  const chosen = filterNames.flatMap<unknown>((name) => (name in others ? [others[name as keyof typeof others]] : []));
  const values = chosen.flat().filter((one) => one !== undefined);
  return values.length + (min === undefined && max === undefined ? 0 : 1);
}
