import { expect, test } from "vitest";
import type { ProductPage } from "../contract.ts";
import { compareProducts } from "./compare-products.ts";

const product = (fields: object) =>
  ({
    price_min: 50_000,
    price_max: 50_000,
    rating_average: 0,
    rating_count: 0,
    sold_count: 0,
    in_stock: true,
    shop: { name: "Kopi Wetan" },
    city_name: "Bandung",
    preorder_days: null,
    weight_g: 500,
    condition: "new",
    min_order: 1,
    category: { name: "Kopi" },
    axes: [],
    attributes: [],
    ...fields,
  }) as unknown as ProductPage;

test("a comparison has what differs and what is the same, with the attributes of all products", () => {
  const rows = compareProducts([
    product({ attributes: [{ name: "Sangrai", value: "Gelap" }], axes: [{ name: "Isi", values: ["250 g", "500 g"] }] }),
    product({ price_max: 90_000, rating_count: 3, rating_average: 4.5, attributes: [{ name: "Asal", value: "Gayo" }] }),
  ]);
  const values = new Map(rows.map((row) => [row.name, row.values]));
  expect(values.get("Harga")).toEqual(["Rp50.000", "Rp50.000 – Rp90.000"]);
  expect(values.get("Penilaian")).toEqual(["Belum ada", "4,5 dari 3 penilaian"]);
  expect(values.get("Isi")).toEqual(["250 g, 500 g", ""]);
  expect(values.get("Sangrai")).toEqual(["Gelap", ""]);
  expect(values.get("Asal")).toEqual(["", "Gayo"]);
  expect(rows.filter(({ isSame }) => !isSame).map(({ name }) => name)).toEqual([
    "Harga",
    "Penilaian",
    "Isi",
    "Sangrai",
    "Asal",
  ]);
});
test("a long attribute is cut, and an attribute with the name of an axis is one row", () => {
  const rows = compareProducts([
    product({ attributes: [{ name: "Warna", value: "a".repeat(200) }], axes: [{ name: "Warna", values: ["Nila"] }] }),
    product({ attributes: [{ name: "Bahan", value: "b".repeat(200) }] }),
  ]);
  expect(rows.filter(({ name }) => name === "Warna")).toHaveLength(1);
  expect(rows.find(({ name }) => name === "Bahan")?.values[1]).toHaveLength(80);
});
