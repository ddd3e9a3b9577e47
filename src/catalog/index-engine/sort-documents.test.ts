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
  return { documents, columns, orders: { cheapest } } as Partial<ProductIndex> as ProductIndex;
}

test("a page is the same whether its products come early or late in the order, or are many or few", () => {
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
        const page = pageOf(index, matching, wanted.length, { order, start: { offset }, limit });
        expect(page).toEqual(sorted.slice(offset, offset + limit));
      },
    ),
    { numRuns: 150 },
  );
});
