import { expect, test } from "vitest";
import {
  searchHref,
  searchType,
  searchTypes,
  splitMatch,
  suggestionDelay,
  suggestionsUrl,
  withRecent,
} from "./rules.ts";

test("suggestions wait for a pause of 500 ms", () => expect(suggestionDelay).toBe(500));

test("the type selector says Produk and Penjual; anything unknown is a product search", () => {
  expect(searchTypes).toEqual({ product: "Produk", seller: "Penjual" });
  expect(searchType("seller")).toBe("seller");
  for (const other of ["product", "", null, undefined, "Penjual"]) expect(searchType(other)).toBe("product");
});

test("an empty keyword fetches no suggestions", () => {
  expect(suggestionsUrl("", "product")).toBeNull();
  expect(suggestionsUrl("  \t ", "seller")).toBeNull();
  expect(suggestionsUrl(" batik & kain ", "product")).toBe("/v1/products/keywords?name=batik+%26+kain&type=product");
});

test("the matched part of a suggestion is found in any letter case", () => {
  expect(splitMatch("Kain Batik Tulis", "batik")).toEqual(["Kain ", "Batik", " Tulis"]);
  expect(splitMatch("Kain Batik Tulis", "kopi")).toBeNull();
  expect(splitMatch("Kain", "")).toBeNull();
});

test("recent searches are stored once each, newest first, at most six", () => {
  expect(withRecent(["kopi", "batik"], "Batik ")).toEqual(["Batik", "kopi"]);
  expect(withRecent(["a", "b", "c", "d", "e", "f"], "g")).toEqual(["g", "a", "b", "c", "d", "e"]);
  expect(withRecent(["a"], " ")).toEqual(["a"]);
});

test("a product search opens /product and a seller search /merchant, both with name and type", () => {
  expect(searchHref(" batik tulis ", "product")).toBe("/product?name=batik+tulis&type=product");
  expect(searchHref("laweyan", "seller")).toBe("/merchant?name=laweyan&type=seller");
  expect(searchHref(" ", "product")).toBe("/product");
  expect(searchHref("", "seller")).toBe("/merchant");
});
