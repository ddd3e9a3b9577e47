/**
 * Design note. What the filters of filter-rules.ts mean to search engines, as data: the fields of products that they
 * test, the tests, and the counts beside them. Every engine reads these, and none knows a filter by its name.
 */
import { identifier, sql, type Sql } from "#lib/database.ts";
import type { ListingQuery } from "../contract.ts";
import type { ListingSort } from "../rules.ts";
import {
  listingFilters,
  recordsOf,
  type FilterName,
  type FilterParameter,
  type FilterRecord,
  type FilterRecords,
} from "./filter-rules.ts";

type Records = typeof listingFilters;
export type FilterFieldName = Records[FilterName]["field"]["name"];
/**
 * `column` is the SQL of a field with the alias `p` for products; `names` says that its values are codes of regions.
 */
export type FilterField = {
  column: Sql;
  kind: "flag" | "keyword" | "keywords" | "integer" | "real";
  names?: "regions" | undefined;
};

/** The field of a filter as engines read it. */
export function fieldOf({ field: { column, kind, names } }: Pick<FilterRecord, "field">): FilterField {
  const name = sql`p.${identifier(column)}`;
  return kind === "present" ? { column: sql`(${name} is not null)`, kind: "flag" } : { column: name, kind, names };
}

/** The fields that filters test. */
export const filterFields = Object.fromEntries(
  recordsOf(listingFilters).map(([, record]) => [record.field.name, fieldOf(record)]),
) as Record<FilterFieldName, FilterField>;

/** What a filter's value means for its field. A flag's filter is `isSet`; that of keywords is `oneOf`. */
export type FieldTest = "atLeast" | "atMost" | "is" | "isSet" | "oneOf";

function testOf(record: FilterRecord): FieldTest {
  return record.value === "number"
    ? record.test
    : ({ flag: "isSet", list: "oneOf", choice: "is" } as const)[record.value];
}

type FilterValue<R extends FilterRecord> = R extends { value: "flag" }
  ? boolean
  : R extends { value: "list" }
    ? readonly string[]
    : FilterParameter<R>;
/** The values of filters. A filter without a value, with `false` or with an empty list lets all products through. */
export type FilterValues = { [N in FilterName]?: FilterValue<Records[N]> | undefined };

/** The values of the filters in a request, but for those that are not offered here. */
export function filterValues(query: ListingQuery, notOffered: readonly FilterName[] = []): FilterValues {
  return Object.fromEntries(
    recordsOf(listingFilters).map(([name, { value }]) => {
      const asked = query[name as FilterName];
      return [name, notOffered.includes(name as FilterName) ? undefined : value === "flag" ? asked === "1" : asked];
    }),
  );
}

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

/**
 * Products that a courier brings at a price: from one of these regencies, of a shop with one of these couriers, and
 * with parcels that weigh at most so many grams and cubic centimetres (shipping/delivery-limits.ts).
 */
export type DeliveryLimit = {
  origins: readonly string[];
  couriers: readonly string[];
  maxGrams: number;
  maxCubicCm: number;
};

export type Filter = Scope &
  FilterValues & {
    attributes?: readonly TokenFilter[] | undefined;
    /** Products within one of these limits pass; with an empty list, none do. */
    delivery?: readonly DeliveryLimit[] | undefined;
  };

/** What {@link DeliveryLimit} tests beside the city: of the parcel with the fewest pieces that can be bought. */
export const deliveryFields = {
  services: { column: sql`p.courier_services`, kind: "keywords" },
  grams: { column: sql`(p.weight_g * p.min_order)`, kind: "integer" },
  cubicCm: {
    column: sql`least(coalesce(p.length_cm::bigint * p.width_cm * p.height_cm * p.min_order, 0), 4294967295)`,
    kind: "integer",
  },
} as const satisfies Record<string, FilterField>;

/** The name of the filter by delivery among the others. */
export const deliveryFilter = "delivery";

/** A value of an attribute whose products are counted, apart from letter case and without the attribute's filter. */
export type CountedValue = { name: string; value: string; token: string };

/** What the counts of an attribute's values are called, and the filter that they leave out. */
export const attributeFacet = (name: string): string => `attribute ${name}`;

/**
 * The counts beside the filters, by the name of the filter. `without` is the filter whose own choice does not apply to
 * its counts. `of` says what is counted: each value of the field, or the products of which one test holds. Of many
 * values, only the `offered` ones with the most products are shown, and chosen ones.
 */
