import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyVouchers, bestVouchers, voucherProblem, type Purchase, type VoucherLine } from "./combination-rules.ts";
import {
  isVoucherCode,
  maxCostText,
  normaliseCode,
  stackingGroupOf,
  validityOf,
  voucherPhase,
  voucherTerms,
  voucherTitle,
  type Voucher,
} from "./rules.ts";

const now = new Date("2026-11-22T05:00:00Z");

function makeVoucher(fields: Partial<Voucher> = {}): Voucher {
  const voucher = {
    id: "v1",
    code: "HEMAT10",
    kind: "fixed" as const,
    shopId: null,
    shopName: null,
    buyerId: null,
    perMille: null,
    maxAmount: 10_000,
    minGoods: 0,
    categoryId: null,
    categoryName: null,
    quota: 100,
    perBuyer: 1,
    used: 0,
    ...validityOf("2026-11-01", "2026-11-30"),
    isListed: true,
    isStopped: false,
    ...fields,
  };
  return {
    ...voucher,
    shopName: voucher.shopId && `Toko ${voucher.shopId}`,
    stackingGroup:
      fields.stackingGroup ?? stackingGroupOf({ ofShop: voucher.shopId !== null, kind: voucher.kind, isAlone: false }),
  };
}

function makePurchase(
  goods: readonly [shopId: string, goods: number, category?: string][],
  fields: Partial<Purchase> = {},
): Purchase {
  const lines = goods.map(([shopId, amount, category = "buku"], at): VoucherLine => ({
    lineId: `l${at}`,
    shopId,
    goods: amount,
    categoryIds: [category, `akar-${category}`],
  }));
  return {
    buyerId: "pembeli",
    lines,
    shippingByShop: new Map(lines.map(({ shopId }) => [shopId, 9_000])),
    usesOfBuyer: new Map(),
    now,
    ...fields,
  };
}

const amountsOf = (purchase: Purchase, ...vouchers: Voucher[]) =>
  applyVouchers(purchase, vouchers).adjustments.map(({ shopId, lineId, kind, bearer, amount }) =>
    [shopId, lineId ?? kind, bearer, amount].join(" "),
  );

