/**
 * Design note. What a listing can filter, count and sort by, as data: a field of products, the filters that test it and
 * the counts beside a filter. Every search engine reads these records, so a further filter is one entry here (and its
 * parameter in contract.ts).
 */
import { sql, type Sql } from "#lib/database.ts";
import type { ListingSort } from "../rules.ts";

/**
 * A field of products. `column` is its SQL with the alias `p` for products. A `flag` is yes or no, a `keyword` one of
 * at most 65,536 texts, `keywords` a sorted list of texts without blanks in at most 65,536 combinations, an `integer`
 * 0 to 2^32 - 1, a `real` a number of 32 bits.
 */
type Field = { column: Sql; kind: "flag" | "keyword" | "keywords" | "integer" | "real" };

/** The fields that filters test. */
export const productFields = {
  price: { column: sql`p.price_min`, kind: "integer" },
  province: { column: sql`p.province_code`, kind: "keyword" },
  city: { column: sql`p.regency_code`, kind: "keyword" },
  courier: { column: sql`p.couriers`, kind: "keywords" },
  cod: { column: sql`p.has_cod`, kind: "flag" },
  condition: { column: sql`p.condition`, kind: "keyword" },
  rating: { column: sql`p.rating_average`, kind: "real" },
  discounted: { column: sql`(p.strike_price is not null)`, kind: "flag" },
  regional: { column: sql`p.is_regional`, kind: "flag" },
  preorder: { column: sql`(p.preorder_days is not null)`, kind: "flag" },
} as const satisfies Record<string, Field>;
export type ProductField = keyof typeof productFields;

/** What a filter's value means for its field. A flag's filter is `isSet`; that of keywords is `oneOf`. */
export type FieldTest = "atLeast" | "atMost" | "is" | "isSet" | "oneOf";

/** The filters of a listing. */
export const productFilters = {
  min: { field: "price", test: "atLeast" },
  max: { field: "price", test: "atMost" },
  provinces: { field: "province", test: "oneOf" },
  cities: { field: "city", test: "oneOf" },
  couriers: { field: "courier", test: "oneOf" },
  cod: { field: "cod", test: "isSet" },
  condition: { field: "condition", test: "is" },
  rating: { field: "rating", test: "atLeast" },
  discount: { field: "discounted", test: "isSet" },
  regional: { field: "regional", test: "isSet" },
  preorder: { field: "preorder", test: "isSet" },
} as const satisfies Record<string, { field: ProductField; test: FieldTest }>;
export type FilterName = keyof typeof productFilters;

/** The values of filters. A filter without a value, with `false` or with an empty list lets all products through. */
export type FilterValues = {
  min?: number | undefined;
  max?: number | undefined;
  provinces?: readonly string[] | undefined;
  /** Codes of regencies, such as 32.73. */
  cities?: readonly string[] | undefined;
  /** Companies, such as jne. */
  couriers?: readonly string[] | undefined;
  cod?: boolean | undefined;
  condition?: string | undefined;
  rating?: number | undefined;
  discount?: boolean | undefined;
  regional?: boolean | undefined;
  preorder?: boolean | undefined;
};

/** What is listed: a category, a shop, or products that a text finds. Filter counts never leave these out. */
export type Scope = {
  categoryId?: string | undefined;
  /** With `categoryId`, the category above it: that is where categories are counted. */
  rootCategoryId?: string | undefined;
  shopId?: string | undefined;
  /** A query of the index of tokens: PostgreSQL's text form of tsquery. */
  query?: string | undefined;
};

/**
 * A filter by an attribute of the category: products with one of these tokens pass (search/attribute-tokens.ts).
 * Engines know tokens, not attributes.
 */
export type TokenFilter = { name: string; tokens: readonly string[] };

export type Filter = Scope & FilterValues & { attributes?: readonly TokenFilter[] | undefined };

/** A value of an attribute whose products are counted, apart from letter case and without the attribute's filter. */
export type CountedValue = { name: string; value: string; token: string };

/** What the counts of an attribute's values are called, and the filter that they leave out. */
export const attributeFacet = (name: string): string => `attribute ${name}`;

/**
 * The counts beside the filters. `without` is the filter whose own choice does not apply to its counts. `of` says what
 * is counted: each value of the field, or the products of which one test holds.
 */
export const productFacets = {
  province: { field: "province", without: "provinces", of: "values" },
  city: { field: "city", without: "cities", of: "values" },
  courier: { field: "courier", without: "couriers", of: "values" },
  cod: { field: "cod", without: "cod", of: "set" },
  condition: { field: "condition", without: "condition", of: "values" },
  rating: { field: "rating", without: "rating", of: { atLeast: 4 } },
  discount: { field: "discounted", without: "discount", of: "set" },
  regional: { field: "regional", without: "regional", of: "set" },
  preorder: { field: "preorder", without: "preorder", of: "set" },
} as const satisfies Record<
  string,
  { field: ProductField; without: FilterName; of: "values" | "set" | { atLeast: number } }
>;
export type FacetName = keyof typeof productFacets;

/** A filter with its value. */
export type ChosenFilter = {
  name: FilterName;
  field: ProductField;
  test: FieldTest;
  value: number | string | boolean | readonly string[];
};

/** The filters that have a value, in the order of {@link productFilters}. */
export function chosenOf(values: FilterValues): ChosenFilter[] {
  return (Object.keys(productFilters) as FilterName[]).flatMap((name) => {
    const value = values[name];
    if (value === undefined || value === false || value === "" || (Array.isArray(value) && value.length === 0))
      return [];
    return [{ name, ...productFilters[name], value }];
  });
}

/** By what products are sorted. The id decides between equal products, in the same direction as the last part. */
export type SortOrder = "best" | "newest" | "rating" | "cheapest" | "dearest";

/** The order of each sort without a search text. Sold-out products are last among the best. */
export const sortOrders: Record<ListingSort, SortOrder> = {
  relevance: "best",
  sold: "best",
  newest: "newest",
  rating: "rating",
  cheapest: "cheapest",
  dearest: "dearest",
};
