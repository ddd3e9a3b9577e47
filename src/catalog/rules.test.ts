import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canChoose, chooseVariant } from "./product/choose-variant.ts";
import { listingHref, chosenFilters, listingRequest, parseListing } from "./listing/url.ts";
import {
  combinations,
  countLabel,
  discountPercent,
  listingSorts,
  ratingScore,
  sortLabel,
  totalLabel,
} from "./rules.ts";

describe("rules", () => {
  test("a discount is a whole percent, rounded down, and never negative", () => {
    expect(discountPercent(485_000, 620_000)).toBe(21);
    expect(discountPercent(999, 1000)).toBe(0);
    expect(discountPercent(1000, null)).toBe(0);
    expect(discountPercent(1000, 900)).toBe(0);
  });
  test("there is a variant for every combination of the axes, and the first axis changes slowest", () => {
    expect(combinations([{ values: ["S", "M"] }, { values: ["Nila", "Soga"] }])).toEqual([
      ["S", "Nila"],
      ["S", "Soga"],
      ["M", "Nila"],
      ["M", "Soga"],
    ]);
    expect(combinations([])).toEqual([[]]);
  });
  test("an average of few ratings does not beat one of many, and a product without ratings has no score", () => {
    const of = (stars: number, count: number) => ratingScore({ sum: stars * count, count });
    expect(of(5, 1)).toBeLessThan(of(4.5, 40));
    expect(of(5, 3)).toBeLessThan(of(4.2, 100));
    expect(of(4.9, 200)).toBeGreaterThan(of(4.8, 200));
    expect(of(5, 0)).toBe(0);
  });
});

describe("choosing a variant", () => {
  const variants = [
    { id: "1", option1: "S", option2: "Nila", price: 100, stock: 0 },
    { id: "2", option1: "S", option2: "Soga", price: 110, stock: 3 },
    { id: "3", option1: "M", option2: "Nila", price: 120, stock: 5 },
  ];
  test("without a selection the first variant in stock is shown", () => {
    expect(chooseVariant(variants, [null, null])?.id).toBe("2");
  });
  test("a selected variant is shown even when it is sold out", () => {
    expect(chooseVariant(variants, ["S", "Nila"])?.id).toBe("1");
  });
  test("an unknown option is replaced by one that exists", () => {
    expect(chooseVariant(variants, ["M", "Soga"])?.id).toBe("3");
    expect(chooseVariant(variants, ["XXL", "<script>"])?.id).toBe("2");
    expect(chooseVariant([], ["S", null])).toBeUndefined();
  });
  test("an option without stock cannot be chosen", () => {
    expect(canChoose(variants, 1, "Nila", "S")).toBe(false);
    expect(canChoose(variants, 1, "Nila", "M")).toBe(true);
    expect(canChoose(variants, 0, "S", null)).toBe(true);
  });
});

describe("addresses of listings", () => {
  const read = (search: string) => parseListing(new URLSearchParams(search));
  test("a minimum price above the maximum is swapped with it", () => {
    expect(read("min=100000&max=50000")).toMatchObject({ min: 50_000, max: 100_000 });
    expect(read("min=100000")).toMatchObject({ min: 100_000, max: undefined });
    expect(read("max=50000")).toMatchObject({ min: undefined, max: 50_000 });
  });
  test("invalid filters are left out", () => {
    expect(
      read("min=abc&max=-5&rating=9999999999999&sort=drop&page=0&province=xx&condition=broken&discount=2"),
    ).toEqual(read(""));
  });
  test("prices may be written with separators", () => {
    expect(read("min=Rp100.000&max=2.500.000")).toMatchObject({ min: 100_000, max: 2_500_000 });
  });
  test("a parsed address leads to the same address, with any filters", () => {
    const text = fc.string({ maxLength: 40 });
    const pair = fc.tuple(
      fc.constantFrom("category", "name", "sort", "min", "max", "province", "rating", "regional", "page", "x"),
      fc.oneof(text, fc.nat().map(String), fc.constantFrom("newest", "32", "1")),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
        const once = parseListing(new URLSearchParams(pairs));
        const address = listingHref(once, { page: once.page });
        expect(parseListing(new URL(address, "http://kawung.test").searchParams)).toEqual(once);
      }),
    );
  });
  test("cities and couriers are lists; what is none is left out", () => {
    expect(read("city=32.73&city=35.78&city=32.73&city=x&courier=jne&courier=J1&cod=1")).toMatchObject({
      city: ["32.73", "35.78"],
      courier: ["jne"],
      cod: "1",
    });
  });
  test("a changed filter leads to the first page", () => {
    expect(listingHref(read("name=kopi&page=4"), { discount: "1" })).toBe("/product?name=kopi&discount=1");
  });
  test("search text, category and order do not count as filters", () => {
    expect(chosenFilters(read("name=kopi&category=kopi&sort=newest&min=1&max=2&province=32&province=35"))).toBe(3);
    expect(listingRequest(read("province=32&page=3"))).toEqual({ province: ["32"], page: "3" });
  });
});

test("a count is exact up to 10,000 and says above that there are more", () => {
  expect([0, 1284, 10_000, 10_001, 99_999].map((count) => countLabel(count))).toEqual([
    "0",
    "1.284",
    "10.000",
    "10 rb+",
    "10 rb+",
  ]);
  expect([countLabel(312, false), countLabel(10_001, false)]).toEqual(["312+", "10 rb+"]);
  expect(totalLabel({ total: 10_000, total_is_exact: true })).toBe("10.000");
  expect(totalLabel({ total: 10_000, total_is_exact: false })).toBe("10 rb+");
});
test("the default order is by relevance with a text, and a recommendation without one", () => {
  const [usual, newest] = listingSorts;
  expect([sortLabel(usual, true), sortLabel(usual, false)]).toEqual(["Paling sesuai", "Rekomendasi"]);
  expect([sortLabel(newest, true), sortLabel(newest, false)]).toEqual(["Terbaru", "Terbaru"]);
});
