import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProductPage } from "../contract.ts";
import { recentProducts } from "./recent-products.tsx";
import { saveRecentProduct } from "./save-recent-product.ts";

const stored = new Map<string, string>();
const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
beforeEach(() => {
  stored.clear();
  // As in browsers, a property is an item.
  const storage = new Proxy({} as Record<string, unknown>, {
    get: (_, name) => {
      if (name === "getItem") return (key: string) => stored.get(key) ?? null;
      return name === "removeItem" ? (key: string) => stored.delete(key) : stored.get(String(name));
    },
    set: (_, name, value) => (stored.set(String(name), String(value)), true),
  });
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
  expect(recentProducts()[0]).toMatchObject({ slug: "barang-5", name: "Barang 5", key: "foto-5", color: "#fff" });
});
test.each([JSON.stringify([{ slug: "../x", name: "x" }]), "[7,null]", "{broken", '{"a":1}'])(
  "what somebody else stored there (%s) is forgotten",
  (text) => {
    stored.set("recent_products", text);
    expect(recentProducts()).toEqual([]);
    look(1);
    expect(recentProducts().map(({ slug }) => slug)).toEqual(["barang-1"]);
  },
);
