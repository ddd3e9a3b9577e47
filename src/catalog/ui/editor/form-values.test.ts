import { describe, expect, test } from "vitest";
import {
  attributesOf,
  labelOfField,
  mapErrorsToFields,
  readProduct,
  rowField,
  readAxes,
  parseWholeNumber,
  formatAxisValues,
} from "./form-values.ts";

function form(fields: Record<string, string>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  return made;
}
const basic = {
  name: "Teko Tanah Liat",
  description: "Teko untuk teh poci.",
  category: "dapur",
  condition: "new",
  weight_g: "1.200",
  min_order: "1",
  preorder_days: "",
  is_regional: "1",
  attributes: "Bahan: tanah liat\nTanpa glasir",
  status: "active",
  price: "Rp. 45.000",
  stock: "12",
};

describe("the product form", () => {
  test("makes one variant of a product without options", () => {
    expect(readProduct(form(basic), ["foto"])).toMatchObject({
      weight_g: 1200,
      preorder_days: null,
      is_regional: true,
      axes: [],
      variants: [{ options: [], price: 45_000, stock: 12 }],
      attributes: [
        { name: "Bahan", value: "tanah liat" },
        { name: "Keterangan", value: "Tanpa glasir" },
      ],
      picture_ids: ["foto"],
    });
  });

  test("gives each variant its own stock, and its own price or the product's", () => {
    const sent = form({
      ...basic,
      axis1: "Warna",
      values1: "Merah, Cokelat tua,Merah",
      axis2: "",
      values2: "Kecil",
      [rowField("price", ["Merah", "Kecil"])]: "50000",
      [rowField("stock", ["Merah", "Kecil"])]: "3",
    });
    expect(readAxes(sent)).toEqual([
      { name: "Warna", values: ["Merah", "Cokelat tua"] },
      { name: "Varian", values: ["Kecil"] },
    ]);
    expect(readProduct(sent, []).variants).toEqual([
      { options: ["Merah", "Kecil"], price: 50_000, stock: 3 },
      { options: ["Cokelat tua", "Kecil"], price: 45_000, stock: Number.NaN },
    ]);
  });

  test("sends a variant's picture if the form has its field and the product still has that picture", () => {
    const colours = { ...basic, axis1: "Warna", values1: "Merah, Biru", [rowField("picture", ["Merah"])]: "dua" };
    const pictures = (ids: string[]) => readProduct(form(colours), ids).variants.map((one) => one.picture_id);
    expect(pictures(["satu", "dua"])).toEqual(["dua", undefined]);
    expect(pictures(["satu"])).toEqual([null, undefined]);
  });

  test.each([[["Merah", "Biru"]], [["1,5 kg", "2 kg"]], [["1,5 kg"]], [[]]])(
    "shows the values %j so that saving keeps them",
    (values) => {
      const sent = form({ ...basic, axis1: "Isi", values1: formatAxisValues(values) });
      expect(readAxes(sent).flatMap((one) => one.values)).toEqual(values);
    },
  );

  test("sends the version of a stock only when the stock was changed in the form", () => {
    expect(readProduct(form({ ...basic, read: "12/7" }), []).variants).toEqual([
      { options: [], price: 45_000, stock: 12 },
    ]);
    expect(readProduct(form({ ...basic, stock: "20", read: "12/7" }), []).variants).toEqual([
      { options: [], price: 45_000, stock: 20, version: 7 },
    ]);
  });

  test("keeps the field names of every variant in a multipart form", async () => {
    const rows = [
      ["Merah", "Besar"],
      ['7"', "S/M"],
      ["7_22_", "S/M"],
      ["50%22", "a|b"],
      ["50%22|a", "b"],
    ];
    const names = rows.map((options) => rowField("price", options));
    expect(new Set(names).size).toBe(rows.length);
    for (const name of names) expect(name).not.toMatch(/["%\r\n]/);
    const arrived = await new Response(form(Object.fromEntries(names.map((name) => [name, "1"])))).formData();
    expect([...arrived.keys()]).toEqual(names);
  });

  test.each([
    ["Rp. 12.500", 12_500],
    ["12500", 12_500],
    ["1.200.000", 1_200_000],
    ["1,5", 1.5],
    ["1.5", 1.5],
    ["-3", -3],
    ["dua", Number.NaN],
    ["1e9", Number.NaN],
    ["0x10", Number.NaN],
    ["٣", Number.NaN],
    ["Infinity", Number.NaN],
    ["", Number.NaN],
  ])("reads “%s” as %d", (text, number) => {
    expect(parseWholeNumber(text)).toBe(number);
  });

  test("reads an empty number as NaN, so that the API refuses it", () => {
    const { weight_g, variants } = readProduct(form({ ...basic, weight_g: "", price: "" }), []);
    expect([weight_g, variants[0]?.price]).toEqual([Number.NaN, Number.NaN]);
  });

  test("maps errors of the API to the fields of the form", () => {
    const axes = [{ name: "Warna", values: ["Merah", "Biru"] }];
    expect(
      mapErrorsToFields(
        {
          "variants.1.price": ["Paling sedikit 100."],
          "axes.0.values.1": ["Maksimal 40 karakter."],
          variants: ["a"],
          name: ["b"],
        },
        axes,
      ),
    ).toEqual({
      [rowField("price", ["Biru"])]: ["Paling sedikit 100."],
      values1: ["Maksimal 40 karakter.", "a"],
      name: ["b"],
    });
    expect(mapErrorsToFields({ "variants.0.stock": ["Wajib diisi."] }, [])).toEqual({ stock: ["Wajib diisi."] });
  });

  test("keeps colons in an attribute's value", () => {
    expect(attributesOf("Ukuran: 10:20 cm\n\n: aneh")).toEqual([
      { name: "Ukuran", value: "10:20 cm" },
      { name: "Keterangan", value: ": aneh" },
    ]);
  });

  test("finds the label of a field, also in the row of a variant", () => {
    expect([
      labelOfField("weight_g"),
      labelOfField(rowField("price", ['Merah 7"', "S"])),
      labelOfField("values2"),
      labelOfField("intent"),
    ]).toEqual(["Berat", 'Harga Merah 7" / S', "Pilihan 2", undefined]);
  });
});
