/**
 * Design note. How many documents each value of a filter would leave. The documents that are counted are the same for
 * most filters; when they are few, they are listed once and each filter is counted document by document, otherwise as
 * bits in common with the bitmap of a value.
 */
import {
  attributeFacet,
  productFacets,
  shownCounts,
  type Facet,
  type Filter,
  type FilterFieldName,
} from "../listing/filters.ts";
import type { FacetRow, FindRequest } from "../listing/search-engine.ts";
import { countBits, countCommonBits, documentsOf, hasBit, type Bitmap } from "./bitmap.ts";
import { columns, keywordsOf, type ColumnName } from "./columns.ts";
import { allowedBitmap, allowedBy, codedBitmap, type Matching } from "./match-documents.ts";
import { baseList, newEntries, type ProductIndex } from "./product-index.ts";
import { smallPart } from "./range-bitmaps.ts";

/** Documents that are counted; `few` lists them where this is faster. */
type Counted = { bitmap: Bitmap; few: Uint32Array | null };

/** The counts beside the filters of a request, which `total` products match. */
export function countFacets(
  index: ProductIndex,
  { filter, countedValues = [] }: Pick<FindRequest, "filter" | "countedValues">,
  matching: Matching,
  total: number,
): FacetRow[] {
  const known = new Map<Bitmap, Counted>();
  const countedOf = (bitmap: Bitmap): Counted => {
    let counted = known.get(bitmap);
    if (!counted) {
      const documents = countBits(bitmap);
      const few = documents <= index.documents * smallPart ? documentsOf(bitmap, documents) : null;
      known.set(bitmap, (counted = { bitmap, few }));
    }
    return counted;
  };
  const row = (facet: string, value: string, count: number): FacetRow => ({ facet, value, name: "", count });
  const grouped = filter.rootCategoryId ? "category" : "root";
  const ofCategories = countedOf(matching.all(undefined, { everyCategory: true }));
  return [
    row("total", "", total),
    ...countValues(index, grouped, ofCategories).map(([value, count]) => row("category", value, count)),
    ...[...productFacets].flatMap(([name, facet]) =>
      countsOf(index, facet, filter, countedOf(matching.all(facet.without))).map(([value, count]) =>
        row(name, value, count),
      ),
    ),
    ...countedValues.flatMap(({ name, value, token }) => {
      const count = countToken(index, token, countedOf(matching.all(attributeFacet(name))));
      return count > 0 ? [row(attributeFacet(name), value.toLowerCase(), count)] : [];
    }),
  ];
}

type ValueCounts = readonly (readonly [value: string, count: number])[];

function countsOf(index: ProductIndex, facet: Facet, filter: Filter, counted: Counted): ValueCounts {
  const { field, of } = facet;
  if (of === "values") return shownCounts(countTexts(index, field, counted), facet, filter);
  return [[of.as, countAmong(counted, allowedBitmap(index, allowedBy({ field, ...of })))]];
}

// How many documents have each value of a field. A product without a value is in no count.
function countTexts(index: ProductIndex, field: FilterFieldName, counted: Counted): ValueCounts {
  const found = countValues(index, field, counted);
  if (columns[field].kind !== "keywords") return found.filter(([text]) => text !== "");
  const counts = new Map<string, number>();
  for (const [list, count] of found)
    for (const one of keywordsOf(list)) counts.set(one, (counts.get(one) ?? 0) + count);
  return [...counts];
}

/** Of so few values, one bitmap each is counted faster than each of many documents. */
const maxCountedBitmaps = 8;

function countValues(index: ProductIndex, column: ColumnName, { bitmap, few }: Counted): ValueCounts {
  const texts = index.codes[column]?.texts ?? [];
  const counts = new Uint32Array(texts.length);
  const values = index.columns[column];
  if (few) countEach(few, values as Uint16Array, counts);
  else if (texts.length <= maxCountedBitmaps)
    for (const [code, text] of texts.entries())
      counts[code] = countCommonBits(bitmap, codedBitmap(index, column, [text]));
  else countBitsEach(bitmap, values as Uint16Array, counts);
  const found: [string, number][] = [];
  for (let code = 0; code < counts.length; code += 1) {
    const count = counts[code] ?? 0;
    if (count > 0) found.push([texts[code] ?? "", count]);
  }
  return found;
}

function countEach(documents: Uint32Array, values: Uint16Array, counts: Uint32Array): void {
  const total = documents.length;
  for (let at = 0; at < total; at += 1) {
    const code = values[documents[at] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
}

function countBitsEach(bitmap: Bitmap, values: Uint16Array, counts: Uint32Array): void {
  const words = bitmap.length;
  for (let at = 0; at < words; at += 1) {
    let bits = (bitmap[at] ?? 0) | 0;
    while (bits !== 0) {
      const code = values[(at << 5) + (31 - Math.clz32(bits & -bits))] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
      bits &= bits - 1;
    }
  }
}

// How many of the documents are in the other bitmap.
function countAmong({ bitmap, few }: Counted, other: Bitmap): number {
  if (!few || few.length > bitmap.length) return countCommonBits(bitmap, other);
  const total = few.length;
  let count = 0;
  for (let at = 0; at < total; at += 1) if (hasBit(other, few[at] ?? 0)) count += 1;
  return count;
}

// How many of the documents have a token.
function countToken(index: ProductIndex, token: string, counted: Counted): number {
  const list = baseList(index, token);
  const { reworded } = index;
  const { bitmap } = counted;
  let count = 0;
  if (list?.entries) {
    const { entries } = list;
    const total = entries.length;
    for (let at = 0; at < total; at += 1) {
      const document = (entries[at] ?? 0) >>> 2;
      if (hasBit(bitmap, document) && !hasBit(reworded, document)) count += 1;
    }
  } else if (list?.bitmap) {
    // The snapshot has the old tokens of products whose words changed.
    count = countAmong(counted, list.bitmap) - countReworded(index, bitmap, list.bitmap);
  }
  for (const entry of newEntries(index, token)) if (hasBit(bitmap, entry >>> 2)) count += 1;
  return count;
}

function countReworded({ reworded }: ProductIndex, bitmap: Bitmap, other: Bitmap): number {
  const words = other.length;
  let count = 0;
  for (let at = 0; at < words; at += 1) {
    let bits = (reworded[at] ?? 0) | 0;
    if (bits === 0) continue;
    bits &= (bitmap[at] ?? 0) & (other[at] ?? 0);
    for (; bits !== 0; bits &= bits - 1) count += 1;
  }
  return count;
}
