import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProductPage } from "../contract.ts";
import { recentProducts } from "./recent-products.tsx";
import { saveRecentProduct } from "./save-recent-product.ts";

const stored = new Map<string, string>();
const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
beforeEach(() => {
  stored.clear();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
});
afterEach(() => {
  if (before) Object.defineProperty(globalThis, "localStorage", before);
  else Reflect.deleteProperty(globalThis, "localStorage");
});

const look = (at: number) =>
  saveRecentProduct({
    slug: `barang-${at}`,
    name: `Barang ${at}`,
    pictures: [{ key: `foto-${at}`, color: "#fff", alt: "" }],
  } as unknown as ProductPage);

test("the latest twelve products are remembered, each once, the latest first", () => {
  for (let at = 1; at <= 14; at += 1) look(at);
  look(5);
  const slugs = recentProducts().map(({ slug }) => slug);
  expect(slugs).toHaveLength(12);
  expect(slugs.slice(0, 3)).toEqual(["barang-5", "barang-14", "barang-13"]);
  expect(recentProducts()[0]).toEqual({ slug: "barang-5", name: "Barang 5", key: "foto-5", color: "#fff" });
});
test("what somebody else stored there is left out, and does not keep a product from being remembered", () => {
  stored.set("recent_products", JSON.stringify([{ slug: "../x", name: "x" }, 7, null, { slug: "batik" }]));
  expect(recentProducts()).toEqual([]);
  stored.set("recent_products", "{broken");
  expect(recentProducts()).toEqual([]);
  stored.set("recent_products", "[]");
  look(1);
  expect(recentProducts()).toHaveLength(1);
});