export type Facet = { field: FilterFieldName; without: FilterName; of: "values" | CountedTest; offered: number };
/** A test whose products are counted; `as` is its value in the rows of counts. */
export type CountedTest = { test: "isSet" | "atLeast" | "atMost"; value: number | true; as: string };

export const productFacets: ReadonlyMap<string, Facet> = new Map(
  recordsOf(listingFilters).flatMap(([name, record]): [string, Facet][] => {
    if (!("counts" in record)) return [];
    const of =
      record.value === "number"
        ? { test: record.test, value: record.offered, as: String(record.offered) }
        : record.value === "flag"
          ? { test: "isSet" as const, value: true as const, as: "1" }
          : "values";
    const offered = record.value === "list" ? (record.offered ?? Infinity) : Infinity;
    return [[name, { field: record.field.name as FilterFieldName, without: name as FilterName, of, offered }]];
  }),
);

/**
 * Those of these counts that a page may show: the `offered` largest with all that are as large, because names decide
 * between them, and those of chosen values. To name hundreds of cities would cost more than to count them.
 */
export function shownCounts(
  counts: readonly (readonly [value: string, count: number])[],
  { without, offered }: Pick<Facet, "without" | "offered">,
  filter: FilterValues,
): readonly (readonly [value: string, count: number])[] {
  if (counts.length <= offered) return counts;
  const least = counts.map(([, count]) => count).sort((a, b) => b - a)[offered - 1] ?? 0;
  const chosen = filter[without];
  return counts.filter(([value, count]) => count >= least || (Array.isArray(chosen) && chosen.includes(value)));
}

/** A filter with its value. */
export type ChosenFilter = {
  name: string;
  /** The name of the field, as indexes beside the database have it. */
  field: string;
  of: FilterField;
  test: FieldTest;
  value: number | string | boolean | readonly string[];
};

/** The filters that have a value, in the order of their records. */
export function chosenOf(values: object, filters: FilterRecords = listingFilters): ChosenFilter[] {
  return recordsOf(filters).flatMap(([name, record]) => {
    const value = (values as Record<string, ChosenFilter["value"] | undefined>)[name];
    if (value === undefined || value === false || value === "" || (Array.isArray(value) && value.length === 0))
      return [];
    return [{ name, field: record.field.name, of: fieldOf(record), test: testOf(record), value }];
  });
}

/** The condition of a filter in SQL. */
export function conditionOf({ of: { column, kind }, test, value }: Pick<ChosenFilter, "of" | "test" | "value">): Sql {
  if (test === "isSet") return column;
  if (test === "oneOf")
    return kind === "keywords" ? sql`${column} && ${value}::text[]` : sql`${column} = any(${value}::text[])`;
  const bound = {
    keyword: sql`${value}`,
    keywords: sql`${value}`,
    integer: sql`${value}::bigint`,
    real: sql`${value}::real`,
    flag: sql`${value}`,
  }[kind];
  if (test === "is") return sql`${column} = ${bound}`;
  return test === "atLeast" ? sql`${column} >= ${bound}` : sql`${column} <= ${bound}`;
}

/** The condition of a filter in OpenSearch. */
export function clauseOf({
  field,
  test,
  value,
}: Pick<ChosenFilter, "field" | "test" | "value">): Record<string, object> {
  if (test === "isSet") return { term: { [field]: true } };
  if (test === "oneOf") return { terms: { [field]: value } };
  if (test === "is") return { term: { [field]: value } };
  return { range: { [field]: test === "atLeast" ? { gte: value } : { lte: value } } };
}

/** By what products are sorted. The id decides between equal products, in the same direction as the last part. */
export type SortOrder = "best" | "newest" | "rating" | "cheapest" | "dearest" | "nearest";

/** @rule The nearest first: of the buyer's city, then of its province, then all others, each as the best are sorted. */
export const nearTiers = { city: 0, province: 1, elsewhere: 2 } as const;

/** The order of each sort without a search text. Sold-out products are last among the best. */
export const sortOrders: Record<ListingSort, SortOrder> = {
  relevance: "best",
  sold: "best",
  newest: "newest",
  rating: "rating",
  cheapest: "cheapest",
  dearest: "dearest",
  nearest: "nearest",
};
