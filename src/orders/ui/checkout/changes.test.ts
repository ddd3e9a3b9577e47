import { expect, test } from "vitest";
import type { Quote } from "../../checkout/contract.ts";
import { changesSince, parseSeenQuote, seenQuoteOf } from "./changes.ts";

const line = { variant_id: "", product_slug: "", variant_name: "", picture: null, note: "", line_total: 0 };
function quote(
  lines: { id: string; name: string; price: number; quantity: number }[],
  shipping: number,
  more: Partial<Quote> = {},
): Quote {
  const goods = lines.reduce((sum, one) => sum + one.price * one.quantity, 0);
  return {
    quote_id: "",
    address: null,
    payment_method: "va_bca",
    cod_problem: null,
    cod_needs_phone: false,
    declined: [],
    placed: null,
    shops: [
      {
        id: "s",
        slug: "",
        name: "Toko Batik",
        city_name: "",
        weight_kg: 1,
        shipping_options: [],
        instant_problem: null,
        courier: null,
        goods_total: goods,
        shipping_cost: shipping,
        premium: null,
        is_insured: false,
        lines: lines.map((one) => ({ ...line, ...one })),
      },
    ],
    pieces: 1,
    goods_total: goods,
    shipping_total: shipping,
    service_fee: 1000,
    discounts: [],
    discount_total: 0,
    voucher_mode: "best",
    vouchers: [],
    code_problems: [],
    total: goods + shipping + 1000,
    problems: [],
    can_pay: true,
    ...more,
  };
}
const cloth = { id: "1", name: "Kain", price: 50_000, quantity: 1 };
const soap = { id: "2", name: "Sabun", price: 10_000, quantity: 2 };

test("names price, quantity, shipping and total before and now", () => {
  const seen = seenQuoteOf(quote([cloth, soap], 9_000));
  expect(
    changesSince(
      seen,
      quote(
        [
          { ...cloth, price: 60_000 },
          { ...soap, quantity: 3 },
        ],
        12_000,
      ),
    ),
  ).toEqual([
    "Kain: harga Rp50.000 menjadi Rp60.000",
    "Sabun: jumlah 2 menjadi 3",
    "Ongkos kirim Toko Batik: Rp9.000 menjadi Rp12.000",
    "Total: Rp80.000 menjadi Rp103.000",
  ]);
});

test("names what is gone with its reason, and what is new", () => {
  const problems: Quote["problems"] = [
    { kind: "out_of_stock", shop_id: "s", line_id: "1", product_slug: "kain", name: "Kain", text: "Stok habis" },
  ];
  expect(changesSince(seenQuoteOf(quote([cloth], 9_000)), quote([soap], 9_000, { problems }))).toEqual([
    "Kain: Stok habis",
    "Sabun: ditambahkan",
    "Total: Rp60.000 menjadi Rp30.000",
  ]);
});

test("names vouchers that are gone with the reason, and those that are used instead", () => {
  const voucher = {
    voucher_code: "HEMAT10",
    title: "",
    terms: "",
    bearer: "platform" as const,
    shop_id: null,
    shop_name: null,
    ends_at: "",
    cashback: 0,
  };
  const used = { ...voucher, id: "v", is_chosen: true, saves: 10_000, problem: null };
  const gone = {
    ...used,
    is_chosen: false,
    problem: { code: "vouchers.ended", text: "Voucher ini berakhir 1 Nov 2026." },
  };
  const instead = { ...used, id: "w", voucher_code: "HEMAT5", saves: 5_000 };
  const seen = seenQuoteOf(quote([cloth], 1, { vouchers: [used], total: 41_001 }));
  expect(changesSince(seen, quote([cloth], 1, { vouchers: [gone, instead], total: 46_001 }))).toEqual([
    "Voucher HEMAT10: Voucher ini berakhir 1 Nov 2026",
    "Voucher HEMAT5: dipakai",
    "Total: Rp41.001 menjadi Rp46.001",
  ]);
  expect(changesSince(seen, quote([cloth], 1, { vouchers: [], total: 51_001 }))).toContain(
    "Voucher HEMAT10: tidak bisa dipakai lagi",
  );
});

test("is empty when nothing differs", () => {
  expect(changesSince(seenQuoteOf(quote([cloth], 1)), quote([cloth], 1))).toEqual([]);
});

test("a form field is read back, and malformed text gives null", () => {
  const seen = seenQuoteOf(quote([cloth], 1));
  expect(parseSeenQuote(JSON.stringify(seen))).toEqual(seen);
  for (const rubbish of ["", "null", "[]", "{}", "{", '{"lines":1}']) expect(parseSeenQuote(rubbish)).toBeNull();
});