describe("a voucher", () => {
  test("takes a fixed sum off the goods, split over the lines so that the parts sum to the whole", () => {
    const purchase = makePurchase([
      ["a", 10_000],
      ["a", 10_000],
      ["b", 10_000],
    ]);
    expect(amountsOf(purchase, makeVoucher())).toEqual([
      "a l0 platform -3334",
      "a l1 platform -3333",
      "b l2 platform -3333",
    ]);
  });

  test("takes a percentage off, rounded down and at most its maximum", () => {
    const tenth = { kind: "percent" as const, perMille: 100 };
    expect(amountsOf(makePurchase([["a", 99_999]]), makeVoucher({ ...tenth, maxAmount: 20_000 }))).toEqual([
      "a l0 platform -9999",
    ]);
    expect(amountsOf(makePurchase([["a", 999_999]]), makeVoucher({ ...tenth, maxAmount: 20_000 }))).toEqual([
      "a l0 platform -20000",
    ]);
  });

  test("larger than the goods takes the goods and no more", () => {
    const purchase = makePurchase([["a", 50_000]]);
    expect(amountsOf(purchase, makeVoucher({ maxAmount: 100_000 }))).toEqual(["a l0 platform -50000"]);
  });

  test("of a shop lowers only that shop's goods, and the shop bears it", () => {
    const purchase = makePurchase([
      ["a", 10_000],
      ["b", 50_000],
    ]);
    expect(amountsOf(purchase, makeVoucher({ shopId: "b" }))).toEqual(["b l1 shop -10000"]);
  });

  test("of a category lowers only goods of it or of its sub-categories", () => {
    const purchase = makePurchase([
      ["a", 10_000, "buku"],
      ["a", 50_000, "teh"],
    ]);
    expect(amountsOf(purchase, makeVoucher({ categoryId: "akar-teh" }))).toEqual(["a l1 platform -10000"]);
  });

  test("for free shipping takes at most the shipping costs off", () => {
    const purchase = makePurchase([
      ["a", 10_000],
      ["b", 10_000],
    ]);
    const free = makeVoucher({ kind: "free_shipping", maxAmount: 15_000 });
    expect(amountsOf(purchase, free)).toEqual(["a free_shipping platform -7500", "b free_shipping platform -7500"]);
    expect(amountsOf(purchase, { ...free, maxAmount: 100_000 })).toEqual([
      "a free_shipping platform -9000",
      "b free_shipping platform -9000",
    ]);
  });

  test("for cashback changes no price and promises a part for each shop", () => {
    const purchase = makePurchase([
      ["a", 10_000],
      ["b", 30_000],
    ]);
    const applied = applyVouchers(purchase, [makeVoucher({ kind: "cashback", perMille: 100, maxAmount: 3_000 })]);
    expect(applied.adjustments).toEqual([]);
    expect(applied.cashbacks).toEqual([
      { voucherId: "v1", shopId: "a", amount: 750 },
      { voucherId: "v1", shopId: "b", amount: 2_250 },
    ]);
  });

  test.each([
    ["stopped", { isStopped: true }, "Voucher ini sudah dihentikan."],
    ["ended", validityOf("2026-11-01", "2026-11-21"), "Voucher ini berakhir 21 Nov 2026."],
    ["not_started", validityOf("2026-11-23", "2026-11-30"), "Voucher ini berlaku mulai 23 Nov 2026."],
    ["used_up", { used: 100 }, "Kuota voucher ini sudah habis."],
    ["used_by_you", { id: "seen" }, "Anda sudah memakai voucher ini sebanyak yang diizinkan."],
    ["wrong_shop", { shopId: "c" }, "Voucher ini hanya untuk belanja di Toko c."],
    ["wrong_category", { categoryId: "teh", categoryName: "Teh" }, "Voucher ini hanya untuk kategori Teh."],
    ["min_goods", { minGoods: 60_000 }, "Minimal belanja Rp60.000. Kurang Rp10.000 lagi."],
    ["unknown", { buyerId: "orang lain" }, "Kode voucher tidak dikenal. Periksa penulisannya."],
  ] as const)("does not apply when it is %s, and the sentence says why", (problem, fields, text) => {
    const purchase = makePurchase([["a", 50_000]], { usesOfBuyer: new Map([["seen", 1]]) });
    const voucher = makeVoucher(fields);
    expect(voucherProblem(voucher, purchase)).toEqual({ voucherId: voucher.id, problem, text });
    expect(applyVouchers(purchase, [voucher])).toMatchObject({ adjustments: [], applied: [], refused: [{ problem }] });
  });

  test("is valid from the first midnight to the last one in Jakarta", () => {
    const { startsAt, endsAt } = validityOf("2026-11-22", "2026-11-22");
    expect([startsAt.toISOString(), endsAt.toISOString()]).toEqual([
      "2026-11-21T17:00:00.000Z",
      "2026-11-22T17:00:00.000Z",
    ]);
    expect(voucherPhase(makeVoucher({ startsAt, endsAt }), startsAt)).toBe("running");
    expect(voucherPhase(makeVoucher({ startsAt, endsAt }), endsAt)).toBe("ended");
  });

  test("says what it gives, under which conditions, and what it costs at most", () => {
    const voucher = makeVoucher({ kind: "percent", perMille: 125, maxAmount: 20_000, minGoods: 100_000, quota: 50 });
    expect(voucherTitle(voucher)).toBe("Diskon 12,5% hingga Rp20.000");
    expect(voucherTerms({ ...voucher, categoryName: "Teh" })).toBe(
      "Minimal belanja Rp100.000 · kategori Teh · sampai 30 Nov 2026",
    );
    expect(maxCostText(voucher, "shop")).toBe(
      "Anda menanggung paling banyak Rp1.000.000 (50 kali pemakaian, paling banyak Rp20.000 setiap kali).",
    );
  });

  test("has a code of letters and digits, without regard to case and to spaces around it", () => {
    expect(normaliseCode("  hemat10 ")).toBe("HEMAT10");
    for (const code of ["HEMAT10", " hemat10 ", "A1B2"]) expect(isVoucherCode(code)).toBe(true);
    for (const code of ["", "ABC", "A".repeat(21), "HEMAT 10", "HEMAT-10", "DİSKON", "straße"])
      expect(isVoucherCode(code)).toBe(false);
  });
});

