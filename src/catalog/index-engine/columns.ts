import { sql, type Sql } from "#lib/database.ts";
import { deliveryFields, filterFields, type FilterFieldName } from "../listing/filters.ts";

/** The keywords of a field, which stores them as one text with spaces between them. */
export const keywordsOf = (text: string): string[] => (text === "" ? [] : text.split(" "));

/**
 * What the index has of each product beside its tokens. A `reference` is one of many texts, a `moment` is in
 * microseconds since 1970; the other kinds are those of listing/filters.ts.
 */
type Kind = "flag" | "keyword" | "keywords" | "reference" | "integer" | "real" | "moment";

const ownColumns = {
  category: { column: sql`p.category_id::text`, kind: "keyword" },
  root: { column: sql`p.root_category_id::text`, kind: "keyword" },
  shop: { column: sql`p.shop_id::text`, kind: "reference" },
  inStock: { column: sql`p.in_stock`, kind: "flag" },
  sold: { column: sql`p.sold_count`, kind: "integer" },
  score: { column: sql`p.rating_score`, kind: "real" },
  createdAt: { column: sql`(extract(epoch from p.created_at) * 1000000)::bigint`, kind: "moment" },
} as const;

type FieldName = FilterFieldName | keyof typeof deliveryFields;
export type ColumnName = keyof typeof ownColumns | FieldName;
const fieldColumns = Object.fromEntries(
  Object.entries({ ...filterFields, ...deliveryFields }).map(([name, { column, kind }]) => [
    name,
    { column: kind === "keywords" ? sql`array_to_string(${column}, ' ')` : column, kind },
  ]),
) as Record<FieldName, { column: Sql; kind: Kind }>;
export const columns: Record<ColumnName, { column: Sql; kind: Kind }> = { ...fieldColumns, ...ownColumns };
export const columnNames = Object.keys(columns) as ColumnName[];
/** The columns whose values are numbers of a list of texts. */
export const codedColumns = columnNames.filter((name) => /^(keywords?|reference)$/.test(columns[name].kind));

export type ColumnArray = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;
const arrays = {
  flag: Uint8Array,
  keyword: Uint16Array,
  keywords: Uint16Array,
  reference: Uint32Array,
  integer: Uint32Array,
  real: Float32Array,
  moment: Float64Array,
} as const;

/** An empty column for so many documents. */
export function createColumn(name: ColumnName, documents: number): ColumnArray {
  return new arrays[columns[name].kind](documents);
}

export type Columns = Record<ColumnName, ColumnArray>;
/** The texts of coded columns; the number of a text is its place. */
export type Codes = Record<string, { texts: string[]; numbers: Map<string, number> }>;

export function createColumns(documents: number): Columns {
  return Object.fromEntries(columnNames.map((name) => [name, createColumn(name, documents)])) as Columns;
}

export function createCodes(texts: Record<string, string[]> = {}): Codes {
  return Object.fromEntries(
    codedColumns.map((name) => {
      const known = texts[name] ?? [];
      return [name, { texts: known, numbers: new Map(known.map((text, at) => [text, at])) }];
    }),
  );
}

/** Writes the values of a product. A text that is new gets the next number. */
export function writeColumns(
  target: Columns,
  codes: Codes,
  document: number,
  row: Readonly<Record<string, unknown>>,
): void {
  for (const name of columnNames) target[name][document] = valueOf(codes, name, row[name]);
}

function valueOf(codes: Codes, name: ColumnName, value: unknown): number {
  const known = codes[name];
  if (!known) return Number(value);
  const text = typeof value === "string" ? value : "";
  let number = known.numbers.get(text);
  if (number === undefined) {
    number = known.texts.push(text) - 1;
    known.numbers.set(text, number);
  }
  return number;
}

/** The sort orders that the index stores; `dearest` is `cheapest` from its end. */
export const storedOrders = ["best", "newest", "rating", "cheapest"] as const;
export type StoredOrder = (typeof storedOrders)[number];

/**
 * Compares two documents in an order. Documents are numbered by id, so the smaller number is first among equals. Each
 * order reads its columns by itself: a function that all share would meet every type of array, and be slow.
 */
export function comparatorOf(order: StoredOrder, { inStock, sold, createdAt, score, price }: Columns) {
  switch (order) {
    case "best":
      return (a: number, b: number) =>
        (inStock[b] ?? 0) - (inStock[a] ?? 0) || (sold[b] ?? 0) - (sold[a] ?? 0) || a - b;
    case "newest":
      return (a: number, b: number) => (createdAt[b] ?? 0) - (createdAt[a] ?? 0) || a - b;
    case "rating":
      return (a: number, b: number) => (score[b] ?? 0) - (score[a] ?? 0) || a - b;
    case "cheapest":
      return (a: number, b: number) => (price[a] ?? 0) - (price[b] ?? 0) || a - b;
  }
}
