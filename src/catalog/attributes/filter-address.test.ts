import fc from "fast-check";
import { expect, test } from "vitest";
import { hrefs } from "#hrefs.ts";
import { chosenFilters, listingHref, parseListing } from "../listing/url.ts";
import { withoutAttributes } from "./filter-address.ts";

const parse = (query: string) => parseListing(new URLSearchParams(query));

test("the same filters have one address, in whatever order they were sent", () => {
  const one = parse("attr=Rasa:Pedas&attr=Bahan:Katun&num2=Isi&min2=10&max2=");
  const other = parse("attr=Bahan:Katun&attr=Rasa:Pedas&attr=Rasa:Pedas&num1=Isi&min1=10");
  expect(hrefs.products(one)).toBe(hrefs.products(other));
  expect(chosenFilters(one)).toBe(3);
  expect(listingHref(one, { ...withoutAttributes, category: "kopi" })).toBe("/product?category=kopi");
});

test("what is no filter is left out", () => {
  expect(hrefs.products(parse("attr=Rasa&attr=:x&num1=Isi&min1=abc&num2=&min2=3&num3=Berat"))).toBe("/product");
});

test("an address is read as it was written, whatever was sent", () => {
  const text = fc.oneof(fc.constantFrom("Isi", "12", "1,5", "Rasa:Pedas", ""), fc.string({ maxLength: 120 }));
  const names = fc.constantFrom("attr", "num1", "min1", "max1", "num2", "min2", "num3", "max3");
  fc.assert(
    fc.property(fc.array(fc.tuple(names, text), { maxLength: 30 }), (fields) => {
      const href = hrefs.products(parseListing(new URLSearchParams(fields)));
      expect(hrefs.products(parse(href.split("?")[1] ?? ""))).toBe(href);
    }),
  );
});