describe("vouchers together", () => {
  const purchase = makePurchase([
    ["a", 50_000],
    ["b", 50_000],
  ]);
  const ofA = makeVoucher({ id: "a", shopId: "a", maxAmount: 5_000 });
  const ofB = makeVoucher({ id: "b", shopId: "b", maxAmount: 6_000 });
  const discount = makeVoucher({ id: "d", maxAmount: 7_000 });
  const shipping = makeVoucher({ id: "s", kind: "free_shipping", maxAmount: 8_000 });

  test("one of each shop, a discount and a free shipping of the platform apply at once", () => {
    expect(applyVouchers(purchase, [shipping, discount, ofB, ofA]).applied.map(({ saved }) => saved)).toEqual([
      5_000, 6_000, 7_000, 8_000,
    ]);
  });

  test("a second voucher of the same group is refused, and so is one that combines with no other", () => {
    const second = makeVoucher({ id: "z", shopId: "a" });
    expect(applyVouchers(purchase, [ofA, second]).refused).toMatchObject([
      { voucherId: "z", problem: "not_combinable" },
    ]);
    const alone = makeVoucher({ id: "x", stackingGroup: "alone" });
    expect(applyVouchers(purchase, [alone, ofA]).refused).toMatchObject([
      { voucherId: "x", problem: "not_combinable" },
    ]);
  });

  test("never take more off a line than it costs", () => {
    const small = makePurchase([["a", 8_000]]);
    expect(applyVouchers(small, [ofA, discount]).applied.map(({ saved }) => saved)).toEqual([5_000, 3_000]);
    expect(applyVouchers(makePurchase([["a", 5_000]]), [ofA, discount]).refused).toMatchObject([
      { voucherId: "d", problem: "no_effect" },
    ]);
  });

  test("the best combination is proposed, and vouchers that would be wasted are not used", () => {
    const better = makeVoucher({ id: "c", shopId: "a", maxAmount: 9_000 });
    const ids = (found: readonly Voucher[]) => found.map(({ id }) => id).toSorted();
    expect(ids(bestVouchers(purchase, [ofA, better, ofB, discount, shipping]))).toEqual(["b", "c", "d", "s"]);
    const alone = makeVoucher({ id: "x", stackingGroup: "alone", maxAmount: 40_000 });
    expect(ids(bestVouchers(purchase, [ofA, better, ofB, discount, shipping, alone]))).toEqual(["x"]);
    expect(ids(bestVouchers(makePurchase([["a", 5_000]]), [ofA, discount]))).toEqual(["a"]);
  });

  test("a voucher whose code the buyer entered is used although another saves more", () => {
    const entered = makeVoucher({ id: "e", maxAmount: 1_000, isListed: false });
    expect(bestVouchers(purchase, [discount, entered], new Set(["e"])).map(({ id }) => id)).toEqual(["e"]);
  });

  test("a discount now is preferred to a cashback later", () => {
    const cashback = makeVoucher({ id: "k", kind: "cashback", perMille: 500, maxAmount: 50_000 });
    expect(bestVouchers(purchase, [cashback, discount]).map(({ id }) => id)).toEqual(["d"]);
    expect(bestVouchers(purchase, [cashback]).map(({ id }) => id)).toEqual(["k"]);
  });
});

