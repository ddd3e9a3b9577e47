import fc from "fast-check";
import { expect, test } from "vitest";
import { setBit } from "./bitmap.ts";
import { comparatorOf, type Columns } from "./columns.ts";
import type { ProductIndex } from "./product-index.ts";
import { pageOf } from "./sort-documents.ts";

const documents = 3000;
/** Documents with these prices, sorted by them. */
function indexOf(prices: readonly number[]): ProductIndex {
  const columns = { price: Uint32Array.from(prices) } as Partial<Columns> as Columns;
  const cheapest = Uint32Array.from(prices.keys()).sort(comparatorOf("cheapest", columns));
  const words = Math.ceil(documents / 32);
  const live = new Uint32Array(words).fill(0xffffffff);
  const scratch: ProductIndex["scratch"] = { bitmaps: [], taken: 0 };
  return { documents, words, columns, orders: { cheapest }, live, scratch } as Partial<ProductIndex> as ProductIndex;
}

test("a page is the same whether its products come early or late, are many or few, and are remembered for the category or not", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(40), { minLength: documents, maxLength: documents }),
      fc.record({ low: fc.nat(40), span: fc.nat(12), every: fc.integer({ min: 1, max: 9 }) }),
      fc.record({
        order: fc.constantFrom("cheapest", "dearest"),
        offset: fc.nat(120),
        limit: fc.integer({ min: 1, max: 60 }),
      }),
      (prices, { low, span, every }, { order, offset, limit }) => {
        const index = indexOf(prices);
        const matching = new Uint32Array(Math.ceil(documents / 32));
        const wanted = [...prices.entries()]
          .filter(([at, price]) => price >= low && price <= low + span && at % every === 0)
          .map(([at]) => at);
        for (const one of wanted) setBit(matching, one);
        const cheapest = wanted.toSorted((a, b) => (prices[a] ?? 0) - (prices[b] ?? 0) || a - b);
        const sorted = order === "cheapest" ? cheapest : cheapest.toReversed();
        const [page, expected] = [{ order, start: { offset }, limit }, sorted.slice(offset, offset + limit)];
        expect(pageOf(index, matching, wanted.length, page)).toEqual(expected);
        const bitmap = new Uint32Array(matching.length);
        for (const [at, price] of prices.entries()) if (price >= low) setBit(bitmap, at);
        const category = { bitmap, holds: () => true };
        const remembered = { bitmap: matching.slice(), holds: () => true };
        for (const one of [category, category, remembered])
          expect(pageOf(index, matching, wanted.length, { ...page, category: one })).toEqual(expected);
      },
    ),
    { numRuns: 150 },
  );
});
