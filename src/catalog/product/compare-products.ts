import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { formatRating } from "#ui/rating.ts";
import type { ProductPage } from "../contract.ts";

/** @rule At most 4 products are compared at once. */
export const maxCompared = 4;

/** One property of all compared products; a product without it has an empty text. */
export type ComparedRow = { name: string; values: string[]; isSame: boolean };

const longest = 80;

/**
 * The properties of these products in the order in which people decide: price and ratings, then delivery, then what
 * sellers say about the product. A property that no product has is left out.
 */
export function compareProducts(products: readonly ProductPage[]): ComparedRow[] {
  const row = (name: string, valueOf: (product: ProductPage) => string): ComparedRow => {
    const values = products.map(valueOf);
    return { name, values, isSame: values.every((value) => value === values[0]) };
  };
  const attributeNames = [...new Set(products.flatMap(({ attributes }) => attributes.map(({ name }) => name)))];
  const axisNames = [...new Set(products.flatMap(({ axes }) => axes.map(({ name }) => name)))];
  return [
    row("Harga", ({ price_min: lowest, price_max: highest }) =>
      lowest === highest ? formatRupiah(lowest) : `${formatRupiah(lowest)} – ${formatRupiah(highest)}`,
    ),
    row("Penilaian", ({ rating_average: rating, rating_count: count }) =>
      count === 0 ? "Belum ada" : `${formatRating(rating)} dari ${formatCount(count)} penilaian`,
    ),
    row("Terjual", ({ sold_count: sold }) => formatCount(sold)),
    row("Stok", ({ in_stock: inStock }) => (inStock ? "Tersedia" : "Habis")),
    row("Toko", ({ shop }) => shop.name),
    row("Dikirim dari", ({ city_name: city }) => city),
    row("Diserahkan ke kurir", ({ preorder_days: days }) =>
      days === null ? "Stok siap kirim" : `Pre-order ${days} hari`,
    ),
    row("Berat kirim", ({ weight_g: grams }) => `${formatCount(grams)} g`),
    row("Kondisi", ({ condition }) => (condition === "new" ? "Baru" : "Bekas")),
    row("Pembelian minimal", ({ min_order: pieces }) => `${pieces} buah`),
    row("Kategori", ({ category }) => category.name),
    ...axisNames.map((axis) =>
      row(axis, ({ axes }) => cut(axes.find(({ name }) => name === axis)?.values.join(", ") ?? "")),
    ),
    ...attributeNames
      .filter((name) => !axisNames.includes(name))
      .map((attribute) =>
        row(attribute, ({ attributes }) => cut(attributes.find(({ name }) => name === attribute)?.value ?? "")),
      ),
  ];
}

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