describe("for any purchase and any vouchers", () => {
  const shopIds = ["a", "b", "c"];
  const purchases = fc
    .record({
      goods: fc.array(
        fc.tuple(
          fc.constantFrom(...shopIds),
          fc.oneof(fc.integer({ min: 100, max: 20_000 }), fc.integer({ min: 100, max: 999_000_000_000 })),
          fc.constantFrom("buku", "teh"),
        ),
        { minLength: 1, maxLength: 12 },
      ),
      shipping: fc.tuple(...shopIds.map(() => fc.integer({ min: 0, max: 60_000 }))),
    })
    .map(({ goods, shipping }) =>
      makePurchase(goods, {
        shippingByShop: new Map(
          shopIds.flatMap((id, at) => (goods.some(([shop]) => shop === id) ? [[id, shipping[at] ?? 0] as const] : [])),
        ),
      }),
    );
  const vouchers = fc
    .array(
      fc.record({
        kind: fc.constantFrom("percent", "fixed", "free_shipping", "cashback"),
        shopId: fc.constantFrom(null, "a", "b"),
        perMille: fc.integer({ min: 1, max: 1000 }),
        maxAmount: fc.integer({ min: 100, max: 30_000 }),
        minGoods: fc.constantFrom(0, 10_000, 5_000_000_000),
        categoryId: fc.constantFrom(null, null, "buku", "akar-teh"),
        isAlone: fc.boolean(),
      }),
      { maxLength: 10 },
    )
    .map((drawn) =>
      drawn.map(({ isAlone, ...fields }, at) =>
        makeVoucher({
          ...fields,
          id: `v${at}`,
          perMille: fields.kind === "percent" || fields.kind === "cashback" ? fields.perMille : null,
          stackingGroup: stackingGroupOf({ ofShop: fields.shopId !== null, kind: fields.kind, isAlone }),
        }),
      ),
    );
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const savedBy = (purchase: Purchase, chosen: readonly Voucher[]) =>
    sum(applyVouchers(purchase, chosen).applied.map(({ saved }) => saved));

  test("parts sum to the whole, nothing goes below zero, and no voucher exceeds its maximum", () => {
    fc.assert(
      fc.property(purchases, vouchers, (purchase, chosen) => {
        const { adjustments, cashbacks, applied, refused } = applyVouchers(purchase, chosen);
        expect(applied.length + refused.length).toBe(chosen.length);
        for (const { voucher, saved, cashback } of applied) {
          expect(saved + cashback).toBeGreaterThan(0);
          expect(saved + cashback).toBeLessThanOrEqual(voucher.maxAmount);
          const parts = adjustments.filter(({ voucherId }) => voucherId === voucher.id);
          expect(0 - sum(parts.map(({ amount }) => amount))).toBe(saved);
          expect(sum(cashbacks.filter((one) => one.voucherId === voucher.id).map(({ amount }) => amount))).toBe(
            cashback,
          );
          for (const part of parts) expect(voucher.shopId ?? part.shopId).toBe(part.shopId);
        }
        for (const { lineId, goods } of purchase.lines)
          expect(
            goods + sum(adjustments.filter((one) => one.lineId === lineId).map(({ amount }) => amount)),
          ).toBeGreaterThanOrEqual(0);
        for (const [shopId, cost] of purchase.shippingByShop)
          expect(
            cost +
              sum(
                adjustments.filter((one) => one.lineId === null && one.shopId === shopId).map(({ amount }) => amount),
              ),
          ).toBeGreaterThanOrEqual(0);
        for (const { amount } of adjustments) expect(amount).toBeLessThan(0);
      }),
    );
  });

  test("the proposal saves at least as much as any single voucher, and does not depend on the order of the vouchers", () => {
    fc.assert(
      fc.property(purchases, vouchers, (purchase, candidates) => {
        const best = bestVouchers(purchase, candidates);
        const { refused } = applyVouchers(purchase, best);
        expect(refused).toEqual([]);
        for (const single of candidates)
          expect(savedBy(purchase, best)).toBeGreaterThanOrEqual(savedBy(purchase, [single]));
        expect(bestVouchers(purchase, candidates.toReversed()).map(({ id }) => id)).toEqual(best.map(({ id }) => id));
        expect(applyVouchers(purchase, best.toReversed())).toEqual(applyVouchers(purchase, best));
      }),
    );
  });

  test("the proposal is the best of all combinations while no price reaches zero", () => {
    fc.assert(
      fc.property(purchases, vouchers, (drawn, all) => {
        const candidates = all.slice(0, 7);
        const purchase: Purchase = {
          ...drawn,
          lines: drawn.lines.map((line) => ({ ...line, goods: line.goods + 1_000_000 })),
          shippingByShop: new Map([...drawn.shippingByShop].map(([shop, cost]) => [shop, cost + 1_000_000])),
        };
        const subsets = Array.from({ length: 2 ** candidates.length }, (_, bits) =>
          candidates.filter((_voucher, at) => bits & (1 << at)),
        );
        expect(savedBy(purchase, bestVouchers(purchase, candidates))).toBe(
          Math.max(...subsets.map((subset) => savedBy(purchase, subset))),
        );
      }),
    );
  });
});
